import { beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadBenchmark } from '../../bench/quality/measure-quality.js';
import type { BrowseQuery } from '../../src/browsing/browse-query.js';
import { EntityBrowser } from '../../src/browsing/entity-browser.js';
import { ClusterBrowser } from '../../src/cluster/browsing/browse-cluster.js';
import { openClusterDataset } from '../../src/cluster/cluster-dataset.js';
import type { SearchCluster } from '../../src/cluster/search-cluster.js';
import type { Entity } from '../../src/entities/entity.js';
import type { DatasetSnapshot } from '../../src/scoring/snapshot.js';
import { clusterInMemory } from '../support/documents-in-memory.js';
import { documentsOf } from '../support/documents-of-snapshot.js';
import { smallSnapshot } from '../support/small-snapshot.js';

/* Entities in a search cluster are looked through as those in memory. The documents lie in memory here; test/clients/search-cluster/ asks a real cluster. */

const ANY: BrowseQuery = { text: '', type: '', values: [], sort: 'best', isDescending: false, offset: 0, limit: 50 };

function browserOver(
  snapshot: DatasetSnapshot,
  change: (whole: SearchCluster) => SearchCluster = (whole) => whole,
): ClusterBrowser {
  const documents = documentsOf(snapshot);
  const cluster = change(clusterInMemory(documents));
  const { state } = documents;
  return new ClusterBrowser(cluster, state, openClusterDataset(cluster, state, { depth: 100, timeoutMs: 60_000 }));
}

async function inMemory(snapshot: DatasetSnapshot): Promise<EntityBrowser> {
  const browser = new EntityBrowser(snapshot, 1_000_000);
  await browser.build(() => undefined);
  return browser;
}

const QUERIES: Readonly<Record<string, Partial<BrowseQuery>>> = {
  'all entities': {},
  'the second part of them': { offset: 20, limit: 20 },
  'a part behind the end': { offset: 900 },
  'the least known first': { isDescending: true },
  'a type with those below it': { type: 'City' },
  'a type without entities of its own': { type: 'Place', limit: 5 },
  'a value of a facet': { values: [{ property: 'country', value: 'DE' }] },
  'an identifier': { values: [{ property: 'code', value: 'DEU' }] },
  'a value that none has': { values: [{ property: 'country', value: 'XX' }] },
  'a property that there is not': { values: [{ property: 'nothing', value: 'x' }] },
  'a type and two values': {
    type: 'City',
    values: [
      { property: 'country', value: 'DE' },
      { property: 'population', value: '3700000' },
    ],
  },
  'all by name': { sort: 'name' },
  'all by name, from the end': { sort: 'name', isDescending: true, offset: 3 },
  'a type by a number': { type: 'City', sort: 'population' },
  'a type by a number, the largest first': { type: 'City', sort: 'population', isDescending: true },
  'a type by a date': { type: 'City', sort: 'founded' },
  'what has one word, by name': { text: 'newtown', sort: 'name' },
  'a word of an alias': { text: 'Spree-Athen' },
  'a word without its accents': { text: 'MUNCHEN' },
  'a word of a description': { text: 'hampshire' },
  'the beginning of a word': { text: 'deuts' },
  'a typo': { text: 'Germny', sort: 'name' },
  'the name of what is referred to': { text: 'japan', sort: 'name' },
  'words in two fields': { text: 'texas paris' },
  'words of which only some are there': { text: 'tokyo qwxyz', sort: 'name' },
  'words and a type': { text: 'berlin', type: 'Capital' },
  'words and a value': { text: 'newtown', values: [{ property: 'country', value: 'FR' }], sort: 'name', limit: 7 },
  nothing: { text: 'qwxyz' },
  'no words at all': { text: '!!!' },
};

describe('the entities of a small dataset in a cluster', () => {
  const snapshot = smallSnapshot();
  const elsewhere = browserOver(snapshot);
  let memory: EntityBrowser;
  beforeAll(async () => {
    memory = await inMemory(snapshot);
  });

  it.each(Object.entries(QUERIES))('gives %s as in memory', async (_, query) => {
    expect(await elsewhere.browse({ ...ANY, ...query })).toEqual({
      ...memory.browse({ ...ANY, ...query }),
      suggestions: expect.any(Array),
    });
  });

  it.each(['json', 'csv'] as const)('saves them as %s, byte for byte as in memory', async (form) => {
    for (const query of [
      { sort: 'name' },
      { type: 'Capital' },
      { text: 'paris', sort: 'name' },
      { values: [{ property: 'country', value: 'DE' }] },
    ]) {
      const wanted = { ...ANY, ...query, limit: form === 'csv' ? Infinity : 5 };
      expect(await elsewhere.save(wanted, form)).toBe(memory.save(wanted, form));
    }
  });

  it('puts names before aliases and records, and suggests other words where little is found', async () => {
    const { entities } = await elsewhere.browse({ ...ANY, text: 'japan' });
    expect(entities).toEqual(['JP', 'T']);
    expect((await elsewhere.browse({ ...ANY, text: 'tok' })).suggestions).toContain('tokyo');
    expect((await elsewhere.browse({ ...ANY, text: 'newtown' })).suggestions).toEqual([]);
    expect((await elsewhere.browse({ ...ANY, text: 'prototpe falls' })).suggestions).toContain('prototype falls');
  });

  it('says what it cannot be asked for', async () => {
    await expect(
      elsewhere.browse({ ...ANY, values: [{ property: 'location', value: '52.52,13.405' }] }),
    ).rejects.toMatchObject({ code: 'dataset-elsewhere', message: expect.stringContaining('Location') });
  });

  it('fails by name where the cluster gives no whole answer, and asks again the next time', async () => {
    let isDown = true;
    const failing = browserOver(snapshot, (whole) => ({
      ...whole,
      search: async (index, bodies, deadline) =>
        isDown ? bodies.map(() => ({ fault: 'a node is gone' })) : whole.search(index, bodies, deadline),
    }));
    await expect(failing.browse(ANY)).rejects.toMatchObject({ code: 'search-cluster-unavailable' });
    isDown = false;
    expect((await failing.browse(ANY)).total).toBe(snapshot.dataset.entities.size);
    expect(failing.progress()).toBe(1);
  });
});

describe('a result of very many entities', () => {
  const named = (i: number): Entity => ({
    id: `N${String(i)}`,
    name: `Place ${String(i).padStart(5, '0')}`,
    aliases: [],
    types: ['Village'],
    properties: {},
    prominence: 0,
  });
  const snapshot = smallSnapshot(
    {},
    Array.from({ length: 20_300 }, (_, i) => named(i)),
  );
  const elsewhere = browserOver(snapshot);

  it('is listed at its beginning and at its end, and refused between', async () => {
    const entitiesAt = async (offset: number): Promise<readonly string[]> =>
      (await elsewhere.browse({ ...ANY, sort: 'name', offset, limit: 2 })).entities;
    expect(await entitiesAt(9_998)).toEqual(['N9998', 'N9999']);
    expect(await entitiesAt(10_400)).toEqual(['N10400', 'N10401']);
    expect(await entitiesAt(20_299)).toEqual(['N20299']);
    await expect(entitiesAt(10_150)).rejects.toMatchObject({
      code: 'dataset-elsewhere',
      message: expect.stringContaining('10,000'),
    });
  }, 60_000);

  it('is saved from its beginning to its end', async () => {
    const lines = (await elsewhere.save({ ...ANY, limit: Infinity }, 'csv')).split('\r\n');
    expect(lines).toHaveLength(20_302);
    expect([lines[1], lines[20_300]]).toEqual([expect.stringMatching(/^N0,/), expect.stringMatching(/^N20299,/)]);
  }, 60_000);
});

it('looks through a list with many properties as in memory', async () => {
  const snapshot = await loadBenchmark(join('bench/quality/lists', 'agencies'));
  const [memory, elsewhere] = [await inMemory(snapshot), browserOver(snapshot)];
  for (const query of [
    {},
    { text: 'national' },
    { sort: 'name', offset: 100 },
    ...snapshot.dataset.properties.map(({ id }) => ({ sort: id })),
  ]) {
    const answer = memory.browse({ ...ANY, ...query });
    const found = await elsewhere.browse({ ...ANY, ...query });
    expect({ ...found, entities: [], suggestions: [] }).toEqual({ ...answer, entities: [], suggestions: [] });
    // The best of many words are put in order by what each word counts, which is not the same.
    if (!('text' in query)) expect(found.entities).toEqual(answer.entities);
  }
}, 60_000);
