import { afterAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { startService } from '../../src/assembly/start-service.js';
import { openDataset } from '../../src/library.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { runInProcess } from '../cli/run-in-process.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const PEOPLE = folder.write(
  'people.csv',
  'id,name,born\np1,Virginia Woolf,1882\np2,Chinua Achebe,1930\np3,Clarice Lispector,1920\np4,Virginia Wolfe,1950\n',
);
const NAMES = ['Woolf, Virginia', 'Chinua Achebbe', 'Lispector', 'Virginia Wolf', 'Nobody of this list'];
const BATCH = z.record(
  z.string(),
  z.object({ result: z.array(z.looseObject({ id: z.string(), score: z.number(), match: z.boolean() })) }),
);

type Found = readonly (readonly [id: string, score: number, match: boolean])[];
/** Small datasets are searched otherwise in a program: which dissimilar names fill the rest of a list may differ. */
const SIMILAR = 20;
const found = (
  candidates: readonly { readonly id: string; readonly score: number; readonly match: boolean }[],
): Found => candidates.filter(({ score }) => score >= SIMILAR).map(({ id, score, match }) => [id, score, match]);

it('gives the same scores and matches in a program, over HTTP and on the command line', async () => {
  const dataset = await openDataset(PEOPLE);
  const service = await startService({
    source: { files: [PEOPLE] },
    settings: readSettings({ flags: { port: '0', workers: '0' }, env: {}, processors: 1 }),
    observe: () => undefined,
  });
  try {
    const inProgram = (await dataset.reconcileAll(NAMES)).map((answer) =>
      found('error' in answer ? [] : answer.candidates),
    );
    const queries = Object.fromEntries(NAMES.map((query, i) => [`q${String(i)}`, { query }]));
    const answered = BATCH.parse(
      await (
        await fetch(service.url, { method: 'POST', body: new URLSearchParams({ queries: JSON.stringify(queries) }) })
      ).json(),
    );
    expect(NAMES.map((_, i) => found(answered[`q${String(i)}`]?.result ?? []))).toEqual(inProgram);
    expect(inProgram.map(([first]) => [first?.[0], first?.[2] ?? false])).toEqual([
      ['p1', true],
      ['p2', true],
      ['p3', expect.any(Boolean)],
      [expect.any(String), expect.any(Boolean)],
      [undefined, false],
    ]);
    const { stdout } = await runInProcess([
      'reconcile',
      PEOPLE,
      folder.write('names.csv', `name\n${NAMES.map((name) => `"${name}"\n`).join('')}`),
      '--workers',
      '0',
    ]);
    const rows: Record<string, string>[] = parse(stdout, { columns: true });
    expect(rows.map((row) => row['matched id'])).toEqual(
      inProgram.map(([first]) => (first?.[2] === true ? first[0] : '')),
    );
  } finally {
    await service.close();
    await dataset.close();
  }
});
