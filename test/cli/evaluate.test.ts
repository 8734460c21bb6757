import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';
import type { FinishedRun } from './run-sameas.js';

// The machine may be busy with other tests.
jest.setTimeout(60_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const PEOPLE = folder.write(
  'people.csv',
  'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,Clarice Lispector,1920\np4,Orhan Pamuk,1952\n',
);

const evaluate = (...args: readonly string[]): Promise<FinishedRun> => runInProcess(['evaluate', ...args]);

describe('sameas evaluate', () => {
  it('prints every figure, and ends with 0', async () => {
    const gold = folder.write(
      'gold.csv',
      'query,expected,born\nWoolf Virginia,p1,1882\nC. Achebe,p2,1930\nOrhan Pamuk,p3,\nNobody at all,,\n',
    );
    const { code, stdout, stderr } = await evaluate(PEOPLE, gold);
    expect({ code, stderr }).toEqual({ code: EXIT_CODES.success.code, stderr: '' });
    for (const part of [
      '3 with an answer and 1 without',
      'hit@1',
      'hit@5',
      'hit@10',
      'MRR',
      'precision',
      'recall',
      'without properties',
      'with properties',
      'Calibration',
      'Threshold for a precision of 97.0 %',
      'The slowest',
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).toMatch(/Wrong matches \(1\).*\n +line 4: "Orhan Pamuk"\n +got: +p4 "Orhan Pamuk"/);
  });

  it('writes all of it as JSON', async () => {
    const gold = folder.write('gold-json.csv', 'query,expected\nVirginia Woolf,p1\nOrhan Pamuk,p3\n');
    const path = join(folder.path, 'report.json');
    const { code } = await evaluate(
      PEOPLE,
      gold,
      '--json',
      path,
      '--precision',
      '0.9',
      '--confusions',
      '0',
      '--limit',
      '3',
    );
    expect(code).toBe(EXIT_CODES.success.code);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      dataset: { entities: 4 },
      gold: { queries: 2, withAnswer: 2 },
      options: { limit: 3 },
      passes: [
        {
          withProperties: false,
          wantedPrecision: 0.9,
          counts: { firstRight: 1, matches: 2, matchesRight: 1 },
          wrongMatches: [],
        },
      ],
    });
    expect(await evaluate(PEOPLE, gold, '--json', join(folder.path, 'nowhere', 'report.json'))).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('file-unwritable'),
    });
  });

  it('measures, but ends with 1 when ids are not in the list or rows cannot be used', async () => {
    const gold = folder.write('gold-faults.csv', 'query,expected\nVirginia Woolf,p1\nSomebody,p99\n,p2\n');
    const { code, stdout } = await evaluate(PEOPLE, gold);
    expect(code).toBe(EXIT_CODES.data.code);
    expect(stdout).toContain('line 3: "Somebody" is expected to be "p99", an id that the dataset does not have.');
    expect(stdout).toContain('line 4: There is no name to match.');
    expect(stdout).toContain('hit@1');
  });

  it('ends with 2 and says which when an option cannot be', async () => {
    const gold = folder.write('gold-options.csv', 'query,expected\nVirginia Woolf,p1\n');
    expect(await evaluate(PEOPLE, gold, '--precision', '97')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('--precision must be a number from 0.5 to 1, not "97"'),
    });
    expect(await evaluate(PEOPLE, gold, '--limit', '2.5')).toMatchObject({ code: EXIT_CODES.usage.code });
    expect(await evaluate(PEOPLE, gold, '--type', 'Planet')).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('"Planet"'),
    });
    expect(await evaluate()).toMatchObject({ code: EXIT_CODES.usage.code });
  });

  it('ends with 1 and says what is wrong when a file cannot be used', async () => {
    expect(await evaluate(PEOPLE, join(folder.path, 'gold-nowhere.csv'))).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('file-not-found'),
    });
    expect(await evaluate(PEOPLE, folder.write('gold-strange.csv', 'a,b\n1,2\n'))).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining('gold-invalid'),
    });
  });
});

describe('sameas evaluate --suggest', () => {
  it('types every name in six ways, and tells the shares that are found and what is not', async () => {
    // Eight of one first name: after three letters, five suggestions cannot hold all of them.
    const rows = ['Alma', 'Berg', 'Cole', 'Dorn', 'Eder', 'Falk', 'Graf', 'Hahn'].map(
      (surname, i) => `v${String(i)},Virginia ${surname}`,
    );
    const list = folder.write('virginias.csv', `id,name\n${rows.join('\n')}\n`);
    const report = join(folder.path, 'suggest.json');
    const { code, stdout, stderr } = await evaluate(list, '--suggest', '--json', report);
    expect({ code, stderr }).toEqual({ code: EXIT_CODES.success.code, stderr: '' });
    expect(stdout).toContain('8 of 8 names, typed in 6 ways; found among the first 5 suggestions:');
    expect(stdout).toMatch(/\n {2}3 letters +62\.5 % {2}\(5 of 8\)\n/);
    expect(stdout).toMatch(/\n {2}from the second word +100\.0 % {2}\(8 of 8\)\n/);
    expect(stdout).toMatch(/Not found, for example:\n {2}"Vir" for Virginia \S+ \(3 letters\): Virginia/);
    const { ways } = z.object({ ways: z.array(z.unknown()) }).parse(JSON.parse(readFileSync(report, 'utf8')));
    expect(ways).toHaveLength(6);
    expect(ways[0]).toMatchObject({ way: '3 letters', asked: 8, found: 5, missed: [{}, {}, {}] });
  });

  it('gives the same figures in every run', async () => {
    const shares = async (): Promise<string> =>
      (await evaluate(PEOPLE, '--suggest')).stdout.split('One suggestion')[0] ?? '';
    expect(await shares()).toBe(await shares());
  });

  it('is refused beside what measures matching', async () => {
    const { code, stderr } = await evaluate(PEOPLE, '--suggest', '--tune');
    expect([code, stderr]).toEqual([
      EXIT_CODES.usage.code,
      expect.stringContaining('--suggest measures search as you type'),
    ]);
  });
});
