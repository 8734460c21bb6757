import type { EventEmitter } from 'node:events';
import { Worker, type ResourceLimits, type Transferable, type WorkerOptions } from 'node:worker_threads';
import { saysOutOfMemory } from '../../foundation/out-of-memory.js';
import {
  PendingResults,
  postResult,
  type Callable,
  type FromWorker,
  type ToWorker,
  type WorkerBeginning,
} from './worker-messages.js';
import { workerEntry } from './worker-entry.js';

/** Reason for the end of a thread or a task. `lost`: the thread died of an error. `reason` is for operators. */
export interface WorkerEnd {
  readonly cause: 'lost' | 'memory' | 'time' | 'cancelled' | 'idle' | 'closed';
  readonly reason: string;
  readonly fault?: Error;
}

export type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'ref' | 'unref'> & Pick<EventEmitter, 'on'>;

/** Starts a thread; tests pass their own. */
export type StartThread = (entry: URL, options: WorkerOptions) => WorkerPort;

export const startNodeThread: StartThread = (entry, options) => new Worker(entry, options);

interface ThreadOptions {
  readonly beginning: WorkerBeginning;
  readonly limits: ResourceLimits;
  /** A thread ends if it sends nothing for this long while a task does not wait for its parent. */
  readonly silentMs: number | undefined;
  /** A thread ends after being idle for this long; `undefined`: never. */
  readonly idleMs: number | undefined;
  readonly startThread: StartThread;
  readonly hear: (event: unknown) => void;
  /** Called once, before the tasks of the thread are rejected. */
  readonly whenEnded: (thread: WorkerThread, end: WorkerEnd) => void;
  readonly faultOf: (end: WorkerEnd) => Error;
}

interface ThreadTask {
  readonly name: string;
  readonly task: unknown;
  readonly load: number;
  /** Functions that the task may call. */
  readonly parent: Callable;
  readonly transfer: readonly Transferable[];
  readonly signal: AbortSignal | undefined;
}

interface Running {
  readonly load: number;
  readonly parent: Callable;
  calls: number;
}

/** One thread with its tasks, as seen by its parent. It keeps the process alive while it has any. */
export class WorkerThread {
  readonly #options: ThreadOptions;
  readonly #worker: WorkerPort;
  readonly #results = new PendingResults();
  readonly #running = new Map<number, Running>();
  #end: WorkerEnd | undefined;
  #isGone: Promise<unknown> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = options.startThread(workerEntry('workers/worker-body'), {
      workerData: options.beginning,
      resourceLimits: options.limits,
    });
    this.#worker.on('message', (message: FromWorker) => {
      if (this.#end === undefined) this.#hear(message);
    });
    this.#worker.on('error', (fault: Error) =>
      this.#finish({
        cause: saysOutOfMemory(fault) ? 'memory' : 'lost',
        reason: `${fault.name}: ${fault.message}`,
        fault,
      }),
    );
    this.#worker.on('exit', (code: number) =>
      this.#finish({ cause: 'lost', reason: `the thread ended with code ${String(code)}` }),
    );
    this.#worker.unref();
  }

  get tasks(): number {
    return this.#running.size;
  }

  /** Sum of the loads of its tasks. */
  get load(): number {
    return [...this.#running.values()].reduce((sum, { load }) => sum + load, 0);
  }

  /**
   * Runs a task. Rejects with its error or with that of the end of the thread. An aborted `signal` ends the thread if
   * it has no other task.
   */
  run({ name, task, load, parent, transfer, signal }: ThreadTask): Promise<unknown> {
    let cancel = (): void => undefined;
    const result = this.#results.ask((number) => {
      this.#worker.postMessage({ kind: 'run', number, name, task } satisfies ToWorker, transfer);
      this.#running.set(number, { load, parent, calls: 0 });
      if (this.tasks === 1) {
        clearTimeout(this.#timer);
        this.#worker.ref();
        this.#watch();
      }
      cancel = () => this.#cancel(number);
    });
    if (signal === undefined) return result;
    signal.addEventListener('abort', cancel, { once: true });
    return result.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Runs a task without a result; an error ends the thread. */
  tell(name: string, task: unknown, transfer: readonly Transferable[]): void {
    this.#worker.postMessage({ kind: 'tell', name, task } satisfies ToWorker, transfer);
  }

  /** Ends it at once. Resolves when it is gone. */
  async end(end: WorkerEnd): Promise<void> {
    this.#finish(end);
    await this.#isGone;
  }

  #finish(end: WorkerEnd): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    clearTimeout(this.#timer);
    this.#isGone = this.#worker.terminate();
    this.#options.whenEnded(this, end);
    for (const number of this.#running.keys()) this.#results.reject(number, this.#options.faultOf(end));
    this.#running.clear();
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case 'event':
        this.#watch();
        this.#options.hear(message.event);
        return;
      case 'call':
        void this.#answer(message);
        return;
      case 'result':
        this.#results.settle(message.number, message.result);
        this.#done(message.number);
    }
  }

  async #answer({ number, call, name, argument }: FromWorker & { readonly kind: 'call' }): Promise<void> {
    const running = this.#running.get(number);
    if (running === undefined) return;
    running.calls += 1;
    this.#watch();
    await postResult(
      // The types of both ends are those of the module of the thread.
      () => running.parent[name]?.(argument as never),
      (result) => this.#worker.postMessage({ kind: 'returned', call, result } satisfies ToWorker),
    );
    running.calls -= 1;
    this.#watch();
  }

  /** Computation cannot be interrupted: its thread is ended, or, if it has other tasks, the result is ignored. */
  #cancel(number: number): void {
    if (!this.#running.has(number)) return;
    const end: WorkerEnd = { cause: 'cancelled', reason: 'a task was cancelled' };
    if (this.tasks === 1) this.#finish(end);
    else {
      this.#results.reject(number, this.#options.faultOf(end));
      this.#done(number);
    }
  }

  #done(number: number): void {
    this.#running.delete(number);
    if (this.tasks > 0) {
      this.#watch();
      return;
    }
    clearTimeout(this.#timer);
    this.#worker.unref();
    const { idleMs } = this.#options;
    const end: WorkerEnd = { cause: 'idle', reason: 'the thread had no task' };
    if (idleMs === 0) this.#finish(end);
    else if (idleMs !== undefined) this.#timer = setTimeout(() => this.#finish(end), idleMs).unref();
  }

  /** Starts the time limit for a sign of life. */
  #watch(): void {
    const { silentMs } = this.#options;
    if (this.#end !== undefined || silentMs === undefined || this.tasks === 0) return;
    clearTimeout(this.#timer);
    if ([...this.#running.values()].every(({ calls }) => calls > 0)) return;
    this.#timer = setTimeout(
      () => this.#finish({ cause: 'time', reason: 'the thread did not answer in time' }),
      silentMs,
    );
  }
}
