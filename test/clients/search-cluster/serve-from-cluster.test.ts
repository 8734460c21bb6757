import { afterAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { generateEntities } from '../../../bench/generate-entities.js';
import { runInProcess } from '../../cli/run-in-process.js';
import { CLUSTER_INDEXER, CLUSTER_READER, type ClusterUser } from '../../support/search-cluster/node-files.js';
import { sharedSearchCluster } from '../../support/search-cluster/search-cluster.js';
import { startService, type RunningService } from '../../support/start-service.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

const folder = temporaryFolder();
const services: RunningService[] = [];
afterAll(async () => {
  for (const service of services) await service.stop();
  await runInProcess(['index', '--drop', ...(await settingsOf(CLUSTER_INDEXER))]);
  folder.remove();
});

async function settingsOf({ user, password }: ClusterUser): Promise<readonly string[]> {
  const { urls, caFile } = await sharedSearchCluster();
  return [
    '--search-cluster',
    urls.join(','),
    '--search-cluster-user',
    user,
    '--search-cluster-password-file',
    folder.write(`password-${user}`, password),
    '--search-cluster-ca-file',
    caFile,
    '--dataset',
    'serve-test',
  ];
}

/** The same entities with ids that begin with a letter. */
function table(letter: string): string {
  const rows = [...generateEntities(1500, 11)].map(({ name, aliases }, i) => [
    `${letter}${String(i)}`,
    name,
    aliases.map(({ text }) => text).join('|'),
    i % 3 === 0 ? 'River' : 'Town',
    String(1800 + (i % 200)),
    ['North', 'South', 'East', ''][i % 4] ?? '',
  ]);
  return folder.write(
    `${letter}.csv`,
    [
      'id,name,aliases,type,founded,region',
      ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')),
    ].join('\n'),
  );
}

const names = [...generateEntities(1500, 11)].filter((_, i) => i % 100 === 7).map(({ name }) => name);
const queries = JSON.stringify(
  Object.fromEntries(
    names.flatMap((name, i) => [
      [`q${String(i)}`, { query: name, limit: 3 }],
      [`t${String(i)}`, { query: `${name.slice(0, 2)}x${name.slice(2)}`, limit: 3 }],
    ]),
  ),
);
const answerSchema = z.record(
  z.string(),
  z.object({ result: z.array(z.object({ id: z.string(), score: z.number(), match: z.boolean() })) }),
);

async function answersOf({ url }: RunningService): Promise<z.infer<typeof answerSchema>> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ queries }) });
  expect(response.status).toBe(200);
  return answerSchema.parse(await response.json());
}

/** What people look at and save, in the same order from wherever it comes; the best of several words come in an order of the cluster's own. */
const BROWSED = [
  '/browse?part=results',
  '/browse?type=River&sort=founded&order=down&part=results',
  '/browse?property:region=South&sort=name&page=3&part=results',
  '/browse?type=Town&property:region=North&property:founded=1830&as=json',
  `/browse?sort=name&limit=1000&as=json&query=${encodeURIComponent(names[0]?.slice(0, 4) ?? '')}`,
  '/browse?sort=region&as=csv',
  '/browse?query=qwxyz&part=results',
] as const;

/** Names as somebody has written them down, with what is known of them. */
const TABLE = [
  'place,note,region,founded',
  ...[...generateEntities(1500, 11)].flatMap(({ name }, i) =>
    i % 29 === 4
      ? [
          `"${name.replaceAll('"', '""').slice(0, 2)}${name.replaceAll('"', '""').slice(i % 2 === 0 ? 3 : 2)}",seen ${i % 4 === 0 ? 'twice' : 'once'},${['North', 'South', 'East', ''][i % 4] ?? ''},${String(1800 + (i % 200))}`,
        ]
      : [],
  ),
].join('\n');

/** The same table, matched at once for a program, and kept, matched and saved as people do. */
async function tablesOf({ url }: RunningService): Promise<readonly string[]> {
  const send = (path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(new URL(path, url), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const matched = await send('/table', { names: TABLE });
  const kept = new URL((await send('/runs', { names: TABLE })).headers.get('location') ?? '').pathname;
  await send(`${kept}/start`, {});
  await until(async () => (await (await fetch(new URL(kept, url))).text()).includes('rows are matched'));
  const saved = await Promise.all(
    ['csv', 'sssom'].map(async (as) => (await fetch(new URL(`${kept}/file?as=${as}`, url))).text()),
  );
  expect(matched.status).toBe(200);
  // What a set is called is made from the run.
  return [
    await matched.text(),
    ...saved.map((text) => text.replace(/^#mapping_set_id:.*$/m, '').replace(/\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?/g, '')),
  ];
}

/** What is at an address, without the address of the service in it. */
async function pageOf(
  { url }: RunningService,
  address: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(new URL(address, url));
  return { status: response.status, text: (await response.text()).replaceAll(new URL(url).origin, '') };
}

const firstOf = (answers: z.infer<typeof answerSchema>): object =>
  Object.fromEntries(
    Object.entries(answers).map(
      ([
        key,
        {
          result: [first],
        },
      ]) => [key, first],
    ),
  );

async function serving(...args: readonly string[]): Promise<RunningService> {
  const service = await startService([...args, '--workers', '1']);
  services.push(service);
  return service;
}

describe('sameas serve from a search cluster', () => {
  it('answers as from memory, and never mixes two states while another one is indexed', async () => {
    const first = table('a');
    expect(await runInProcess(['index', first, ...(await settingsOf(CLUSTER_INDEXER))])).toMatchObject({ code: 0 });
    const [memory, cluster] = await Promise.all([serving(first), serving(...(await settingsOf(CLUSTER_READER)))]);
    const expected = await answersOf(memory);
    const found = await answersOf(cluster);
    expect(firstOf(found)).toEqual(firstOf(expected));
    expect(names.filter((_, i) => found[`q${String(i)}`]?.result[0]?.score === 100)).toHaveLength(names.length);
    for (const address of BROWSED) {
      const page = await pageOf(memory, address);
      expect({ address, ...(await pageOf(cluster, address)) }).toEqual({ address, ...page, status: 200 });
    }
    expect(await tablesOf(cluster)).toEqual(await tablesOf(memory));
    const written = folder.write('names.csv', TABLE);
    const matched = [join(folder.path, 'here.csv'), join(folder.path, 'there.csv')] as const;
    expect(await runInProcess(['match', written, first, '--out', matched[0], '--no-review'])).toMatchObject({
      code: 0,
    });
    const there = ['match', written, '--out', matched[1], ...(await settingsOf(CLUSTER_READER))];
    expect(await runInProcess(there)).toMatchObject({ code: 0 });
    expect(readFileSync(matched[1], 'utf8')).toBe(readFileSync(matched[0], 'utf8'));
    expect(await runInProcess([...there, '--manifest', first])).toMatchObject({
      stderr: expect.stringContaining('does not go together with --search-cluster'),
    });

    let isIndexed = false;
    const indexing = runInProcess(['index', table('b'), ...(await settingsOf(CLUSTER_INDEXER))]).finally(
      () => (isIndexed = true),
    );
    const states = new Set<string>();
    await until(async () => {
      const letters = new Set(
        Object.values(await answersOf(cluster)).flatMap(({ result }) => result.map(({ id }) => id.slice(0, 1))),
      );
      expect(letters.size).toBe(1);
      for (const letter of letters) states.add(letter);
      return isIndexed && states.has('b');
    });
    expect(await indexing).toMatchObject({ code: 0 });
    expect([...states]).toEqual(['a', 'b']);
  });
});
