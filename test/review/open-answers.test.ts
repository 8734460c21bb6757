import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAnswers } from '../../src/review/run-record.js';
import { faultyDisk } from '../support/faulty-store-disk.js';
import { matchedRun, smallRuns } from '../support/small-review.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('answers with their summaries', () => {
  let place = '';
  let path = '';
  let written = '';
  let reasons: readonly (string | undefined)[] = [];
  beforeAll(async () => {
    const runs = smallRuns(folder.path);
    const run = await matchedRun(runs, 'place,country\nMunchen,\nBerlin,\nQwxyzzy,\n');
    place = run.folder;
    reasons = [0, 1, 2].map((row) => run.summary(row)?.reason);
    path = join(place, 'answers.jsonl');
    await runs.close();
    written = readFileSync(path, 'utf8');
  });
  const opened = async (how = {}): Promise<readonly string[]> => {
    const { answers, summaries } = await openAnswers(place, how);
    await answers.close();
    return summaries.map(({ reason }) => reason);
  };

  it('are opened by their summaries, without a look at the answers', async () => {
    writeFileSync(path, written.replace(/\t.*/g, '\t{}'));
    expect(await opened()).toEqual(reasons);
  });

  it('of an older version are taken over; the old file stays where that cannot be written, and is read', async () => {
    const older = written.replace(/^.*\t/gm, '');
    writeFileSync(path, older);
    expect(await opened({ readOnly: {} })).toEqual(reasons);
    // The answers are opened, what was left of an earlier attempt is removed, and the new file cannot be made.
    expect(await opened({ disk: faultyDisk({ at: 4, fault: 'ENOSPC' }).disk })).toEqual(reasons);
    expect(readFileSync(path, 'utf8')).toBe(older);
    expect(await opened()).toEqual(reasons);
    expect(readFileSync(path, 'utf8')).toBe(written);
  });
});
