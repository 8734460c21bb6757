import { Worker } from 'node:worker_threads';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { BatchExecutor, RenderedOutcome } from '../reconciliation/batch-executor.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import type { GenerationImage } from './generation-image.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainOutcome, type BatchAnswer, type BatchTask } from './worker-protocol.js';

/*
 * A pool of threads that all compute on the same shared memory. A batch is cut into slices, each goes to the thread with
 * the least to do, and the answers are put back in order: what comes out does not depend on who computed it.
 *
 * A thread that dies, or does not answer long after its deadline, is replaced. Its slices are given out again, a query at a time, so that
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

/** Queries below this number are not worth cutting up. */
const SMALLEST_SLICE = 4;
/** A thread that is this long over a batch's deadline is taken to be stuck. */
const GRACE_MS = 10_000;

interface Slice {
  readonly queries: readonly ReconciliationQuery[];
  readonly form: string;
  readonly isRetry: boolean;
  readonly settle: (outcomes: readonly RenderedOutcome[]) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly open: Map<number, Slice>;
  /** Queries under way; decides who gets the next slice. */
  load: number;
  watchdog: NodeJS.Timeout | undefined;
}

/** Threads that answer slices of batches over one image; they start at once and end with `close`. */
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
      const slice = thread.open.get(answer.task);
      if (slice === undefined) return;
      finish(thread, answer.task, slice);
      slice.settle(answer.outcomes.map(fromPlainOutcome));
    });
    worker.on('error', (fault: Error) => bury(thread, `${fault.name}: ${fault.message}`));
    worker.on('exit', (code) => bury(thread, `the thread ended with code ${String(code)}`));
    worker.unref();
  }

  function finish(thread: Thread, task: number, slice: Slice): void {
    thread.open.delete(task);
    thread.load -= slice.queries.length;
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
    for (const slice of thread.open.values()) giveOutAgain(slice);
    thread.open.clear();
  }

  function giveOutAgain(slice: Slice): void {
    if (slice.isRetry) {
      slice.settle(slice.queries.map(() => ({ kind: 'failed', error: new SameasError('query-failed', 'The service met a fault of its own with this query.') })));
      return;
    }
    void Promise.all(slice.queries.map((query) => compute([query], slice.form, true))).then((parts) => slice.settle(parts.flat()));
  }

  function compute(queries: readonly ReconciliationQuery[], form: string, isRetry: boolean): Promise<readonly RenderedOutcome[]> {
    return new Promise((settle) => {
      const thread = [...threads].reduce((least, other) => (other.load < least.load ? other : least));
      const task = nextTask++;
      thread.open.set(task, { queries, form, isRetry, settle });
      thread.load += queries.length;
      if (thread.open.size === 1) watch(thread);
      thread.worker.postMessage({ task, queries, form, batchTimeoutMs: options.batchTimeoutMs, queryTimeoutMs: options.queryTimeoutMs } satisfies BatchTask);
    });
  }

  async function execute(queries: readonly ReconciliationQuery[], form: string): Promise<readonly RenderedOutcome[]> {
    underWay++;
    try {
      const parts = await Promise.all(slices(queries, options.workers).map((part) => compute(part, form, false)));
      return parts.flat();
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

/** A thread that answers slices of batches over the image. */
export function startBatchWorker(image: GenerationImage): Worker {
  return new Worker(workerEntry('batch-worker'), { workerData: image, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
}

/** Cuts a batch into at most `parts` runs of nearly equal length, none smaller than is worth a message. */
function slices(queries: readonly ReconciliationQuery[], parts: number): (readonly ReconciliationQuery[])[] {
  const count = Math.max(1, Math.min(parts, Math.floor(queries.length / SMALLEST_SLICE)));
  const length = Math.ceil(queries.length / count);
  return Array.from({ length: count }, (_, i) => queries.slice(i * length, (i + 1) * length)).filter((part) => part.length > 0);
}
