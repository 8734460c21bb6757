import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { explanationInEnglish } from '../../src/describe/explanation-in-english.js';
import { buildSnapshot } from '../../src/assembly/build-snapshot.js';
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
import { WITH_REASONS, WITHOUT_REASONS, type AnswerAsData, type Outcome } from '../../src/describe/answer.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import { SameasError } from '../../src/foundation/sameas-error.js';
import { inEnglish } from '../../src/foundation/sentence.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { temporaryFolder } from '../support/temporary-files.js';

const folder = temporaryFolder();
let image: SnapshotImage;
let otherImage: SnapshotImage;

const surnames = [
  'Abbott',
  'Berger',
  'Castillo',
  'Dvořák',
  'Eriksen',
  'Fournier',
  'Grünwald',
  'Horváth',
  'Ivanova',
  'Jansen',
];
const givenNames = ['Ada', 'Boris', 'Chiara', 'Dmitri', 'Elif', 'François', 'Greta', 'Hana'];

beforeAll(async () => {
  const rows = surnames.flatMap((surname, i) =>
    givenNames.map((given, j) => `p${String(i * 10 + j)},${given} ${surname},Person,19${String(10 + i * 7 + j)}`),
  );
  image = await buildSnapshot({ files: [folder.write('people.csv', ['id,name,type,born', ...rows].join('\n'))] });
  otherImage = await buildSnapshot({
    files: [folder.write('others.csv', 'id,name\no1,Greta Grunwald\no2,Chiara Castillo\n')],
  });
});
afterAll(() => folder.remove());

const query = (text: string, more: Partial<ReconciliationQuery> = {}): ReconciliationQuery => ({
  text,
  types: [],
  typeMode: 'any',
  properties: [],
  limit: 10,
  ...more,
});

const QUERIES = [
  ...surnames.map((surname) => query(`G. ${surname}`)),
  ...givenNames.map((given) => query(`${given} Grunwald`, { types: ['Person'], typeMode: 'should' })),
  query('Chiara Castilo', { properties: [{ property: 'born', values: ['1926'] }] }),
  query('p33'),
  query('Ada Abbot', {
    names: [
      { values: ['Ada Abbot', 'Adda Abbott'], quantifier: 'all', required: true },
      { values: ['Boris Abbott'], quantifier: 'none' },
    ],
  }),
  query('', {
    identifiers: [{ values: ['p33', 'p34'] }],
    properties: [{ property: 'born', values: ['1934'], required: true, exact: true }],
  }),
  query('nobody at all'),
];

const limits = { batchTimeoutMs: 10_000, queryTimeoutMs: 2_000 };

function json(outcomes: readonly Outcome<string>[]): readonly string[] {
  return outcomes.map((outcome) => (outcome.kind === 'answered' ? outcome.answer : `failed: ${outcome.error.message}`));
}

/** What answers over one image, with threads of its own. */
function poolOver(
  of: SnapshotImage,
  options: WorkerPoolOptions & typeof limits,
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

describe('batches', () => {
  it('have the same bytes from worker threads as from this thread', async () => {
    const inline = createInlineBatchExecutor(attachSnapshot(image), limits);
    const pool = poolOver(image, { workers: 2, ...limits, observe: observeNothing });
    try {
      const expected = json(await inline.execute(QUERIES, 'objects'));
      expect(expected.some((answer) => answer.includes('"match":true'))).toBe(true);
      for (const length of [QUERIES.length, 1, 5]) {
        expect(json(await pool.execute(QUERIES.slice(0, length), 'objects'))).toEqual(expected.slice(0, length));
      }
      expect(json(await pool.execute(QUERIES, 'draft'))).toEqual(json(await inline.execute(QUERIES, 'draft')));
    } finally {
      await pool.close();
    }
  });

  it('are plain data where that is asked for, the same from threads as from this one, with reasons where they are wanted', async () => {
    const inline = createInlineBatchExecutor(attachSnapshot(image), limits);
    const pool = poolOver(image, { workers: 2, ...limits, observe: observeNothing });
    const ofPair: AnswerAsData = { reasons: 'of the pair', languages: ['de'] };
    try {
      for (const form of [WITHOUT_REASONS, WITH_REASONS, ofPair])
        expect(await pool.execute(QUERIES, form)).toEqual(await inline.execute(QUERIES, form));
      const [bare, told] = [
        await pool.execute([query('Chiara Castilo')], WITHOUT_REASONS),
        await pool.execute([query('Chiara Castilo')], WITH_REASONS),
      ].map(([outcome]) => (outcome?.kind === 'answered' ? outcome.answer : undefined));
      const [first] = bare?.candidates ?? [];
      expect(first).toMatchObject({ id: 'p22', match: true, probability: expect.any(Number) });
      expect(first?.features.map(({ reason }) => reason)).toEqual(first?.features.map(() => []));
      expect(told?.candidates[0]?.features.every(({ reason }) => inEnglish(reason) !== '')).toBe(true);
      const shares = (bare?.candidates ?? []).reduce((sum, { probability }) => sum + probability, 0);
      expect(shares + (bare?.nothing.probability ?? 0)).toBeLessThan(1.001);
      expect(await pool.execute([query('x')], 'no such form')).toMatchObject([
        { kind: 'failed', error: { code: 'query-failed' } },
      ]);
    } finally {
      await pool.close();
    }
  });

  it('leave room for extensions, explanations and parts of the dataset, which are the same from a thread as from this one, and tell what is wrong', async () => {
    const snapshot = attachSnapshot(image);
    const pool = poolOver(image, { workers: 1, ...limits, observe: observeNothing });
    try {
      const extension = {
        json: '{"ids":["p1","p2"],"properties":[{"id":"born"}]}',
        wire: 'older',
        from: 'body',
      } as const;
      expect(await pool.extend(extension)).toBe(renderAnswer(snapshot.dataset, readExtensionTask(extension), 'older'));
      const asked = { query: query('Chiara Castilo'), ids: [] };
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
      await expect(pool.explain({ query: query('x'), ids: ['nobody'] })).rejects.toMatchObject({
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
      ...limits,
      observe: (observation) => observations.push(observation),
      startThread: (...thread) => {
        const worker = startNodeThread(...thread);
        workers.push(worker);
        return worker;
      },
    });
    try {
      const expected = json(await createInlineBatchExecutor(attachSnapshot(image), limits).execute(QUERIES, 'objects'));
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
      ...limits,
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
      const [outcome] = await pool.execute([query('Ada Abbott')], 'objects');
      expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'query-failed' } });
      const [next] = await pool.execute([query('Ada Abbott')], 'objects');
      expect(next).toMatchObject({ kind: 'answered' });
    } finally {
      await pool.close();
    }
  });

  it('are answered over several snapshots by the same threads, also by one that took the place of another', async () => {
    const workers: WorkerPort[] = [];
    const pool = new WorkerPool({
      workers: 1,
      ...limits,
      observe: observeNothing,
      startThread: (...thread) => {
        const worker = startNodeThread(...thread);
        workers.push(worker);
        return worker;
      },
    });
    try {
      const [one, other] = [
        new WorkerPoolExecutor(pool, image, limits),
        new WorkerPoolExecutor(pool, otherImage, limits),
      ];
      const expected = json(
        await createInlineBatchExecutor(attachSnapshot(otherImage), limits).execute(QUERIES, 'objects'),
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

  it('fail, and do not wait for ever, when the pool is closed before they are answered', async () => {
    const pool = poolOver(image, { workers: 1, ...limits, observe: observeNothing });
    const answers = pool.execute(QUERIES, 'objects');
    await pool.close();
    expect(await answers).toHaveLength(QUERIES.length);
    expect((await answers).every((outcome) => outcome.kind === 'failed')).toBe(true);
  });
});

describe('the cache of answers', () => {
  function counted(): { readonly inner: BatchExecutor; readonly computed: string[] } {
    const executor = createInlineBatchExecutor(attachSnapshot(image), limits);
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
      await executor.execute([query('Ada Abbott'), query('Hana Jansen'), query('Ada Abbott')], 'objects'),
    );
    expect(first[0]).toBe(first[2]);
    expect(json(await executor.execute([query('Hana Jansen')], 'objects'))).toEqual([first[1]]);
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
        [query('Ada Abbott')],
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
      asked.map((more) => query('Ada Abbott', more)),
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
    expect(await executor.execute([query('Ada Abbott')], 'objects')).toMatchObject([
      { kind: 'failed', error: { code: 'query-failed' } },
    ]);
    expect(await executor.execute([query('Ada Abbott')], 'objects')).toMatchObject([{ kind: 'answered' }]);
  });

  it('stays within its bytes', () => {
    const cache = createAnswerCache(10_000);
    for (let i = 0; i < 1_000; i++) cache?.set(`key ${String(i)}`, 'x'.repeat(40));
    expect(cache?.calculatedSize).toBeLessThanOrEqual(10_000);
    expect(cache?.size).toBeGreaterThan(50);
  });
});
