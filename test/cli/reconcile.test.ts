import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';
import { runSameas, type FinishedRun } from './run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const PEOPLE = folder.write(
  'people.csv',
  'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,Clarice Lispector,1920\np4,Orhan Pamuk,1952\n',
);
const NAMES = 'shelf,author,born\nA 1,"Woolf, Virginia",1882\nA 2,Chinua Achebbe,\nA 3,Nobody of this list,\n';

/** On one thread, so that nothing has to be built; the built program is run too, below. */
const reconcile = (...args: readonly string[]): Promise<FinishedRun> =>
  runInProcess(['reconcile', PEOPLE, ...args, '--workers', '0']);
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

describe('sameas reconcile', () => {
  it('writes the file with its answers, and says what came of it', async () => {
    const names = folder.write('names.csv', NAMES);
    const out = join(folder.path, 'matched.csv');
    const { code, stdout, stderr } = await reconcile(names, '--query-column', 'author', '--out', out);
    expect({ code, stderr }).toEqual({ code: EXIT_CODES.success.code, stderr: '' });
    expect(stdout).toContain('3 names asked: 2 matched (66.7 %), ');
    expect(stdout).toContain(`Written to ${out}.`);
    expect(rowsOf(readFileSync(out, 'utf8')).map((row) => [row['shelf'], row['author'], row['matched id']])).toEqual([
      ['A 1', 'Woolf, Virginia', 'p1'],
      ['A 2', 'Chinua Achebbe', 'p2'],
      ['A 3', 'Nobody of this list', ''],
    ]);
  });

  it('writes nothing but the table to standard output without --out', async () => {
    const { stdout, stderr } = await reconcile(folder.write('plain.txt', 'Orhan Pamuk\nClarice Lispector\n'));
    expect(rowsOf(stdout).map((row) => row['matched id'])).toEqual(['p4', 'p3']);
    expect(stderr).toContain('2 names asked: 2 matched (100.0 %)');
  });

  it('gives the same with threads, in the built program', async () => {
    const names = folder.write(
      'many.csv',
      `name\n${Array.from({ length: 500 }, (_, i) => ['Woolf Virginia', 'C. Achebe', 'Pamuk', 'Lispektor'][i % 4]).join('\n')}\n`,
    );
    const here = await reconcile(names);
    const there = await runSameas(['reconcile', PEOPLE, names, '--workers', '2']).finished;
    expect(there).toMatchObject({ code: EXIT_CODES.success.code, stdout: here.stdout });
  });

  it('writes all candidates with their features as JSON lines', async () => {
    const out = join(folder.path, 'all.jsonl');
    await reconcile(folder.write('one.csv', 'name\nVirginia Wolf\n'), '--out', out, '--limit', '1');
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      query: 'Virginia Wolf',
      row: { name: 'Virginia Wolf' },
      candidates: [
        { id: 'p1', match: true, features: expect.arrayContaining([expect.objectContaining({ id: 'probability' })]) },
      ],
    });
  });

  it('writes mappings, which can be judged and given back', async () => {
    const names = folder.write('catalogue.csv', 'name\nVirginia Woolf\nHelen Palmer\nZzyzx Qqq\n');
    const out = join(folder.path, 'matched.sssom.tsv');
    const { code, stdout } = await reconcile(names, '--out', out);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(stdout).toContain('https://people.invalid/ stands for that.');
    const written = readFileSync(out, 'utf8');
    expect(written).toContain(
      '\ncatalogue:2\tVirginia Woolf\tskos:exactMatch\tpeople:p1\tVirginia Woolf\tsemapv:LexicalMatching\t',
    );
    expect(written).toContain('\ncatalogue:4\tZzyzx Qqq\tskos:exactMatch\tsssom:NoTermFound\t');
    const judged = folder.write(
      'judged.sssom.tsv',
      `${written}catalogue:3\tHelen Palmer\tskos:exactMatch\tpeople:p3\tClarice Lispector\tsemapv:ManualMappingCuration\t1\t\t\n`,
    );
    expect((await runInProcess(['check', PEOPLE, '--aliases', judged])).stdout).toContain('1 name added to 1 entity; ');
    expect((await runInProcess(['evaluate', PEOPLE, judged])).stdout).toContain(
      '1 query, 1 with an answer and 0 without.',
    );
    expect(await runInProcess(['evaluate', PEOPLE, out])).toMatchObject({
      code: EXIT_CODES.data.code,
      stdout: expect.stringContaining('3 rows not judged, left out.'),
    });
  });

  it('keeps rows that cannot be asked, says which, and ends with 1', async () => {
    const out = join(folder.path, 'blank.csv');
    const { code, stdout } = await reconcile(
      folder.write('blanks.csv', 'name,shelf\nOrhan Pamuk,1\n,2\n'),
      '--out',
      out,
    );
    expect(code).toBe(EXIT_CODES.data.code);
    expect(stdout).toContain('line 3: There is no name to match.');
    expect(rowsOf(readFileSync(out, 'utf8'))).toHaveLength(2);
  });

  it('leaves a file that is there alone', async () => {
    const out = folder.write('precious.csv', 'precious\n');
    const names = folder.write('few.csv', 'name\nOrhan Pamuk\n');
    expect(await reconcile(names, '--out', out)).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('file-exists'),
    });
    expect(readFileSync(out, 'utf8')).toBe('precious\n');
    expect(await reconcile(names, '--out', out, '--replace')).toMatchObject({ code: EXIT_CODES.success.code });
  });

  it('says that a file is there, or cannot be, before anything is read', async () => {
    const out = folder.write('there-already.csv', 'precious\n');
    const nowhere = join(folder.path, 'no-such-list.csv');
    expect(await runInProcess(['reconcile', nowhere, nowhere, '--out', out])).toMatchObject({
      code: EXIT_CODES.data.code,
      stdout: '',
      stderr: expect.stringContaining('file-exists'),
    });
    expect(
      await runInProcess(['reconcile', nowhere, nowhere, '--out', join(folder.path, 'no-folder', 'x.csv')]),
    ).toMatchObject({ code: EXIT_CODES.data.code, stderr: expect.stringContaining('file-unwritable') });
    expect(await reconcile(nowhere)).toMatchObject({ stdout: '', stderr: expect.not.stringContaining('Loading') });
  });

  it('never writes over what it reads', async () => {
    const names = folder.write('own.csv', 'name\nOrhan Pamuk\n');
    for (const given of [
      ['--out', names],
      ['--out', PEOPLE],
      ['--json', names],
    ]) {
      expect(await reconcile(names, ...given, '--replace')).toMatchObject({
        code: EXIT_CODES.usage.code,
        stderr: expect.stringContaining('is a file that is read'),
      });
    }
    expect(readFileSync(names, 'utf8')).toBe('name\nOrhan Pamuk\n');
  });

  it('writes a report for programs', async () => {
    const json = join(folder.path, 'report.json');
    const { code } = await reconcile(
      folder.write('reported.csv', 'name,x\nOrhan Pamuk,1\nNobody Here,2\n,3\n'),
      '--json',
      json,
    );
    expect(code).toBe(EXIT_CODES.data.code);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      dataset: { entities: 4 },
      rows: { total: 3, matched: 1, failed: 1, unreadable: 0 },
      problems: ['line 4: There is no name to match.'],
      options: { limit: 5 },
    });
  });

  it('keeps what is answered when it is interrupted, goes on from there, and counts it', async () => {
    const rows = 500;
    const names = folder.write(
      'interrupted.csv',
      `name\n${Array.from({ length: rows }, (_, i) => (i % 2 === 0 ? 'Virginia Woolf' : `Nobody ${String(i)}`)).join('\n')}\n`,
    );
    const whole = await reconcile(names, '--no-learning');
    const out = join(folder.path, 'interrupted-matched.csv');
    const args = ['reconcile', PEOPLE, names, '--no-learning', '--workers', '0', '--out', out];
    const stopped = await runInProcess(args, { interruptedAt: /500 rows/ });
    expect(stopped).toMatchObject({
      code: EXIT_CODES.interrupted.code,
      stdout: expect.stringMatching(/Stopped after [1-4]\d{2} rows of 500\. The same command goes on from there\./),
    });
    expect(existsSync(out)).toBe(false);
    const { code, stdout } = await runInProcess(args);
    expect(stdout).toMatch(/interrupted after [1-4]\d{2} rows; this one goes on from there/);
    expect({ code, summary: /500 names asked: 250 matched/.test(stdout) }).toEqual({
      code: EXIT_CODES.success.code,
      summary: true,
    });
    expect(readFileSync(out, 'utf8')).toBe(whole.stdout);
  });

  it('ends with 2 and says which when an option cannot be', async () => {
    const names = folder.write('options.csv', 'name\nOrhan Pamuk\n');
    expect(await reconcile(names, '--out', 'answers.pdf')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('.csv, .tsv, .jsonl or .sssom.tsv'),
    });
    expect(await reconcile(names, '--limit', '0')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('--limit'),
    });
    expect(await reconcile(names, '--type', 'Planet')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('"Planet"'),
    });
  });

  it('ends with 1 when a file cannot be used', async () => {
    expect(await reconcile(join(folder.path, 'nowhere.csv'))).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('file-not-found'),
    });
    expect(await reconcile(folder.write('strange.csv', 'a,b\n1,x\n2,y\n'))).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('questions-invalid'),
    });
  });
});
