import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { explanationInEnglish } from '../../src/describe/explanation-in-english.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
import { createBatchExecutor } from '../../src/assembly/create-batch-executor.js';
import { createClusterExecutor } from '../../src/assembly/cluster-executor.js';
import { LeasedSnapshots } from '../../src/assembly/leased-snapshots.js';
import { openClusterDataset } from '../../src/cluster/cluster-dataset.js';
import { readInMemory } from '../../src/scoring/snapshot.js';
import { createAnswerCache, createCachingBatchExecutor } from '../../src/assembly/caching-batch-executor.js';
import { attachSnapshot, type SnapshotImage } from '../../src/assembly/snapshot-image.js';
import { startNodeThread, type WorkerPort } from '../../src/assembly/workers/worker-thread.js';
import { createInlineBatchExecutor } from '../../src/assembly/inline-batch-executor.js';
import {
  WorkerPool,
  WorkerPoolExecutor,
  type WorkerPoolOptions,
} from '../../src/assembly/worker-pool-batch-executor.js';
import { writeDatasetPart } from '../../src/assembly/write-dataset-part.js';
import { readExtensionTask, renderAnswer } from '../../src/protocols/answer-extension.js';
import { explainQuery } from '../../src/describe/explain-candidate.js';
import { observeNothing, type Observation } from '../../src/foundation/observation.js';
import type { Outcome } from '../../src/describe/answer.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { describeBatchExecutor, LIMITS, PEOPLE, QUERIES, queryFor } from '../contract/batch-executor.contract.js';
import { clusterInMemory } from '../support/documents-in-memory.js';
import { documentsOf } from '../support/documents-of-snapshot.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
let image: SnapshotImage;
let otherImage: SnapshotImage;

beforeAll(async () => {
  image = await buildSnapshot({ files: [folder.write('people.csv', PEOPLE)] });
  otherImage = await buildSnapshot({
    files: [folder.write('others.csv', 'id,name\no1,Greta Grunwald\no2,Chiara Castillo\n')],
  });
});
afterAll(() => folder.remove());

function json(outcomes: readonly Outcome<string>[]): readonly string[] {
  return outcomes.map((outcome) => (outcome.kind === 'answered' ? outcome.answer : `failed: ${outcome.error.message}`));
}

/** What answers over one image, with threads of its own. */
function poolOver(
  of: SnapshotImage,
  options: WorkerPoolOptions & typeof LIMITS,
): Pick<WorkerPoolExecutor, 'execute' | 'extend' | 'explain' | 'write' | 'close'> {
  const pool = new WorkerPool(options);
  const executor = new WorkerPoolExecutor(pool, of, options);
  return {
    execute: (...batch) => executor.execute(...batch),
    extend: (task) => executor.extend(task),
    explain: (task) => executor.explain(task),
    write: (task) => executor.write(task),
    close: async () => {
      await executor.close();
      await pool.close();
    },
  };
}

describeBatchExecutor('on the calling thread', (of) => {
  const snapshot = attachSnapshot(of);
  const executor = createBatchExecutor(of, snapshot, { workers: 0, ...LIMITS }, observeNothing);
  return { ...executor, read: readInMemory(snapshot) };
});

describeBatchExecutor('on two threads', (of) => {
  const snapshot = attachSnapshot(of);
  const executor = createBatchExecutor(of, snapshot, { workers: 2, ...LIMITS }, observeNothing);
  return { ...executor, read: readInMemory(snapshot) };
});

describeBatchExecutor('from the cache of answers', (of) => {
  const snapshot = attachSnapshot(of);
  const cache = createAnswerCache(10_000_000);
  const inner = createInlineBatchExecutor(snapshot, LIMITS);
  return {
    ...createCachingBatchExecutor(inner, { snapshotId: of.id, cache, observe: observeNothing }),
    read: readInMemory(snapshot),
    close: () => Promise.resolve(),
  };
});

describeBatchExecutor('over a leased snapshot', (of) => {
  const snapshot = attachSnapshot(of);
  const leased = new LeasedSnapshots(observeNothing);
  const executor = createBatchExecutor(of, snapshot, { workers: 0, ...LIMITS }, observeNothing);
  leased.replace({ snapshot, read: readInMemory(snapshot), executor });
  const { current } = leased;
  if (current === undefined) throw new Error('no snapshot is served');
  return { ...current.batches, read: current.read, close: () => leased.close() };
});

describeBatchExecutor('over a search cluster', (of) => {
  const documents = documentsOf(attachSnapshot(of));
  const reading = { depth: 100, timeoutMs: 60_000 };
  const access = { nodes: [], user: '', password: '', ca: undefined };
  const attached = {
    ...openClusterDataset(clusterInMemory(documents), documents.state, reading),
    write: () => Promise.reject(new Error('not written as a whole')),
    close: () => Promise.resolve(),
  };
  const executor = createClusterExecutor({ ...documents.state, access, reading }, attached, LIMITS);
  return { ...executor, read: attached.read };
});

describe('batches', () => {
  it('leave room for extensions, explanations and parts of the dataset, which are the same from a thread as from this one, and tell what is wrong', async () => {
    const snapshot = attachSnapshot(image);
    const pool = poolOver(image, { workers: 1, ...LIMITS, observe: observeNothing });
    try {
      const extension = {
        json: '{"ids":["p1","p2"],"properties":[{"id":"born"}]}',
        wire: 'older',
        from: 'body',
      } as const;
      expect(await pool.extend(extension)).toBe(renderAnswer(snapshot.dataset, readExtensionTask(extension), 'older'));
      const asked = { query: queryFor('Chiara Castilo'), ids: [] };
      const withoutTimes = (explanation: unknown): string =>
        JSON.stringify(explanation, (key, value: unknown) =>
          key === 'elapsedMs' || key === 'scoringMs' ? undefined : value,
        );
      expect(withoutTimes(explanationInEnglish(await pool.explain(asked)))).toBe(
        withoutTimes(explanationInEnglish(explainQuery(snapshot, asked))),
      );
      const whole = {
        form: 'jsonl',
        from: 0,
        identifierSpace: 'https://a.example/',
        schemaSpace: 'https://b.example/',
      } as const;
      expect(await pool.write(whole)).toEqual(writeDatasetPart(snapshot.dataset, whole));
      await expect(pool.explain({ query: queryFor('x'), ids: ['nobody'] })).rejects.toMatchObject({
        code: 'entity-unknown',
      });
      await expect(pool.extend({ ...extension, json: '[' })).rejects.toMatchObject({ code: 'body-malformed' });
    } finally {
      await pool.close();
    }
  });

  it('are answered whole when a thread dies with queries of theirs under way, and the thread is replaced', async () => {
    const workers: WorkerPort[] = [];
    const observations: Observation[] = [];
    const pool = poolOver(image, {
      workers: 2,
      ...LIMITS,
      observe: (observation) => observations.push(observation),
      startThread: (...thread) => {
        const worker = startNodeThread(...thread);
        workers.push(worker);
        return worker;
      },
    });
    try {
      const expected = json(await createInlineBatchExecutor(attachSnapshot(image), LIMITS).execute(QUERIES, 'objects'));
      const answers = pool.execute(QUERIES, 'objects');
      await workers[0]?.terminate(); // before it has answered: the batch was only just handed over
      expect(json(await answers)).toEqual(expected);
      expect(observations.map((o) => o.kind)).toEqual(['worker-replaced']);
      expect(workers).toHaveLength(3);
      expect(json(await pool.execute(QUERIES, 'objects'))).toEqual(expected);
    } finally {
      await pool.close();
    }
  });

  it('fail only for the query whose thread dies twice', async () => {
    const workers: WorkerPort[] = [];
    const pool = poolOver(image, {
      workers: 1,
      ...LIMITS,
      observe: observeNothing,
      startThread: (...thread) => {
        const worker = startNodeThread(...thread);
        workers.push(worker);
        // The first two threads die at once, so one query loses its second thread too.
        if (workers.length <= 2) void worker.terminate();
        return worker;
      },
    });
    try {
      const [outcome] = await pool.execute([queryFor('Ada Abbott')], 'objects');
      expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'query-failed' } });
      const [next] = await pool.execute([queryFor('Ada Abbott')], 'objects');
      expect(next).toMatchObject({ kind: 'answered' });
    } finally {
      await pool.close();
    }
  });

  it('are answered over several snapshots by the same threads, also by one that took the place of another', async () => {
    const workers: WorkerPort[] = [];
    const pool = new WorkerPool({
      workers: 1,
      ...LIMITS,
      observe: observeNothing,
      startThread: (...thread) => {
        const worker = startNodeThread(...thread);
        workers.push(worker);
        return worker;
      },
    });
    try {
      const [one, other] = [
        new WorkerPoolExecutor(pool, image, LIMITS),
        new WorkerPoolExecutor(pool, otherImage, LIMITS),
      ];
      const expected = json(
        await createInlineBatchExecutor(attachSnapshot(otherImage), LIMITS).execute(QUERIES, 'objects'),
      );
      expect(expected).not.toEqual(json(await one.execute(QUERIES, 'objects')));
      expect(json(await other.execute(QUERIES, 'objects'))).toEqual(expected);
      const answers = other.execute(QUERIES, 'objects');
      await workers[0]?.terminate();
      expect(json(await answers)).toEqual(expected);
      await one.close();
      expect(json(await other.execute(QUERIES, 'objects'))).toEqual(expected);
    } finally {
      await pool.close();
    }
  });
});

describe('the cache of answers', () => {
  function counted(): { readonly inner: BatchExecutor; readonly computed: string[] } {
    const executor = createInlineBatchExecutor(attachSnapshot(image), LIMITS);
    const computed: string[] = [];
    return {
      computed,
      inner: {
        execute: (queries, form) => {
          computed.push(...queries.map((q) => q.text));
          return executor.execute(queries, form);
        },
      },
    };
  }

  it('computes identical queries once, in one batch and from one to the next', async () => {
    const { inner, computed } = counted();
    const observations: Observation[] = [];
    const executor = createCachingBatchExecutor(inner, {
      snapshotId: 'a',
      cache: createAnswerCache(1_000_000),
      observe: (o) => observations.push(o),
    });
    const first = json(
      await executor.execute([queryFor('Ada Abbott'), queryFor('Hana Jansen'), queryFor('Ada Abbott')], 'objects'),
    );
    expect(first[0]).toBe(first[2]);
    expect(json(await executor.execute([queryFor('Hana Jansen')], 'objects'))).toEqual([first[1]]);
    expect(computed).toEqual(['Ada Abbott', 'Hana Jansen']);
    expect(observations).toMatchObject([
      { kind: 'batch-answered', queries: 3, cacheHits: 1, failed: 0 },
      { kind: 'batch-answered', queries: 1, cacheHits: 1, failed: 0 },
    ]);
  });

  it('keeps snapshots and wire forms apart', async () => {
    const { inner, computed } = counted();
    const cache = createAnswerCache(1_000_000);
    for (const [snapshotId, form] of [
      ['a', 'objects'],
      ['b', 'objects'],
      ['b', 'strings'],
    ] as const) {
      await createCachingBatchExecutor(inner, { snapshotId, cache, observe: observeNothing }).execute(
        [queryFor('Ada Abbott')],
        form,
      );
    }
    expect(computed).toHaveLength(3);
  });

  it('keeps queries apart that differ in nothing but a condition', async () => {
    const { inner, computed } = counted();
    const executor = createCachingBatchExecutor(inner, {
      snapshotId: 'a',
      cache: createAnswerCache(1_000_000),
      observe: observeNothing,
    });
    const born = { property: 'born', values: ['1910'] };
    const asked: readonly Partial<ReconciliationQuery>[] = [
      {},
      { names: [{ values: ['Ada Abbott'], required: true }] },
      { names: [{ values: ['Ada Abbott'], exact: true }] },
      { identifiers: [{ values: ['p0'] }] },
      { identifiers: [{ values: ['p0'], quantifier: 'none' }] },
      { properties: [born] },
      { properties: [{ ...born, required: true }] },
      { properties: [{ ...born, quantifier: 'none' }] },
      { properties: [{ ...born, exact: true }] },
    ];
    await executor.execute(
      asked.map((more) => queryFor('Ada Abbott', more)),
      'draft',
    );
    expect(computed).toHaveLength(asked.length);
  });

  it('never keeps a failed answer', async () => {
    let calls = 0;
    const { inner } = counted();
    const failing: BatchExecutor = {
      execute: (queries, form) => {
        calls++;
        return calls === 1
          ? Promise.resolve([{ kind: 'failed', error: new SameasError('query-failed', 'It failed.') }])
          : inner.execute(queries, form);
      },
    };
    const executor = createCachingBatchExecutor(failing, {
      snapshotId: 'a',
      cache: createAnswerCache(1_000_000),
      observe: observeNothing,
    });
    expect(await executor.execute([queryFor('Ada Abbott')], 'objects')).toMatchObject([
      { kind: 'failed', error: { code: 'query-failed' } },
    ]);
    expect(await executor.execute([queryFor('Ada Abbott')], 'objects')).toMatchObject([{ kind: 'answered' }]);
  });

  it('stays within its bytes', () => {
    const cache = createAnswerCache(10_000);
    for (let i = 0; i < 1_000; i++) cache?.set(`key ${String(i)}`, 'x'.repeat(40));
    expect(cache?.calculatedSize).toBeLessThanOrEqual(10_000);
    expect(cache?.size).toBeGreaterThan(50);
  });
});
