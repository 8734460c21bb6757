import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAnswers } from '../../src/review/open-answers.js';
import { matchedRun, smallRuns } from '../support/small-review.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('answers with their summaries', () => {
  let place = '';
  let [answers, summaries] = ['', ''];
  let reasons: readonly (string | undefined)[] = [];
  beforeAll(async () => {
    const runs = smallRuns(folder.path);
    const run = await matchedRun(runs, 'place,country\nMunchen,\nBerlin,\nQwxyzzy,\n');
    place = run.folder;
    reasons = [0, 1, 2].map((row) => run.summary(row)?.reason);
    [answers, summaries] = [join(place, 'answers.jsonl'), join(place, 'summaries.jsonl')];
    await runs.close();
  });
  const opened = async (how = {}): Promise<readonly string[]> => {
    const { answers: file, summaryFile, summaries: read } = await openAnswers(place, how);
    await Promise.all([file.close(), summaryFile.close()]);
    return read.map(({ reason }) => reason);
  };

  it('are opened by their summaries, without a look at the answers', async () => {
    expect(readFileSync(summaries, 'utf8').trim().split('\n')).toHaveLength(3);
    const kept = readFileSync(answers);
    writeFileSync(answers, '{}\n{}\n{}\n');
    expect(await opened()).toEqual(reasons);
    writeFileSync(answers, kept);
  });

  it('get the summaries that they lack, as those of an older version or of a killed process', async () => {
    truncateSync(summaries, readFileSync(summaries, 'utf8').indexOf('\n') + 5);
    expect(await opened({ readOnly: true })).toEqual(reasons);
    expect(await opened()).toEqual(reasons);
    rmSync(summaries);
    expect(await opened()).toEqual(reasons);
    expect(readFileSync(summaries, 'utf8').trim().split('\n')).toHaveLength(3);
  });

  it('get new summaries where there are more of these than answers', async () => {
    appendFileSync(summaries, '["match",1,"x","x"]\n');
    expect(await opened()).toEqual(reasons);
  });
});
