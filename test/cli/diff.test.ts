import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const OLD = folder.write(
  'old.csv',
  'id,name,born\np1,Virginia Woolf,1882\np2,"Woolf, Virginia",1882\np3,Orhan Pamuk,1952\np4,Chinua Achebe,1930\n',
);
const NEW = folder.write(
  'new.json',
  JSON.stringify([
    { id: 'p1', name: 'Virginia Woolf', born: 1882 },
    { id: 'p3', name: 'Orhan Pamuk', born: 1952 },
    { id: 'p4', name: 'Chinua Achebe', born: 1930 },
  ]),
);
const diff = (...args: readonly string[]): ReturnType<typeof runInProcess> => runInProcess(['diff', ...args]);

describe('sameas diff', () => {
  it('compares lists of different formats', async () => {
    const { code, stdout } = await diff(OLD, NEW);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(stdout).toContain('Old: Old, 4 entities\nNew: New, 3 entities\n');
    expect(stdout).toContain('\nRemoved: 1\n  p2  Woolf, Virginia  → probably merged into p1\n');
    expect(stdout).not.toContain('Changed');
  });

  it('says that nothing differs', async () => {
    expect(await diff(OLD, OLD, '--exit-code')).toMatchObject({
      code: EXIT_CODES.success.code,
      stdout: expect.stringContaining('Both lists have the same entities, and say the same of them.'),
    });
  });

  it('ends with its own exit code when the lists differ and that is asked for', async () => {
    expect((await diff(OLD, NEW, '--exit-code')).code).toBe(EXIT_CODES.different.code);
    const unconcerned = folder.write('unconcerned.csv', 'row,author\n1,p1\n2,p3\n');
    expect(await diff(OLD, NEW, '--exit-code', '--used-in', unconcerned)).toMatchObject({
      code: EXIT_CODES.success.code,
      stdout: expect.stringContaining('every id of the old list that it uses is still there'),
    });
    const concerned = folder.write('concerned.csv', 'row,author\n1,p1\n2,p2|p3\n');
    const { code, stdout } = await diff(OLD, NEW, '--exit-code', '--used-in', concerned, '--used-in', unconcerned);
    expect(code).toBe(EXIT_CODES.different.code);
    expect(stdout).toContain(
      `${concerned}, column "author": 1 of 2 rows use ids that are gone\n  p2: 1 row (line 3) → probably p1\n`,
    );
  });

  it('takes the one column of ids among other columns of small numbers, or the one that is named', async () => {
    const numbers = (many: number): string =>
      Array.from({ length: many }, (_, i) => `${i + 1},Entity number ${i + 1}`).join('\n');
    const [old, next] = [
      folder.write('n-old.csv', `id,name\n${numbers(9)}\n`),
      folder.write('n-new.csv', `id,name\n${numbers(8)}\n`),
    ];
    const table = folder.write('numbers.csv', 'thing,count,size\n9,1,2\n8,3,17\n7,25,9\n6,3,44\n');
    const report = async (...args: readonly string[]): Promise<{ usedIn: unknown }> =>
      JSON.parse((await diff(old, next, '--used-in', table, '--format', 'json', ...args)).stdout) as {
        usedIn: unknown;
      };
    expect((await report()).usedIn).toEqual([
      {
        file: table,
        columns: ['thing'],
        rows: 4,
        rowsWithGone: 1,
        gone: [{ id: '9', rows: 1, places: [2], successors: [] }],
        placesAre: 'line',
      },
    ]);
    expect((await report('--used-column', 'size')).usedIn).toMatchObject([
      { columns: ['size'], rowsWithGone: 1, gone: [{ id: '9', places: [4] }] },
    ]);
    expect(await diff(old, next, '--used-in', table, '--used-column', 'Size')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('has no column "Size"'),
    });
  });

  it('compares a built index with a list', async () => {
    const index = join(folder.path, 'old-index');
    await runInProcess(['index', OLD, '--out', index]);
    expect((await diff(index, NEW)).stdout).toBe((await diff(OLD, NEW)).stdout);
  });

  it('says what is missing in the comparison, and that ids were made of names', async () => {
    const faulty = folder.write('faulty.csv', 'id,name\np1,Ada Lovelace\np1,Ada Lovelace again\n');
    expect((await diff(faulty, faulty)).stderr).toContain(
      '1 record could not be used and is missing in the comparison',
    );
    const withoutIds = folder.write('names.csv', 'name,city\nAda Lovelace,London\nMary Somerville,Naples\n');
    expect((await diff(withoutIds, withoutIds)).stderr).toContain('ids are made of the names');
  });

  it('says what is wrong with the command line and with files', async () => {
    expect(await diff(OLD)).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining("missing required argument 'new'"),
    });
    expect(await diff(OLD, join(folder.path, 'absent.csv'))).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('file-not-found'),
    });
    expect(await diff('-', '-')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('Only one list can come from the standard input'),
    });
    expect(await diff(OLD, NEW, '--format', 'xml')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('--format must be text or json'),
    });
  });
});
