import { Worker } from 'node:worker_threads';
import type { SameasError } from '../foundation/sameas-error.js';
import { LifeCycle, THREAD_STATES } from './life-cycle.js';
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
  readonly reject: (error: SameasError | ThreadLost) => void;
}

/** About how many queries such work is worth. */
const LOAD_OF_CALL = 10;

/** Work was not answered because its thread was lost. */
export class ThreadLost extends Error {}

/** A thread that computes shares of batches, as it is seen from outside. Its states are those of `THREAD_STATES`. */
export class BatchThread {
  readonly #life = new LifeCycle(THREAD_STATES, 'starting');
  readonly #worker: Worker;
  readonly #answerMs: number;
  readonly #whenLost: (thread: BatchThread, reason: string) => void;
  readonly #shares = new Map<number, Share>();
  readonly #calls = new Map<number, Call>();
  #watchdog: NodeJS.Timeout | undefined;

  /** `answerMs`: a thread that answers nothing for this long is stuck. `whenLost` hears once when it is, or when it has died. */
  constructor(worker: Worker, answerMs: number, whenLost: (thread: BatchThread, reason: string) => void) {
    this.#worker = worker;
    this.#answerMs = answerMs;
    this.#whenLost = whenLost;
    worker.once('online', () => {
      if (this.#life.takes('online')) this.#life.move('online');
    });
    worker.on('message', (answer: BatchAnswer | WorkAnswer) =>
      answer.kind === 'batch' ? this.#hear(answer) : this.#hearWork(answer),
    );
    worker.on('error', (fault: Error) => this.#lose(`${fault.name}: ${fault.message}`));
    worker.on('exit', (code) => this.#lose(`the thread ended with code ${String(code)}`));
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

  /** Does other work. Rejects with what is wrong with the request, and with `ThreadLost`. */
  call(task: WorkTask): Promise<SnapshotResult> {
    return new Promise((resolve, reject) => {
      this.#calls.set(task.task, { resolve, reject });
      if (this.#underWay === 1) this.#watch();
      this.#worker.postMessage(task);
    });
  }

  /** Ends it, whatever it does; what it had to do is lost. Resolves when it is gone. */
  async end(): Promise<void> {
    if (this.#life.takes('close')) this.#life.move('close');
    this.#abandon();
    await this.#worker.terminate();
  }

  #lose(reason: string): void {
    if (!this.#life.takes('lost')) return;
    this.#life.move('lost');
    this.#whenLost(this, reason);
    this.#abandon();
    void this.#worker.terminate();
  }

  #abandon(): void {
    clearTimeout(this.#watchdog);
    for (const { batch } of this.#shares.values()) batch.leave();
    this.#shares.clear();
    for (const { reject } of this.#calls.values()) reject(new ThreadLost());
    this.#calls.clear();
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
    this.#watchdog = setTimeout(() => this.#lose('the thread did not answer in time'), this.#answerMs);
    this.#watchdog.unref();
  }
}
