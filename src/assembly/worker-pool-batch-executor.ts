import { Worker } from 'node:worker_threads';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { BatchExecutor, RenderedOutcome } from '../reconciliation/batch-executor.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import type { GenerationImage } from './generation-image.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainOutcome, type BatchAnswer, type BatchTask } from './worker-protocol.js';

/*
 * A pool of threads that all compute on the same shared memory. A batch is given to several threads at once, and each takes the
 * next query that none of them has begun: so all are done at about the same time, whatever each query costs and whoever was
 * late. The answers are put in order; what comes out does not depend on who computed it.
 *
 * A thread that dies, or does not answer long after its deadline, is replaced. What it had taken is given out again, a query at a time, so that
 * only a query which kills a thread a second time fails; no other query of anybody's batch is lost.
 */

export interface WorkerPoolOptions {
  readonly workers: number;
  /** For one batch; what is computed after it is computed with less effort. */
  readonly batchTimeoutMs: number;
  /** For one query of it. */
  readonly queryTimeoutMs: number;
  readonly observe: Observe;
  /** Starts a thread that runs batch-worker.ts; tests hand in their own to get hold of the threads. */
  readonly startWorker?: (image: GenerationImage) => Worker;
}

export interface WorkerPoolExecutor extends BatchExecutor {
  /** Ends the threads once what is under way is answered. */
  readonly close: () => Promise<void>;
}

/** Queries for which one more thread is worth a message. */
const QUERIES_A_THREAD = 4;
/** A thread that is this long over a batch's deadline is taken to be stuck. */
const GRACE_MS = 10_000;

/** A batch under way. */
interface SharedBatch {
  readonly queries: readonly ReconciliationQuery[];
  readonly form: string;
  readonly isRetry: boolean;
  /** By the places of the queries. */
  readonly outcomes: (RenderedOutcome | undefined)[];
  /** Threads that have it and live. */
  waiting: number;
  readonly settle: (outcomes: readonly RenderedOutcome[]) => void;
}

/** The part of a thread in a batch. */
interface Share {
  readonly batch: SharedBatch;
  /** About how many queries of it are the thread's. */
  readonly load: number;
}

interface Thread {
  readonly worker: Worker;
  readonly open: Map<number, Share>;
  /** Queries under way; decides who gets the next batch. */
  load: number;
  watchdog: NodeJS.Timeout | undefined;
}

/** Threads that answer batches over one image; they start at once and end with `close`. */
export function createWorkerPoolExecutor(image: GenerationImage, options: WorkerPoolOptions): WorkerPoolExecutor {
  const threads = new Set<Thread>();
  let nextTask = 0;
  let closing = false;
  let underWay = 0;
  let drained: (() => void) | undefined;

  for (let i = 0; i < options.workers; i++) startThread();

  function startThread(): void {
    const worker = (options.startWorker ?? startBatchWorker)(image);
    const thread: Thread = { worker, open: new Map(), load: 0, watchdog: undefined };
    threads.add(thread);
    worker.on('message', (answer: BatchAnswer) => {
      const share = thread.open.get(answer.task);
      if (share === undefined) return;
      for (const [i, outcome] of answer.outcomes.entries()) share.batch.outcomes[answer.places[i] ?? -1] = fromPlainOutcome(outcome);
      finish(thread, answer.task, share);
      leave(share.batch);
    });
    worker.on('error', (fault: Error) => bury(thread, `${fault.name}: ${fault.message}`));
    worker.on('exit', (code) => bury(thread, `the thread ended with code ${String(code)}`));
    worker.unref();
  }

  function finish(thread: Thread, task: number, share: Share): void {
    thread.open.delete(task);
    thread.load -= share.load;
    clearTimeout(thread.watchdog);
    if (thread.open.size > 0) watch(thread);
  }

  function watch(thread: Thread): void {
    thread.watchdog = setTimeout(() => {
      bury(thread, 'the thread did not answer in time');
    }, options.batchTimeoutMs + GRACE_MS);
    thread.watchdog.unref();
  }

  function bury(thread: Thread, reason: string): void {
    if (!threads.delete(thread) || closing) return;
    clearTimeout(thread.watchdog);
    void thread.worker.terminate();
    options.observe({ kind: 'worker-replaced', reason });
    startThread();
    for (const { batch } of thread.open.values()) leave(batch);
    thread.open.clear();
  }

  /** One thread less has this batch; with the last, what has no outcome was taken by threads that died. */
  function leave(batch: SharedBatch): void {
    batch.waiting--;
    if (batch.waiting > 0) return;
    void Promise.all(batch.queries.map((query, place) => outcomeAt(batch, query, place))).then(batch.settle);
  }

  async function outcomeAt({ outcomes, form, isRetry }: SharedBatch, query: ReconciliationQuery, place: number): Promise<RenderedOutcome> {
    const known = outcomes[place];
    if (known !== undefined) return known;
    const [again] = isRetry ? [] : await compute([query], form, true);
    return again ?? { kind: 'failed', error: new SameasError('query-failed', 'The service met a fault of its own with this query.') };
  }

  function compute(queries: readonly ReconciliationQuery[], form: string, isRetry: boolean): Promise<readonly RenderedOutcome[]> {
    return new Promise((settle) => {
      const count = Math.max(1, Math.floor(queries.length / QUERIES_A_THREAD));
      const chosen = [...threads].sort((a, b) => a.load - b.load).slice(0, count);
      const batch: SharedBatch = { queries, form, isRetry, outcomes: [], waiting: chosen.length, settle };
      const task = nextTask++;
      const { batchTimeoutMs, queryTimeoutMs } = options;
      const message: BatchTask = { task, queries, next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT), form, batchTimeoutMs, queryTimeoutMs };
      for (const thread of chosen) {
        const share = { batch, load: queries.length / chosen.length };
        thread.open.set(task, share);
        thread.load += share.load;
        if (thread.open.size === 1) watch(thread);
        thread.worker.postMessage(message);
      }
    });
  }

  async function execute(queries: readonly ReconciliationQuery[], form: string): Promise<readonly RenderedOutcome[]> {
    underWay++;
    try {
      return await compute(queries, form, false);
    } finally {
      underWay--;
      if (underWay === 0) drained?.();
    }
  }

  async function close(): Promise<void> {
    if (underWay > 0) await new Promise<void>((resolve) => (drained = resolve));
    closing = true;
    await Promise.all([...threads].map((thread) => thread.worker.terminate()));
  }

  return { execute, close };
}

/** Nearly everything that a query makes is gone with it; left to itself, each thread would take four times as much for it. */
const YOUNG_MB = 8;

/** A thread that takes queries of batches over the image. */
export function startBatchWorker(image: GenerationImage): Worker {
  return new Worker(workerEntry('batch-worker'), { workerData: image, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
}
