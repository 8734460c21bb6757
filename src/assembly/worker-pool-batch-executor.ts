import type { Worker } from 'node:worker_threads';
import type { Observe } from '../foundation/observation.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { BatchExecutor, RenderedOutcome } from '../reconciliation/batch-executor.js';
import type { Explanation } from '../reconciliation/explanation.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import type { ExplainTask, ExtensionTask, SnapshotWork } from '../reconciliation/snapshot-work.js';
import { BatchThread, startBatchWorker } from './batch-thread.js';
import type { SnapshotImage } from './snapshot-image.js';
import { SharedBatch, type OutcomeOfLost } from './shared-batch.js';
import type { BatchTask, SnapshotCall, SnapshotResult } from './worker-protocol.js';

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
  readonly startWorker?: (image: SnapshotImage) => Worker;
}

/** A batch as it is asked for. */
interface AskedBatch {
  readonly queries: readonly ReconciliationQuery[];
  readonly form: string;
  readonly begunMsAgo: number;
}

function mixedUp(): never {
  throw new SameasError('internal', 'A thread answered something else than it was asked.');
}

/** Queries for which one more thread is worth a message. */
const QUERIES_A_THREAD = 4;
/** A thread that is this long over a batch's deadline is taken to be stuck. */
const GRACE_MS = 10_000;

/** Threads that answer batches over one image; they start at once and end with `close`. */
export class WorkerPoolExecutor implements BatchExecutor, SnapshotWork {
  readonly #image: SnapshotImage;
  readonly #options: WorkerPoolOptions;
  readonly #threads = new Set<BatchThread>();
  /** Batches that are being answered. */
  readonly #underWay = new Set<Promise<unknown>>();
  #nextTask = 0;
  #isClosed = false;

  constructor(image: SnapshotImage, options: WorkerPoolOptions) {
    this.#image = image;
    this.#options = options;
    for (let i = 0; i < options.workers; i++) this.#startThread();
  }

  async execute(queries: readonly ReconciliationQuery[], form: string, begunMsAgo = 0): Promise<readonly RenderedOutcome[]> {
    return this.#whileOpen(this.#compute({ queries, form, begunMsAgo }, (query) => this.#tryAgain(query, form)));
  }

  extend(task: ExtensionTask): Promise<string> {
    return this.#whileOpen(this.#call({ kind: 'extend', task })).then((result) => (result.kind === 'extended' ? result.json : mixedUp()));
  }

  explain(task: ExplainTask): Promise<Explanation> {
    return this.#whileOpen(this.#call({ kind: 'explain', task })).then((result) => (result.kind === 'explained' ? result.explanation : mixedUp()));
  }

  /** Ends the threads once what is under way is answered. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #startThread(): void {
    const worker = (this.#options.startWorker ?? startBatchWorker)(this.#image);
    this.#threads.add(new BatchThread(worker, this.#options.batchTimeoutMs + GRACE_MS, (thread, reason) => this.#replace(thread, reason)));
  }

  #replace(thread: BatchThread, reason: string): void {
    if (!this.#threads.delete(thread) || this.#isClosed) return;
    this.#options.observe({ kind: 'worker-replaced', reason });
    this.#startThread();
    thread.abandon();
  }

  async #tryAgain(query: ReconciliationQuery, form: string): Promise<RenderedOutcome> {
    const failed: RenderedOutcome = { kind: 'failed', error: new SameasError('query-failed', 'The service met a fault of its own with this query.') };
    const [outcome] = await this.#compute({ queries: [query], form, begunMsAgo: 0 }, () => Promise.resolve(failed));
    return outcome ?? failed;
  }

  /** The threads do not end before `answers` has come. */
  async #whileOpen<T>(answers: Promise<T>): Promise<T> {
    this.#underWay.add(answers);
    try {
      return await answers;
    } finally {
      this.#underWay.delete(answers);
    }
  }

  #call(work: SnapshotCall): Promise<SnapshotResult> {
    const [thread] = this.#leastLoaded();
    if (thread === undefined) throw new Error('a pool has a thread');
    return thread.call({ kind: 'work', task: this.#nextTask++, work });
  }

  #leastLoaded(): readonly BatchThread[] {
    return [...this.#threads].sort((a, b) => a.load - b.load);
  }

  /** Gives a batch to the threads with the least to do. */
  #compute({ queries, form, begunMsAgo }: AskedBatch, outcomeOfLost: OutcomeOfLost): Promise<readonly RenderedOutcome[]> {
    const count = Math.max(1, Math.floor(queries.length / QUERIES_A_THREAD));
    const chosen = this.#leastLoaded().slice(0, count);
    const { queryTimeoutMs } = this.#options;
    const batchTimeoutMs = Math.max(0, this.#options.batchTimeoutMs - begunMsAgo);
    const task: BatchTask = { kind: 'batch', task: this.#nextTask++, queries, next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT), form, batchTimeoutMs, queryTimeoutMs };
    const batch = new SharedBatch(queries, chosen.length, outcomeOfLost);
    for (const thread of chosen) thread.share(task, batch, queries.length / chosen.length);
    return batch.settled;
  }
}
