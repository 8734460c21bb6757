import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
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
    expect(stdout).toContain('line 4: There is no name to ask for.');
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
