import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { personsFile } from '../support/persons-file.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

// The machine may be busy with other tests.
jest.setTimeout(180_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const { entities, queries } = personsFile(200);
const PERSONS = folder.write('persons.csv', entities);
const NAMES = folder.write('names.csv', queries);

/** A column that misleads is left out before anything is learned, unless it is asked for. */
const WITH_TRADE = ['--property', 'trade=trade'];

const FIGURES = z.object({ passes: z.array(z.object({ figures: z.object({ matchRecall: z.number() }) })) });

interface Matched {
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly stderr: string;
  readonly text: string;
}

async function matched(...options: readonly string[]): Promise<Matched> {
  const { code, stdout, stderr } = await runInProcess([
    'reconcile',
    PERSONS,
    NAMES,
    '--workers',
    '0',
    ...WITH_TRADE,
    ...options,
  ]);
  expect(code).toBe(EXIT_CODES.success.code);
  return { rows: parse(stdout, { columns: true }), stderr, text: stdout };
}

const right = ({ rows }: Matched): number =>
  rows.filter((row) => row['matched id'] !== '' && row['matched id'] === row['expected']).length;
const wrong = ({ rows }: Matched): number =>
  rows.filter((row) => row['matched id'] !== '' && row['matched id'] !== row['expected']).length;

describe('sameas reconcile, learning from the file', () => {
  it('matches more names rightly than row by row, and says in words what it learned', async () => {
    const [learning, alone] = [await matched(), await matched('--no-learning')];
    expect(right(learning)).toBeGreaterThan(right(alone) + 4);
    expect(wrong(learning)).toBeLessThanOrEqual(wrong(alone) + 2);
    expect(learning.stderr).toMatch(
      /Learned from the file:\n {2}Born: right rows agree in \d\d %.*\n {2}Town: right rows agree in \d\d %.*\n {2}Trade: .*; it does not help\.\n/,
    );
    expect(alone.stderr).not.toContain('Learned');
  });

  it('writes how probable the first candidate is, and that nothing in the list is meant', async () => {
    const { rows } = await matched();
    for (const row of rows) {
      const [probability, none] = [Number(row['probability']), Number(row['none probability'])];
      expect(row['none probability']).toMatch(/^[01]\.\d{3}$/);
      expect(probability + none).toBeLessThanOrEqual(1.002);
      if (row['matched id'] !== '') expect(probability).toBeGreaterThan(0.5);
    }
    expect((await matched('--no-learning')).rows.every((row) => row['none probability'] === '')).toBe(true);
  });

  it('writes the same bytes every time', async () => {
    expect((await matched()).text).toBe((await matched()).text);
  });

  it('writes what it learned into the report for programs, and the probabilities into JSON lines', async () => {
    const [json, out] = [join(folder.path, 'report.json'), join(folder.path, 'matched.jsonl')];
    await runInProcess(['reconcile', PERSONS, NAMES, '--workers', '0', ...WITH_TRADE, '--json', json, '--out', out]);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      learned: [
        expect.stringContaining('Born'),
        expect.stringContaining('Town'),
        expect.stringContaining('it does not help'),
        expect.stringContaining('yields'),
        expect.stringContaining('abbreviated'),
      ],
    });
    expect(JSON.parse(readFileSync(out, 'utf8').split('\n')[1] ?? '')).toMatchObject({
      noneProbability: expect.any(Number),
      candidates: expect.any(Array),
    });
  });

  it('keeps what it learned in the manifest, by which single queries are matched better', async () => {
    const list = folder.write('kept/persons.csv', entities);
    const manifest = join(folder.path, 'kept/persons.manifest.yaml');
    const measure = async (file: string): Promise<number> => {
      const json = join(folder.path, 'kept/figures.json');
      await runInProcess(['evaluate', file, NAMES, '--confusions', '0', '--json', json]);
      return FIGURES.parse(JSON.parse(readFileSync(json, 'utf8'))).passes.at(-1)?.figures.matchRecall ?? NaN;
    };
    const before = await measure(list);
    const { code, stderr } = await runInProcess([
      'reconcile',
      list,
      NAMES,
      '--workers',
      '0',
      ...WITH_TRADE,
      '--keep-learned',
    ]);
    expect({ code, told: stderr.includes(`What was learned is in ${manifest}.`) }).toEqual({
      code: EXIT_CODES.success.code,
      told: true,
    });
    expect(readFileSync(manifest, 'utf8')).toMatch(
      /\ntuning:\n {2}learned:\n {4}rows: 200\n {4}properties:\n {6}born:\n/,
    );
    expect(await measure(manifest)).toBeGreaterThan(before);
  });

  it('ends with 2 when what is learned cannot be kept', async () => {
    const run = (...args: readonly string[]): Promise<{ readonly code: number | null }> =>
      runInProcess(['reconcile', ...args, '--keep-learned']);
    expect((await run(PERSONS, NAMES, '--no-learning')).code).toBe(EXIT_CODES.usage.code);
    expect((await run(NAMES)).code).toBe(EXIT_CODES.usage.code);
  });

  it('ends with 2 when undecided rows are asked for in a file that has every row', async () => {
    const { code, stderr } = await runInProcess(['reconcile', PERSONS, NAMES, '--undecided']);
    expect(code).toBe(EXIT_CODES.usage.code);
    expect(stderr).toContain('write to a file that ends in .sssom.tsv');
  });

  it('goes on where it was interrupted, with the same bytes', async () => {
    const [head = '', ...lines] = queries.split('\n');
    const long = folder.write('long.csv', [head, ...lines, ...lines].join('\n'));
    const out = join(folder.path, 'long-matched.csv');
    const command = ['reconcile', PERSONS, long, '--workers', '0', '--out', out];
    expect((await runInProcess(command)).code).toBe(EXIT_CODES.success.code);
    const whole = readFileSync(out, 'utf8');
    const again = [...command, '--replace'];
    expect((await runInProcess(again, { interruptedAt: /Learned from the file/ })).code).toBe(
      EXIT_CODES.interrupted.code,
    );
    const { stdout } = await runInProcess(again);
    expect(stdout).toMatch(/interrupted after [\d,]+ rows; this one goes on from there/);
    expect(readFileSync(out, 'utf8')).toBe(whole);
  });
});
