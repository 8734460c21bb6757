import { Worker } from 'node:worker_threads';
import type { SnapshotImage } from './snapshot-image.js';
import type { SharedBatch } from './shared-batch.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainOutcome, type BatchAnswer, type BatchTask } from './worker-protocol.js';

/** Nearly everything that a query makes is gone with it; left to itself, each thread would take four times as much for it. */
const YOUNG_MB = 8;

/** A thread that takes queries of batches over the image. */
export function startBatchWorker(image: SnapshotImage): Worker {
  return new Worker(workerEntry('batch-worker'), { workerData: image, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
}

/** The part of a thread in a batch. */
interface Share {
  readonly batch: SharedBatch;
  /** About how many queries of it are the thread's. */
  readonly load: number;
}

/** A thread that computes shares of batches, as it is seen from outside. */
export class BatchThread {
  readonly #worker: Worker;
  readonly #answerMs: number;
  readonly #whenLost: (thread: BatchThread, reason: string) => void;
  readonly #shares = new Map<number, Share>();
  #watchdog: NodeJS.Timeout | undefined;

  /** `answerMs`: a thread that answers nothing for this long is stuck. `whenLost` hears when it is, and when it has died; perhaps twice. */
  constructor(worker: Worker, answerMs: number, whenLost: (thread: BatchThread, reason: string) => void) {
    this.#worker = worker;
    this.#answerMs = answerMs;
    this.#whenLost = whenLost;
    worker.on('message', (answer: BatchAnswer) => this.#hear(answer));
    worker.on('error', (fault: Error) => whenLost(this, `${fault.name}: ${fault.message}`));
    worker.on('exit', (code) => whenLost(this, `the thread ended with code ${String(code)}`));
    worker.unref();
  }

  /** About how many queries are under way. */
  get load(): number {
    return [...this.#shares.values()].reduce((sum, { load }) => sum + load, 0);
  }

  /** Takes part in a batch. */
  share(task: BatchTask, batch: SharedBatch, load: number): void {
    this.#shares.set(task.task, { batch, load });
    if (this.#shares.size === 1) this.#watch();
    this.#worker.postMessage(task);
  }

  /** Ends it, and has no part any more in the batches that it had. */
  abandon(): void {
    void this.end();
    for (const { batch } of this.#shares.values()) batch.leave();
    this.#shares.clear();
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
    clearTimeout(this.#watchdog);
    if (this.#shares.size > 0) this.#watch();
    outcomes.forEach((outcome, i) => share.batch.tell(places[i] ?? -1, fromPlainOutcome(outcome)));
    share.batch.leave();
  }

  #watch(): void {
    this.#watchdog = setTimeout(() => this.#whenLost(this, 'the thread did not answer in time'), this.#answerMs);
    this.#watchdog.unref();
  }
}
