import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

const temporary = temporaryFolder();
afterAll(() => temporary.remove());
const file = join(temporary.path, 'keys.json');
const keys = (...args: readonly string[]) => runInProcess(['keys', ...args, '--keys-file', file]);

describe('sameas keys', () => {
  it('makes a key and prints it once, lists it without its secret, and removes it', async () => {
    const made = await keys('add', 'anna', '--role', 'judge', '--dataset', 'authors', '--dataset', 'places');
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^sameas_[0-9a-f]{12}_[\w-]{43}\n$/),
      stderr: `The key "anna" (judge, authors, places) was added to ${file}. Keep it now: it cannot be shown again.\n`,
    });
    expect(await keys('add', 'openrefine')).toMatchObject({ code: 0 });
    const today = new Date().toISOString().slice(0, 10);
    expect((await keys('list')).stdout).toBe(
      `anna: judge, authors, places, made ${today}\nopenrefine: ask, all datasets, made ${today}\n`,
    );
    expect(readFileSync(file, 'utf8')).not.toContain(made.stdout.trim().slice(20));
    expect((await keys('remove', 'anna')).stdout).toContain('The key "anna" was removed');
    expect((await keys('list')).stdout).toBe(`openrefine: ask, all datasets, made ${today}\n`);
  });

  it.each([
    [['add'], 2, 'The key needs a name.'],
    [['add', 'a\nb'], 2, 'is no name for a key'],
    [['add', 'openrefine'], 1, 'There is a key "openrefine" already'],
    [['add', 'b', '--role', 'god'], 2, 'Use one of ask, judge, administer.'],
    [['remove', 'nobody'], 1, 'There is no key "nobody"'],
    [['show', 'openrefine'], 2, 'Use add, list or remove.'],
  ])('%j is refused with a sentence', async (args, code, said) => {
    expect(await keys(...args)).toMatchObject({ code, stderr: expect.stringContaining(said), stdout: '' });
  });

  it('needs to know the file', async () => {
    expect(await runInProcess(['keys', 'list'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--keys-file keys.json'),
    });
    expect(await runInProcess(['keys', 'list', '--keys-file', join(temporary.path, 'none.json')])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('sameas keys add NAME'),
    });
  });
});
