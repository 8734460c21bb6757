import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { loadBenchmark } from '../../bench/quality/measure-quality.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import { attachSnapshot } from '../../src/assembly/snapshot-image.js';
import { tableDatasetOver } from '../../src/assembly/table-dataset-in-cluster.js';
import { openClusterDataset } from '../../src/cluster/cluster-dataset.js';
import { findDuplicates, type DuplicatesFound } from '../../src/duplicates/find-duplicates.js';
import { evaluateGold } from '../../src/evaluation/evaluate-gold.js';
import { evaluateWholeFile } from '../../src/evaluation/evaluate-whole-file.js';
import type { Evaluation } from '../../src/evaluation/evaluate-gold.js';
import { formatEvaluation } from '../../src/evaluation/format-evaluation.js';
import { openGold } from '../../src/evaluation/open-gold.js';
import { measureSuggest } from '../../src/evaluation/suggest-quality.js';
import type { TableDataset } from '../../src/input/table-dataset.js';
import { readInMemory, type DatasetSnapshot, type ReadSnapshot } from '../../src/scoring/snapshot.js';
import { clusterInMemory } from '../support/documents-in-memory.js';
import { documentsOf } from '../support/documents-of-snapshot.js';
import { makeSnapshot } from '../support/make-snapshot.js';
import { WITH_PROPERTIES } from '../support/evaluation-options.js';
import { personsFile } from '../support/persons-file.js';
import { temporaryFolder } from '../support/temporary-files.js';

/*
 * Measuring a dataset, and looking for its duplicates, where it lies in a search cluster: what comes of it is what comes of the same dataset in memory.
 */

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A list, opened for a command. */
interface Opened extends ReadSnapshot {
  readonly whole: TableDataset;
}

function inCluster(snapshot: DatasetSnapshot, depth = 400): Opened {
  const documents = documentsOf(snapshot);
  const reading = { depth, timeoutMs: 60_000 };
  const cluster = clusterInMemory(documents);
  return {
    ...openClusterDataset(cluster, documents.state, reading),
    whole: tableDatasetOver(cluster, { ...documents.state, reading }),
  };
}

const inMemory = (snapshot: DatasetSnapshot): Opened => ({
  snapshot,
  read: readInMemory(snapshot),
  whole: { dataset: snapshot.dataset },
});

/** Without what time it took. */
const withoutTimes = ({ elapsedMs: _, slowest: __, ...evaluation }: Evaluation): object => evaluation;

describe('the list of agencies', () => {
  const folder = join('bench/quality/lists', 'agencies');
  let snapshot: DatasetSnapshot;

  async function measured(opened: Opened): Promise<Evaluation> {
    const gold = await openGold(join(folder, 'queries.csv'), opened.whole, { query: 'query', expected: 'gold_id' });
    return evaluateGold(opened, { ...gold, read: firstOf(gold.read, 40) }, WITH_PROPERTIES);
  }

  const firstOf =
    (read: Awaited<ReturnType<typeof openGold>>['read'], most: number): typeof read =>
    (visit, report) => {
      let count = 0;
      read((query) => (count++ < most ? visit(query) : undefined), report);
    };

  beforeAll(async () => {
    snapshot = await loadBenchmark(folder);
  }, 60_000);

  it('is measured in a cluster as in memory: columns, figures, confusions with their reasons', async () => {
    const [here, there] = [inMemory(snapshot), inCluster(snapshot)];
    const [memory, cluster] = [await measured(here), await measured(there)];
    expect(withoutTimes(cluster)).toEqual(withoutTimes(memory));
    expect(memory.counts.withAnswer).toBeGreaterThan(20);
  }, 120_000);

  it('names the queries whose right entity the cluster did not bring', async () => {
    const { retrieval, counts } = await measured(inCluster(snapshot, 2));
    expect(retrieval?.missedRight).toBeGreaterThan(0);
    expect(retrieval?.missed.length).toBe(Math.min(WITH_PROPERTIES.confusions, retrieval?.missedRight ?? 0));
    for (const { query, right } of retrieval?.missed ?? []) {
      expect(query).not.toBe('');
      expect(right.map(({ name }) => name)).not.toContain('');
      expect(right.length).toBeGreaterThan(0);
    }
    const [first] = retrieval?.missed ?? [];
    expect(formatEvaluation([await measured(inCluster(snapshot, 2))])).toContain(
      `  line ${String(first?.line)}: "${first?.query ?? ''}" – right: ${first?.right[0]?.id ?? ''} "${first?.right[0]?.name ?? ''}"`,
    );
    expect(counts.withAnswer).toBeGreaterThan(retrieval?.missedRight ?? Infinity);
  }, 120_000);

  it('completes names in a cluster as often as in memory, but for typos in words before the last one', async () => {
    const shares = async (opened: Opened) => (await measureSuggest(opened, opened.whole, { names: 15, limit: 5 })).ways;
    const [memory, cluster] = [await shares(inMemory(snapshot)), await shares(inCluster(snapshot))];
    const without = (ways: typeof memory): object => ways.filter(({ way }) => way !== '8, one typo');
    expect(without(cluster)).toEqual(without(memory));
    const ofTypos = cluster.find(({ way }) => way === '8, one typo');
    expect(ofTypos?.found).toBeGreaterThan(10);
    expect(ofTypos?.missed.map(({ typed }) => typed.trim().includes(' '))).not.toContain(false);
  }, 120_000);
});

describe('a list with two entries of some things', () => {
  const year = (number: number) => [{ kind: 'integer', number } as const];
  const OTHERS = ['Ada Lovelace', 'Alan Turing', 'Grace Hopper', 'Edsger Dijkstra', 'Barbara Liskov', 'Donald Knuth'];
  const snapshot = makeSnapshot({
    entities: [
      { id: 'w1', name: 'Virginia Woolf', properties: { born: year(1882) } },
      {
        id: 'a1',
        name: 'Chinua Achebe',
        properties: { born: year(1930), code: [{ kind: 'identifier', text: 'X-1' }] },
      },
      ...OTHERS.map((name, i) => ({ id: `o${String(i)}`, name, properties: { born: year(1500 + i) } })),
      { id: 'w2', name: 'Woolf, Virginia', properties: { born: year(1882) } },
      { id: 'a2', name: 'Albert Achebe', properties: { born: year(1930), code: [{ kind: 'identifier', text: 'x1' }] } },
      { id: 'h7', name: 'Henry VII of England' },
      { id: 'h8', name: 'Henry VIII of England' },
      ...Array.from({ length: 205 }, (_, i) => ({
        id: `u${String(i)}`,
        name: 'Untitled',
        ...(i > 202 && { properties: { code: [{ kind: 'identifier', text: 'C-77' } as const] } }),
      })),
    ],
    properties: [
      { id: 'born', name: 'Born', datatype: 'integer' },
      { id: 'code', name: 'Code', datatype: 'identifier', identifying: true },
    ],
  });
  const find = (opened: Opened, mustStop = (): boolean => false): Promise<DuplicatesFound> =>
    findDuplicates(
      {
        ...opened,
        executor: createInlineBatchExecutor(snapshot, { batchTimeoutMs: 60_000, queryTimeoutMs: 60_000 }),
      },
      { least: 0.6, anyType: false },
      { asked: () => undefined, judging: () => undefined, mustStop },
    );

  it('has the same duplicates in a cluster as in memory, with the names that too many share', async () => {
    const [memory, cluster] = [await find(inMemory(snapshot)), await find(inCluster(snapshot))];
    expect(cluster).toEqual(memory);
    expect(memory.groups.map(({ entities }) => entities.map(({ id }) => id)).sort()).toEqual([
      ['a1', 'a2'],
      ['u203', 'u204'],
      ['w1', 'w2'],
    ]);
    expect(memory.blocks.map(({ name, size }) => [name, size])).toEqual([['Untitled', 205]]);
  }, 60_000);

  it('reports what was found until it was stopped', async () => {
    expect((await find(inCluster(snapshot), () => true)).asked).toBe(0);
  });
});

it('a file that teaches its columns is measured as one in a cluster as in memory', async () => {
  const { entities, queries } = personsFile(60);
  const snapshot = attachSnapshot(await buildSnapshot({ files: [folder.write('persons.csv', entities)] }));
  const file = folder.write('asked.csv', queries);
  const asOne = async (opened: Opened): Promise<object> => {
    const gold = await openGold(file, opened.whole, { properties: ['born=born', 'town=town', 'trade='] });
    const measured = await evaluateWholeFile(opened, gold, WITH_PROPERTIES);
    return { learned: measured?.learned, counts: measured?.evaluation.counts };
  };
  const memory = await asOne(inMemory(snapshot));
  expect(await asOne(inCluster(snapshot))).toEqual(memory);
  expect(memory).toMatchObject({ learned: expect.arrayContaining([expect.stringContaining('Town: ')]) });
}, 120_000);
