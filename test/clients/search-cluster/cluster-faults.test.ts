import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { loadBenchmark, readQueries } from '../../../bench/quality/measure-quality.js';
import { readClusterAccess } from '../../../src/assembly/cluster-access.js';
import { SearchClusterClient } from '../../../src/cluster/search-cluster-client.js';
import { openClusterDataset } from '../../../src/cluster/cluster-dataset.js';
import { documentOfChanges, ID_OF_CHANGES } from '../../../src/cluster/changed-settings.js';
import { documentOfSettings } from '../../../src/cluster/dataset-settings.js';
import { ENTITIES_INDEX } from '../../../src/cluster/document-of-entity.js';
import { ID_OF_SETTINGS, WORDS_INDEX } from '../../../src/cluster/documents-of-words.js';
import { connectCluster, type ClusterConnection } from '../../../src/cluster/cluster-connection.js';
import { fetchState, findIndexes } from '../../../src/cluster/find-dataset.js';
import { aliasOf, indexNames } from '../../../src/cluster/index-names.js';
import { NO_DEADLINE } from '../../../src/foundation/deadline.js';
import { SameasError } from '../../../src/foundation/sameas-error.js';
import { reconcile } from '../../../src/scoring/reconcile.js';
import type { DatasetSnapshot } from '../../../src/scoring/snapshot.js';
import { documentsOf } from '../../support/documents-of-snapshot.js';
import { startFaultyNode } from '../../support/search-cluster/faulty-node.js';
import { CLUSTER_INDEXER, CLUSTER_READER } from '../../support/search-cluster/node-files.js';
import { sharedSearchCluster } from '../../support/search-cluster/search-cluster.js';
import { startService, type RunningService } from '../../support/start-service.js';
import { temporaryFolder } from '../../support/temporary-files.js';
import { until } from '../../support/until.js';

type Cluster = Awaited<ReturnType<typeof sharedSearchCluster>>;
/** A candidate as the wire has it. */
type Found = { readonly id: string; readonly name: string; readonly score: number; readonly match: boolean };
type Answer = { readonly result?: readonly Found[]; readonly error?: { readonly code: string } };

const DATASET = 'towns';
const CONTENT = '0000000000000001';
const folder = temporaryFolder();
let cluster: Cluster;
let connection: ClusterConnection;
let snapshot: DatasetSnapshot;
let names: readonly string[];
let service: RunningService;

const flags = (): readonly string[] => [
  '--search-cluster',
  cluster.urls.join(','),
  '--search-cluster-user',
  CLUSTER_READER.user,
  '--search-cluster-password-file',
  folder.write('password', CLUSTER_READER.password),
  '--search-cluster-ca-file',
  cluster.caFile,
  '--dataset',
  DATASET,
];

async function ask(
  method: 'PUT' | 'POST',
  path: string,
  body: Parameters<ClusterConnection['ask']>[0]['body'],
): Promise<void> {
  const answer = await connection.ask({ method, path, body: body ?? {}, timeoutMs: 60_000, retries: 2 });
  if (answer.status >= 300 || /"errors":true/.test(JSON.stringify(answer.body)))
    throw new Error(`${method} ${path}: ${JSON.stringify(answer).slice(0, 500)}`);
}

/** Writes the dataset into two indexes with a replica each, and has the alias stand for them. */
async function index(): Promise<void> {
  const made = indexNames(DATASET, CONTENT);
  const documents = documentsOf(snapshot);
  const settings = { number_of_shards: 2, number_of_replicas: 1, 'index.unassigned.node_left.delayed_timeout': '0ms' };
  await ask('PUT', `/${made.entities}`, {
    settings: { ...ENTITIES_INDEX.settings, ...settings },
    mappings: ENTITIES_INDEX.mappings,
  });
  await ask('PUT', `/${made.words}`, {
    settings: { ...settings, number_of_shards: 1 },
    mappings: WORDS_INDEX.mappings,
  });
  await ask(
    'POST',
    `/${made.entities}/_bulk?refresh=true`,
    [...documents.entities].flatMap(([_id, document]) => [{ index: { _id } }, document]),
  );
  await ask('POST', `/${made.words}/_bulk?refresh=true`, [
    ...[...documents.words].flatMap(([_id, document]) => [{ index: { _id } }, document]),
    { index: { _id: ID_OF_SETTINGS } },
    documentOfSettings({ ...documents.settings, snapshot: CONTENT }),
    { index: { _id: ID_OF_CHANGES } },
    documentOfChanges(documents.state.changed),
  ]);
  await ask('POST', '/_aliases', { actions: [{ add: { index: made.entities, alias: aliasOf(DATASET) } }] });
}

async function batch(
  queries: readonly string[],
): Promise<{ readonly status: number; readonly retryAfter: string | null; readonly answers: readonly Answer[] }> {
  const sent = Object.fromEntries(queries.map((query, i) => [`q${String(i)}`, { query, limit: 3 }]));
  const answer = await fetch(`${service.origin}/`, {
    method: 'POST',
    body: new URLSearchParams({ queries: JSON.stringify(sent) }),
  });
  const body = (await answer.json()) as Readonly<Record<string, Answer>>;
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    answers: answer.status === 200 ? Object.values(body) : [],
  };
}

/** Asks batches until `stop`, none of whose answers was given before. */
async function askUntil(stop: Promise<unknown>): Promise<readonly Awaited<ReturnType<typeof batch>>[]> {
  let goesOn = true;
  void stop.finally(() => (goesOn = false));
  const given: Awaited<ReturnType<typeof batch>>[] = [];
  for (let round = 0; goesOn; round++)
    given.push(await batch(names.slice(0, 8).map((name) => `${name}${' '.repeat(round % 50)}`)));
  return given;
}

const firstOf = ({ result }: Answer): unknown =>
  result === undefined ? 'failed' : [result[0]?.id, result[0]?.score, result[0]?.match];

beforeAll(async () => {
  cluster = await sharedSearchCluster();
  const access = readClusterAccess({
    searchCluster: cluster.urls.join(','),
    searchClusterUser: CLUSTER_INDEXER.user,
    searchClusterPasswordFile: '',
    searchClusterPassword: CLUSTER_INDEXER.password,
    searchClusterCaFile: cluster.caFile,
  });
  if (access === undefined) throw new Error('a cluster was named');
  connection = connectCluster(access);
  const list = 'bench/quality/lists/town-places';
  snapshot = await loadBenchmark(list);
  names = [...new Set(readQueries(list).map(({ text }) => text))].slice(0, 60);
  await index();
  service = await startService([...flags(), '--workers', '1', '--cache-bytes', '0', '--search-timeout-ms', '8000']);
});

afterAll(async () => {
  await service.stop();
  await connection.close();
  folder.remove();
});

describe('a service whose dataset lies in a search cluster', () => {
  it('completes beginnings, shows entities, extends and explains', async () => {
    const [entity] = [snapshot.dataset.entities.entity(0)];
    const text = async (path: string): Promise<string> => (await fetch(`${service.origin}${path}`)).text();
    expect(await text(`/suggest/entity?prefix=${encodeURIComponent(entity.name.slice(0, 5))}`)).toContain(entity.name);
    expect(
      await text(
        `/suggest/entity?prefix=${encodeURIComponent(`${entity.name.slice(0, 4)}${entity.name.slice(5, 6)}`)}`,
      ),
    ).toContain('"id"');
    expect(await text(`/preview?id=${entity.id}`)).toContain(entity.name);
    expect(await text(`/flyout/entity?id=${entity.id}`)).toContain(entity.id);
    expect(await text(`/explain?query=${encodeURIComponent(entity.name)}&id=${entity.id}`)).toContain('"decision"');
    const extended = await fetch(`${service.origin}/`, {
      method: 'POST',
      body: new URLSearchParams({
        extend: JSON.stringify({
          ids: [entity.id],
          properties: snapshot.dataset.properties.slice(0, 1).map(({ id }) => ({ id })),
        }),
      }),
    });
    expect(await extended.text()).toContain(`"${entity.id}":`);
    expect(JSON.parse(await text('/health'))).toMatchObject({ status: 'ok', searchCluster: 'answers' });
  });

  it('is not started with a wrong password, an unknown authority or an unknown dataset', async () => {
    const refused = async (...different: readonly string[]): Promise<string> =>
      (await startService([...flags(), ...different]).then(async (started) => void (await started.stop()), String)) ??
      'it was started';
    expect(await refused('--search-cluster-password-file', folder.write('wrong', 'wrong'))).toContain(
      'does not take the user or the password',
    );
    expect(await refused('--search-cluster-ca-file', '')).toContain('--search-cluster-ca-file');
    expect(await refused('--dataset', 'nowhere')).toContain('no dataset called "nowhere"');
  });

  it('asks another node where one is slow, waits where there is no room, takes no part of an answer for an answer, and fails by name when that lasts', async () => {
    const ca = readFileSync(cluster.caFile, 'utf8');
    const [node = '', other = ''] = cluster.urls;
    const faulty = await startFaultyNode(node, ca);
    const text = names[0] ?? '';
    /** What the first candidate is, or the code of the fault, with nothing known from before. */
    const asked = async (
      nodes: readonly string[],
      faults: Parameters<typeof faulty.doHarm>[0],
      timeoutMs: number,
    ): Promise<unknown> => {
      const asking = new SearchClusterClient(
        connectCluster({ nodes, user: CLUSTER_READER.user, password: CLUSTER_READER.password, ca }),
      );
      try {
        faulty.doHarm([undefined]);
        const found = await findIndexes(asking, DATASET);
        const { read } = openClusterDataset(asking, await fetchState(asking, found), {
          depth: 100,
          timeoutMs,
        });
        faulty.doHarm(faults);
        const outcome = await read((snapshot) =>
          reconcile(snapshot, { text, types: [], typeMode: 'any', properties: [], limit: 3 }, NO_DEADLINE),
        );
        return outcome.kind === 'answered'
          ? outcome.candidates.map(({ id, score, match }) => [id, score, match])
          : outcome.kind;
      } catch (error) {
        return error instanceof SameasError ? error.code : error;
      } finally {
        await asking.close();
      }
    };
    const right = await asked([node], [undefined], 8_000);
    expect(right).toHaveLength(3);
    const failed = 'search-cluster-unavailable';
    const late = { laterMs: 60_000 };
    expect(await asked([faulty.url, other], [late], 20_000)).toEqual(right);
    const begun = performance.now();
    expect(await asked([faulty.url], [late], 2_000)).toBe(failed);
    expect(performance.now() - begun).toBeLessThan(3_800);

    const full = { status: 429, body: { error: { type: 'rejected_execution_exception' }, status: 429 } };
    const fullWithin = {
      change: () => JSON.stringify({ responses: [{ error: { type: 'rejected_execution_exception' }, status: 429 }] }),
    };
    expect(await asked([faulty.url], [full, full, fullWithin, undefined], 20_000)).toEqual(right);
    expect(faulty.requests()).toBeGreaterThan(3);
    expect(await asked([faulty.url], [full], 20_000)).toBe(failed);
    expect(faulty.requests()).toBeGreaterThan(2);

    const without = (said: object) => ({
      change: (body: string) => {
        const { responses, ...rest } = JSON.parse(body) as { readonly responses?: readonly object[] }; // what the node says
        return JSON.stringify({
          ...rest,
          ...(responses !== undefined && {
            responses: responses.map((response) => ({ ...response, hits: { total: { value: 0 }, hits: [] }, ...said })),
          }),
        });
      },
    });
    const lackingPart = without({ _shards: { total: 2, successful: 1, failed: 1 } });
    const brokenOff = without({ timed_out: true });
    expect(await asked([faulty.url], [lackingPart, brokenOff, lackingPart, undefined], 20_000)).toEqual(right);
    expect(await asked([faulty.url], [lackingPart], 20_000)).toBe(failed);
    expect(await asked([faulty.url], [brokenOff], 20_000)).toBe(failed);
    await faulty.close();
  });

  it('answers rightly or fails by name while a node dies and the cluster is gone, and rightly again when it is back', async () => {
    const right = (await batch(names.slice(0, 8))).answers.map(firstOf);
    const check = (given: Awaited<ReturnType<typeof batch>>): void => {
      if (given.status !== 200) expect([given.status, given.retryAfter]).toEqual([503, '2']);
      given.answers.forEach((answer, i) =>
        answer.error === undefined
          ? expect(firstOf(answer)).toEqual(right[i])
          : expect(answer.error.code).toBe('search-cluster-unavailable'),
      );
    };
    const [during] = await Promise.all([
      askUntil(cluster.kill(1).then(() => new Promise((resolve) => setTimeout(resolve, 3_000)))),
    ]);
    during.forEach(check);
    expect(during.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await cluster.kill(0);
    const gone = await batch(names.slice(0, 2));
    expect([gone.status, gone.retryAfter]).toEqual([503, '2']);
    await until(async () => (await (await fetch(`${service.origin}/health`)).text()).includes('unavailable'));
    expect((await fetch(`${service.origin}/ready`)).status).toBe(503);
    await cluster.restart();
    await until(async () => (await batch(names.slice(0, 1))).status === 200);
    check(await batch(names.slice(0, 8)));
  });
});
