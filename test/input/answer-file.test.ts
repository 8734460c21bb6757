import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { openAnswerFile, type AnswerFile } from '../../src/input/answer-file.js';
import { NOTHING_ANSWERED } from '../../src/input/answered-row.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(folder.remove);

const ONE = { ...NOTHING_ANSWERED, matched: 1 };
let files = 0;
const newPath = (): string => join(folder.path, `answers-${String(files++)}.csv`);
const open = (path: string, question = 'the question'): Promise<AnswerFile> =>
  openAnswerFile(path, question, 'head\n', false);

/** A run that is broken off after its first rows were on disk, in the middle of the next. */
async function brokenOff(path: string): Promise<void> {
  const file = await open(path);
  await file.append('one\n', ONE);
  await pause(1_100);
  await file.append('two\n', ONE);
  await file.append('never on disk\n', ONE);
  await file.close();
  appendFileSync(`${path}.part`, 'half a li');
}

describe('a file of answers', () => {
  it('gets its name when it is whole', async () => {
    const path = newPath();
    const file = await open(path);
    await file.append('one\n', ONE);
    expect(existsSync(path)).toBe(false);
    await file.finish();
    expect(readFileSync(path, 'utf8')).toBe('head\none\n');
    expect([`${path}.part`, `${path}.part.json`].filter(existsSync)).toEqual([]);
  });

  it('is carried on by the next run with the same question, from the last row that was noted', async () => {
    const path = newPath();
    await brokenOff(path);
    const file = await open(path);
    expect(file).toMatchObject({
      rowsThere: 2,
      tallyThere: { matched: 2, offered: 0, empty: 0, failed: 0 },
      begunAnew: false,
    });
    await file.append('three\n', ONE);
    await file.finish();
    expect(readFileSync(path, 'utf8')).toBe('head\none\ntwo\nthree\n');
  });

  it('keeps everything when it is told to', async () => {
    const path = newPath();
    const first = await open(path);
    await first.append('one\n', ONE);
    await first.keep();
    const file = await open(path);
    expect(file.rowsThere).toBe(1);
    await file.finish();
    expect(readFileSync(path, 'utf8')).toBe('head\none\n');
  });

  it('is begun anew when another question is asked', async () => {
    const path = newPath();
    await brokenOff(path);
    const file = await open(path, 'another question');
    expect(file).toMatchObject({ rowsThere: 0, begunAnew: true });
    await file.finish();
    expect(readFileSync(path, 'utf8')).toBe('head\n');
  });

  it.each([
    [
      'is damaged',
      (path: string) => {
        writeFileSync(`${path}.part.json`, '{"question":');
      },
    ],
    [
      'tells of more than there is',
      (path: string) => {
        writeFileSync(`${path}.part`, 'he');
      },
    ],
  ])('is begun anew when what was kept %s', async (_, damage) => {
    const path = newPath();
    await brokenOff(path);
    damage(path);
    const file = await open(path);
    expect(file.rowsThere).toBe(0);
    await file.append('one\n', ONE);
    await file.finish();
    expect(readFileSync(path, 'utf8')).toBe('head\none\n');
  });

  it('never takes the place of another one unless told to', async () => {
    const path = folder.write('there.csv', 'precious\n');
    await expect(open(path)).rejects.toMatchObject({ code: 'file-exists' });
    expect(readFileSync(path, 'utf8')).toBe('precious\n');
    await (await openAnswerFile(path, 'q', 'head\n', true)).finish();
    expect(readFileSync(path, 'utf8')).toBe('head\n');
  });

  it('says when it cannot be written', async () => {
    await expect(open(join(folder.path, 'nowhere', 'answers.csv'))).rejects.toMatchObject({ code: 'file-unwritable' });
  });
});
