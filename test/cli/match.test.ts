import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { withCommand } from '../../src/cli/run-command-line.js';
import { shellWord } from '../../src/cli/dataset-options.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const RIVERS = folder.write(
  'rivers.csv',
  `code,river,length\n${['Amazonas,6400', 'Donau,2850', 'Elbe,1094', 'Yangtze,6300', 'Niger,4180', 'Loire,1006'].map((line, i) => `r${String(i)},${line}`).join('\n')}\n`,
);
const rowsOf = (path: string): Record<string, string>[] => parse(readFileSync(path, 'utf8'), { columns: true });

describe('sameas match', () => {
  it('writes the joined table beside the table, and says what is matched, undecided and absent', async () => {
    const table = folder.write('boats.txt', 'Amazonas\nDonau\nLoire\nQxzzy Wvvk\n');
    const out = join(folder.path, 'boats-matched.csv');
    const { code, stdout, stderr } = await runInProcess([table, RIVERS, '--workers', '0']);
    expect({ code, stderr }).toEqual({ code: EXIT_CODES.success.code, stderr: '' });
    expect(stdout).toContain('4 names asked: 3 matched (75.0 %), 0 undecided, 1 probably not in the list.\n');
    expect(stdout).toMatch(
      /^Expected: 0(?: \(0 to 1\))? of 3 matches wrong, 0 of 1 other row in the list\. Ranges hold/m,
    );
    expect(stdout).toContain(`Written to ${out}.\nReview the rest in the browser: sameas review ${out}\n`);
    expect(rowsOf(out).map((row) => row['matched id'])).toEqual(['r0', 'r1', 'r5', '']);
    // Rows answered by the reconcile command, with the list first, are the same.
    const other = join(folder.path, 'other.csv');
    await runInProcess(['reconcile', RIVERS, table, '--out', other, '--workers', '0']);
    expect(readFileSync(other, 'utf8')).toBe(readFileSync(out, 'utf8'));
    expect(existsSync(`${other}.review`)).toBe(false);
  });

  it('overwrites neither an earlier result nor judgments', async () => {
    const table = folder.write('twice.csv', 'river\nElbe\n');
    const out = join(folder.path, 'twice-matched.csv');
    const match = (...more: readonly string[]) => runInProcess(['match', table, RIVERS, '--workers', '0', ...more]);
    await match();
    expect(await match()).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('(file-exists)'),
    });
    const review = `${out}.review`;
    const run = readdirSync(review).find((name) => !name.includes('.')) ?? '';
    const judgments = join(review, run, 'judgments.jsonl');
    writeFileSync(judgments, '{}\n');
    rmSync(out);
    expect(await match()).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('holds the judgments of an earlier review'),
    });
    expect(readFileSync(judgments, 'utf8')).toBe('{}\n');
    expect(await match('--replace')).toMatchObject({ code: EXIT_CODES.success.code });
    expect(existsSync(judgments)).toBe(false);
  });

  it('keeps nothing for a review where it is not wanted', async () => {
    const table = folder.write('plain.csv', 'river\nNiger\n');
    const { stdout } = await runInProcess(['match', table, RIVERS, '--no-review', '--workers', '0']);
    expect(stdout).not.toContain('sameas review');
    expect(existsSync(join(folder.path, 'plain-matched.csv.review'))).toBe(false);
  });

  it('keeps all answers of a run that was interrupted and carried on', async () => {
    const table = folder.write(
      'long.csv',
      `river,n\n${Array.from({ length: 900 }, (_, i) => `${['Donau', 'Elbe', 'Niger', 'Loire'][i % 4] ?? ''} ${String(i)},${String(i)}`).join('\n')}\n`,
    );
    const args = ['match', table, RIVERS, '--workers', '0', '--no-learning'];
    const first = await runInProcess(args, { interruptedAt: /long\.csv: 900 rows/ });
    expect(first).toMatchObject({ code: EXIT_CODES.interrupted.code });
    const second = await runInProcess(args);
    expect(second).toMatchObject({ code: EXIT_CODES.success.code });
    const review = join(folder.path, 'long-matched.csv.review');
    const run = join(review, readdirSync(review).find((name) => !name.includes('.')) ?? '');
    expect(readFileSync(join(run, 'answers.jsonl'), 'utf8').split('\n')).toHaveLength(901);
    expect(JSON.parse(readFileSync(join(run, 'run.json'), 'utf8'))).toMatchObject({ status: 'done', rowCount: 900 });
  });
});

describe('sameas review', () => {
  it('says what is missing where nothing was matched', async () => {
    expect(await runInProcess(['review', RIVERS])).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('There is nothing to review beside'),
    });
  });
});

describe('files without a command', () => {
  const meant = (...args: readonly string[]): readonly string[] => withCommand(args);

  it.each([
    [['a.csv'], 'serve'],
    [['a.csv', '--port', '8080'], 'serve'],
    [['a.csv', 'b.csv'], 'match'],
    [['a.csv', '--query-column', 'Author', 'b.csv'], 'match'],
    [['https://example.org/a.csv'], 'serve'],
  ])('%j is %s', (args, command) => {
    expect(meant(...args)).toEqual([command, ...args]);
  });

  it.each([['serve'], ['help', 'match'], ['--version'], ['chek'], ['check', 'a.csv', 'b.csv']])(
    '%s … stays as it is',
    (...args) => {
      expect(meant(...args)).toEqual(args);
    },
  );
});

it('quotes what a shell would take apart', () => {
  expect([shellWord('a/b-c.csv'), shellWord("Anna's list.csv")]).toEqual(['a/b-c.csv', "'Anna'\\''s list.csv'"]);
});
