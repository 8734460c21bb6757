import { Worker } from 'node:worker_threads';
import { SameasError } from '../foundation/sameas-error.js';
import type { SharedBatch } from './shared-batch.js';
import { workerEntry } from './worker-entry.js';
import {
  fromPlainError,
  fromPlainOutcome,
  type AttachAnyTask,
  type BatchAnswer,
  type BatchTask,
  type DetachTask,
  type SnapshotResult,
  type WorkAnswer,
  type WorkTask,
} from './worker-protocol.js';

/** Nearly everything that a query makes is gone with it; left to itself, each thread would take four times as much for it. */
const YOUNG_MB = 8;

/** A thread that takes queries of batches over these snapshots, and over those that it is given later. */
export function startBatchWorker(attached: readonly AttachAnyTask[]): Worker {
  return new Worker(workerEntry('batch-worker'), {
    workerData: attached,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
}

/** The part of a thread in a batch. */
interface Share {
  readonly batch: SharedBatch;
  /** About how many queries of it are the thread's. */
  readonly load: number;
}

/** Work of another kind that the thread does. */
interface Call {
  readonly resolve: (result: SnapshotResult) => void;
  readonly reject: (error: SameasError) => void;
}

/** About how many queries such work is worth. */
const LOAD_OF_CALL = 10;

/** A thread that computes shares of batches, as it is seen from outside. */
export class BatchThread {
  readonly #worker: Worker;
  readonly #answerMs: number;
  readonly #whenLost: (thread: BatchThread, reason: string) => void;
  readonly #shares = new Map<number, Share>();
  readonly #calls = new Map<number, Call>();
  #watchdog: NodeJS.Timeout | undefined;

  /** `answerMs`: a thread that answers nothing for this long is stuck. `whenLost` hears when it is, and when it has died; perhaps twice. */
  constructor(worker: Worker, answerMs: number, whenLost: (thread: BatchThread, reason: string) => void) {
    this.#worker = worker;
    this.#answerMs = answerMs;
    this.#whenLost = whenLost;
    worker.on('message', (answer: BatchAnswer | WorkAnswer) =>
      answer.kind === 'batch' ? this.#hear(answer) : this.#hearWork(answer),
    );
    worker.on('error', (fault: Error) => whenLost(this, `${fault.name}: ${fault.message}`));
    worker.on('exit', (code) => whenLost(this, `the thread ended with code ${String(code)}`));
    worker.unref();
  }

  /** About how many queries are under way. */
  get load(): number {
    return [...this.#shares.values()].reduce((sum, { load }) => sum + load, 0) + this.#calls.size * LOAD_OF_CALL;
  }

  /** Has it take up a snapshot, or let one go. */
  tell(task: AttachAnyTask | DetachTask): void {
    this.#worker.postMessage(task);
  }

  /** Takes part in a batch. */
  share(task: BatchTask, batch: SharedBatch, load: number): void {
    this.#shares.set(task.task, { batch, load });
    if (this.#underWay === 1) this.#watch();
    this.#worker.postMessage(task);
  }

  /** Does other work. Rejects with what is wrong with the request, and with `query-failed` when the thread is lost. */
  call(task: WorkTask): Promise<SnapshotResult> {
    return new Promise((resolve, reject) => {
      this.#calls.set(task.task, { resolve, reject });
      if (this.#underWay === 1) this.#watch();
      this.#worker.postMessage(task);
    });
  }

  /** Ends it, and has no part any more in the batches that it had. */
  abandon(): void {
    void this.end();
    for (const { batch } of this.#shares.values()) batch.leave();
    this.#shares.clear();
    for (const { reject } of this.#calls.values())
      reject(new SameasError('query-failed', 'The service met a fault of its own, or the answer took too long.'));
    this.#calls.clear();
  }

  /** Ends it, whatever it does. Resolves when it is gone. */
  async end(): Promise<void> {
    clearTimeout(this.#watchdog);
    await this.#worker.terminate();
  }

  #hear({ task, places, outcomes }: BatchAnswer): void {
    const share = this.#shares.get(task);
    if (share === undefined) return;
    this.#shares.delete(task);
    this.#watchRest();
    outcomes.forEach((outcome, i) => share.batch.tell(places[i] ?? -1, fromPlainOutcome(outcome)));
    share.batch.leave();
  }

  #hearWork({ task, result }: WorkAnswer): void {
    const call = this.#calls.get(task);
    if (call === undefined) return;
    this.#calls.delete(task);
    this.#watchRest();
    if (result.kind === 'failed') call.reject(fromPlainError(result.error));
    else call.resolve(result);
  }

  get #underWay(): number {
    return this.#shares.size + this.#calls.size;
  }

  #watchRest(): void {
    clearTimeout(this.#watchdog);
    if (this.#underWay > 0) this.#watch();
  }

  #watch(): void {
    this.#watchdog = setTimeout(() => this.#whenLost(this, 'the thread did not answer in time'), this.#answerMs);
    this.#watchdog.unref();
  }
}
