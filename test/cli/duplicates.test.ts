import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { generateEntities } from '../../bench/generate-entities.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';
import { runSameas, type FinishedRun } from './run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const PEOPLE = folder.write(
  'people.csv',
  'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,"Woolf, Virginia",1882\np4,Orhan Pamuk,1952\np5,Johann Strauss,1804\np6,Johann Strauss,1825\np7,Orhan Pamuk,1952\n',
);

/** On one thread, so that nothing has to be built; the built program is run too, below. */
const duplicates = (...args: readonly string[]): Promise<FinishedRun> =>
  runInProcess(['duplicates', ...args, '--workers', '0']);
const rowsOf = (csv: string): Record<string, string>[] => parse(csv, { columns: true });

describe('sameas duplicates', () => {
  it('prints what is probably one thing, and says what came of it', async () => {
    const { code, stdout, stderr } = await duplicates(PEOPLE);
    expect(code).toBe(EXIT_CODES.success.code);
    expect(stdout).toContain('p4  Orhan Pamuk\n   p7  Orhan Pamuk\n     ');
    expect(stdout).toContain('the same name; Born: same year');
    expect(stdout).toContain('p1  Virginia Woolf\n   p3  Woolf, Virginia\n     ');
    expect(stdout).toContain(
      '7 entities asked for: 2 pairs that are probably one thing (probability 0.80 or more), in 2 groups; 1 with exactly the same name.\n',
    );
    expect(stderr).toContain('7 entities; each is asked for among the others.');
  });

  it('writes every pair, and a report for programs', async () => {
    const [out, json] = [join(folder.path, 'duplicates.csv'), join(folder.path, 'duplicates.json')];
    const { code, stdout } = await duplicates(PEOPLE, '--out', out, '--json', json, '--show', '0');
    expect({ code, last: stdout.trim().split('\n').at(-1) }).toEqual({
      code: EXIT_CODES.success.code,
      last: `Written to ${out}.`,
    });
    expect(
      rowsOf(readFileSync(out, 'utf8')).map((row) => [row['group'], row['id 1'], row['id 2'], row['same name']]),
    ).toEqual([
      ['1', 'p4', 'p7', 'yes'],
      ['2', 'p1', 'p3', 'no'],
    ]);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
      dataset: { entities: 7 },
      options: { least: 0.8, anyType: false },
      entities: { asked: 7, failed: 0 },
      pairs: { total: 2, sameName: 1 },
      groups: [
        {
          entities: [{ id: 'p4' }, { id: 'p7' }],
          pairs: [{ sameName: true, reasons: expect.arrayContaining(['equal']) }],
        },
        { entities: [{ id: 'p1' }, { id: 'p3' }] },
      ],
    });
  });

  it('gives the same with threads, in the built program', async () => {
    const many = folder.write(
      'many.csv',
      `id,name\n${[...generateEntities(300, 4)].map(({ id, name }) => `${id},"${name}"\n${id}-2,"${name.toUpperCase()}"`).join('\n')}\n`,
    );
    const here = await duplicates(many);
    const there = await runSameas(['duplicates', many, '--workers', '2']).finished;
    expect(there).toMatchObject({ code: EXIT_CODES.success.code, stdout: here.stdout });
    expect(here.stdout).toMatch(/600 entities asked for: \d{3} pairs/);
  });

  it('leaves files that are there alone, and says what is wrong before anything is read', async () => {
    const out = folder.write('precious.csv', 'precious\n');
    expect(await duplicates(PEOPLE, '--out', out)).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('file-exists'),
    });
    expect(await duplicates(PEOPLE, '--out', PEOPLE, '--replace')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('is a file that is read'),
    });
    expect(await duplicates(PEOPLE, '--out', 'duplicates.docx')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('.csv, .tsv or .jsonl'),
    });
    expect(await duplicates(PEOPLE, '--least', '80')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('--least must be a number from 0 to 1'),
    });
    expect(readFileSync(out, 'utf8')).toBe('precious\n');
    expect(await duplicates(PEOPLE, '--out', out, '--replace')).toMatchObject({ code: EXIT_CODES.success.code });
    expect(readFileSync(out, 'utf8')).toContain('p4,Orhan Pamuk,p7');
  });
});
