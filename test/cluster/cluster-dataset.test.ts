import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadBenchmark, queryOf, readQueries, waysToAsk } from '../../bench/quality/measure-quality.js';
import { openClusterDataset, type ClusterDataset } from '../../src/cluster/cluster-dataset.js';
import type { SearchCluster } from '../../src/cluster/search-cluster.js';
import { NO_DEADLINE } from '../../src/foundation/deadline.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { reconcile } from '../../src/scoring/reconcile.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { describeDatasetAccess } from '../contract/dataset-access.contract.js';
import { clusterInMemory } from '../support/documents-in-memory.js';
import { documentsOf, type SnapshotDocuments } from '../support/documents-of-snapshot.js';
import { smallSnapshot } from '../support/small-snapshot.js';

/*
 * A dataset in a search cluster is answered from as the same dataset in memory. Here the documents lie in memory and are gone through one by one; test/clients/search-cluster/ asks a real cluster.
 */

/** With types, properties, dates, homonyms, codes and several scripts. */
const LISTS = ['agencies', 'artworks', 'scripts', 'town-places'] as const;
const QUERIES = 5;
function open(documents: SnapshotDocuments, told?: Parameters<typeof clusterInMemory>[1]): ClusterDataset {
  return openClusterDataset(clusterInMemory(documents, told), documents.state, {
    depth: 100,
    timeoutMs: 60_000,
  });
}

// As text: reasons are computed when they are read.
const candidatesOf = (snapshot: DatasetSnapshot, query: ReconciliationQuery): string => {
  const outcome = reconcile(snapshot, query, NO_DEADLINE);
  if (outcome.kind === 'failed') throw outcome.error;
  return JSON.stringify(outcome.candidates);
};
const compared: { readonly query: string; readonly inMemory: string; readonly inCluster: string }[] = [];

describe.each(LISTS)('the list of %s in a cluster', (list) => {
  let snapshot: DatasetSnapshot;
  let documents: SnapshotDocuments;
  let queries: readonly ReconciliationQuery[];

  beforeAll(async () => {
    const folder = join('bench/quality/lists', list);
    snapshot = await loadBenchmark(folder);
    documents = documentsOf(snapshot);
    const gold = readQueries(folder);
    const step = Math.ceil(gold.length / QUERIES);
    queries = waysToAsk(gold).flatMap((asked) =>
      gold.filter((_, i) => i % step === 0).map((one) => queryOf(one, asked)),
    );
  }, 60_000);

  it('answers as in memory, and the same whatever else is asked', async () => {
    const together = open(documents);
    const found = await Promise.all(queries.map((query) => together.read((read) => candidatesOf(read, query))));
    queries.forEach((query, i) =>
      compared.push({
        query: JSON.stringify(query),
        inMemory: candidatesOf(snapshot, query),
        inCluster: found[i] ?? '',
      }),
    );
    // Alone, with nothing kept of others, and in the other order.
    for (const query of queries.slice(0, 1))
      expect(await open(documents).read((read) => candidatesOf(read, query))).toEqual(found[queries.indexOf(query)]);
    const backwards = open(documents);
    const again: string[] = [];
    for (const query of [...queries].reverse())
      again.unshift(await backwards.read((read) => candidatesOf(read, query)));
    expect(again).toEqual(found);
  }, 180_000);
});

it('all candidates have the order, the scores, the matches, the probabilities and the reasons of memory', () => {
  expect(compared.filter(({ inMemory, inCluster }) => inMemory !== inCluster)).toEqual([]);
  expect(compared.length).toBeGreaterThan(20);
});

describeDatasetAccess('in a search cluster', (whole) => open(documentsOf(whole)));

describe('a small dataset in a cluster', () => {
  const documents = documentsOf(smallSnapshot());

  it('fetches for all who ask in the same moment together, and what was asked before not again', async () => {
    const requests: string[] = [];
    const { read } = open(documents, ({ kind }) => requests.push(kind));
    const nameOf = (id: string) =>
      read(({ dataset }) => dataset.entities.nameOf(Math.max(0, dataset.entities.ordinalOf(id))));
    expect(await Promise.all(['B', 'P', 'DE'].map(nameOf))).toEqual(['Berlin', 'Paris', 'Germany']);
    expect(requests.length).toBeLessThan(3);
    const before = requests.length;
    await nameOf('B');
    expect(requests).toHaveLength(before);
  });

  it('takes no memory by the number of names that the dataset has', async () => {
    // No array of so many rows can be made.
    const settings = { ...documents.state.settings, labelCount: 1e15, entityCount: 1e15 };
    const { read } = openClusterDataset(
      clusterInMemory(documents),
      { ...documents.state, settings },
      {
        depth: 100,
        timeoutMs: 60_000,
      },
    );
    const query: ReconciliationQuery = { text: 'Berlim', types: [], typeMode: 'any', properties: [], limit: 3 };
    expect(await read((snapshot) => candidatesOf(snapshot, query))).toContain('"name":"Berlin"');
  });

  it('fails by name when a part of an index does not answer, and with it only those who asked for that', async () => {
    const whole = clusterInMemory(documents);
    const failing: SearchCluster = {
      ...whole,
      search: async (index, bodies, deadline) =>
        (await whole.search(index, bodies, deadline)).map((hits, i) =>
          JSON.stringify(bodies[i]).includes('"berlin"') ? { fault: 'a shard is gone' } : hits,
        ),
    };
    const { read } = openClusterDataset(failing, documents.state, { depth: 100, timeoutMs: 1_000 });
    const query = (text: string): ReconciliationQuery => ({
      text,
      types: [],
      typeMode: 'any',
      properties: [],
      limit: 3,
    });
    const [berlin, paris] = await Promise.allSettled(
      ['Berlin', 'Paris'].map((text) => read((snapshot) => candidatesOf(snapshot, query(text)))),
    );
    expect(berlin).toMatchObject({
      status: 'rejected',
      reason: { code: 'search-cluster-unavailable', cause: 'a shard is gone' },
    });
    expect(paris).toMatchObject({ status: 'fulfilled' });
  });
});
