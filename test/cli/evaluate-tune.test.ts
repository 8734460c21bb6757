import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { startService } from '../../src/assembly/start-service.js';
import { EXIT_CODES } from '../../src/cli/command-definition.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { temporaryFolder } from '../support/temporary-files.js';
import { runInProcess } from './run-in-process.js';

// The machine may be busy with other tests.
jest.setTimeout(120_000);

const folder = temporaryFolder();
afterAll(folder.remove);

const SYLLABLES = ['ba', 'do', 'fi', 'ga', 'hu', 'je', 'ko', 'li', 'mo', 'nu', 'pa', 're', 'su', 'ti', 'vo', 'wa'];
const word = (n: number): string =>
  [n % 16, Math.floor(n / 16) % 16, (n * 7 + 3) % 16].map((i) => SYLLABLES[i]).join('');
const nameOf = (n: number): string => `${word(n)} ${word(n * 5 + 1)}`;
/** One letter left out, another one doubled. */
const slip = (name: string): string => name.replace(/^(.).(.)/, '$1$2$2').replace(/.(.)$/, '$1');

/** Pairs of namesakes, which the town tells apart; the year that the questions give is that of the other one. */
const PAIRS = 120;
const LIST = [
  'id,name,year,town',
  ...Array.from(
    { length: 2 * PAIRS },
    (_, i) => `e${i},${nameOf(Math.floor(i / 2))},${1500 + i},${i % 2 === 0 ? 'Northtown' : 'Southtown'}`,
  ),
].join('\n');
const GOLD = [
  'query,expected,year,town',
  ...Array.from(
    { length: PAIRS },
    (_, pair) =>
      `${slip(nameOf(pair))},e${2 * pair + (pair % 2)},${1500 + 2 * pair + 1 - (pair % 2)},${pair % 2 === 0 ? 'Northtown' : 'Southtown'}`,
  ),
  ...Array.from({ length: 40 }, (_, i) => `Xylqz${i} Crwth${i},,1700,Northtown`),
].join('\n');

const MANIFEST = z.object({
  tuning: z.object({
    matchThreshold: z.number().optional(),
    propertyWeights: z.record(z.string(), z.number()).optional(),
  }),
});
const ANSWER = z.record(z.string(), z.object({ result: z.array(z.object({ id: z.string(), match: z.boolean() })) }));

/** First candidates and flags that a service over this manifest gives to the questions of the gold. */
async function serveAndAsk(file: string): Promise<{ readonly right: number; readonly matched: number }> {
  const settings = readSettings({ flags: { port: '0', workers: '0', indexCache: 'off' }, env: {}, processors: 1 });
  const service = await startService({ source: { files: [file] }, settings, observe: () => undefined });
  try {
    const rows = GOLD.split('\n')
      .slice(1)
      .map((row) => row.split(','));
    const queries = Object.fromEntries(
      rows.map(([query, , year, town], i) => [
        `q${i}`,
        {
          query,
          properties: [
            { pid: 'year', v: year },
            { pid: 'town', v: town },
          ],
        },
      ]),
    );
    const reply = await fetch(service.url, {
      method: 'POST',
      body: new URLSearchParams({ queries: JSON.stringify(queries) }),
    });
    const answers = ANSWER.parse(await reply.json());
    const firsts = rows.map(([, expected], i) => ({ expected, first: answers[`q${i}`]?.result[0] }));
    return {
      right: firsts.filter(({ expected, first }) => expected !== '' && first?.id === expected).length,
      matched: firsts.filter(({ first }) => first?.match === true).length,
    };
  } finally {
    await service.close();
  }
}

describe('sameas evaluate --tune', () => {
  const list = folder.write('people.csv', LIST);
  const gold = folder.write('judged.csv', GOLD);
  const manifest = join(folder.path, 'people.manifest.yaml');

  it('goes from a list and answers to a manifest, which the service honours, and which measures as promised', async () => {
    const before = await serveAndAsk(list);
    const { code, stdout } = await runInProcess(['evaluate', list, gold, '--tune', '--confusions', '0']);
    expect({ code, written: existsSync(manifest) }).toEqual({ code: EXIT_CODES.success.code, written: true });
    expect(stdout).toContain(`Written into ${manifest}. Serve it with: sameas serve ${manifest}`);
    const { tuning } = MANIFEST.parse(parse(readFileSync(manifest, 'utf8')));
    expect(tuning.propertyWeights?.['year']).toBeLessThan(1);

    const after = await serveAndAsk(manifest);
    expect(before.right).toBeLessThan(PAIRS / 2);
    expect(after.right).toBeGreaterThan(0.9 * PAIRS);
    // The manifest lies beside the list, and goes for it.
    expect(await serveAndAsk(list)).toEqual(after);
    const report = join(folder.path, 'report.json');
    expect(await runInProcess(['evaluate', manifest, gold, '--json', report])).toMatchObject({
      code: EXIT_CODES.success.code,
    });
    expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
      passes: [{}, { withProperties: true, counts: { firstRight: after.right, matches: after.matched } }],
    });
  });

  it('does not write over a manifest that is about another list', async () => {
    const other = folder.write('other/people.csv', LIST);
    const text = 'files: others.csv\n';
    const beside = folder.write('other/people.manifest.yaml', text);
    expect(await runInProcess(['evaluate', other, gold, '--tune'])).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringContaining(`--manifest ${beside}`),
    });
    expect(readFileSync(beside, 'utf8')).toBe(text);
  });

  it('changes nothing of a manifest but the tuning, comments stay, and leaves no other file', async () => {
    const own = folder.write(
      'own/own.yaml',
      '# Made by hand.\nname: People # of two towns\nfiles: people.csv\ntuning: { matchThreshold: 0.99 }\n',
    );
    folder.write('own/people.csv', LIST);
    expect(await runInProcess(['evaluate', own, gold, '--tune', '--confusions', '0'])).toMatchObject({
      code: EXIT_CODES.success.code,
    });
    const text = readFileSync(own, 'utf8');
    expect(text).toMatch(/^# Made by hand\.\nname: People # of two towns\nfiles: people\.csv\ntuning:/);
    expect(MANIFEST.parse(parse(text)).tuning.propertyWeights?.['year']).toBeLessThan(1);
    expect(readdirSync(join(folder.path, 'own')).sort()).toEqual(['own.yaml', 'people.csv']);
  });

  it('keeps a manifest in JSON one in JSON', async () => {
    const own = folder.write('json/own.json', JSON.stringify({ name: 'People', files: ['people.csv'] }));
    folder.write('json/people.csv', LIST);
    expect(await runInProcess(['evaluate', own, gold, '--tune', '--confusions', '0'])).toMatchObject({
      code: EXIT_CODES.success.code,
    });
    expect(JSON.parse(readFileSync(own, 'utf8'))).toMatchObject({
      name: 'People',
      files: ['people.csv'],
      tuning: { propertyWeights: {} },
    });
  });

  it('writes nothing where nothing improves, and refuses too little gold with how much is needed', async () => {
    const clear = folder.write(
      'clear/people.csv',
      ['id,name', ...Array.from({ length: 150 }, (_, i) => `e${i},${nameOf(i)}`)].join('\n'),
    );
    const exact = folder.write(
      'clear/judged.csv',
      ['query,expected', ...Array.from({ length: 120 }, (_, i) => `${nameOf(i)},e${i}`)].join('\n'),
    );
    const { code, stdout } = await runInProcess(['evaluate', clear, exact, '--tune']);
    expect({ code, written: existsSync(join(folder.path, 'clear/people.manifest.yaml')) }).toEqual({
      code: EXIT_CODES.success.code,
      written: false,
    });
    expect(stdout).toContain('Nothing was written');
    expect(await runInProcess(['evaluate', clear, exact, '--tune', '--precision', '0.99'])).toMatchObject({
      code: EXIT_CODES.data.code,
      stderr: expect.stringMatching(/120 queries with an answer; fitting needs at least 300/),
    });
  });

  it('says what cannot be tuned', async () => {
    expect(await runInProcess(['evaluate', gold, '--tune'])).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('embedded dataset'),
    });
    expect(await runInProcess(['evaluate', folder.path, gold, '--tune'])).toMatchObject({
      code: EXIT_CODES.usage.code,
      stderr: expect.stringContaining('built index'),
    });
    expect(await runInProcess(['evaluate', list, gold, '--write-manifest', 'x.yaml'])).toMatchObject({
      code: EXIT_CODES.usage.code,
    });
  });
});
