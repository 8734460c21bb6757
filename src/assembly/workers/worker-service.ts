import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { SameasError } from '../../foundation/sameas-error.js';
import { workerEntry } from './worker-entry.js';
import type { Begin, Callable } from './worker-messages.js';
import { startNodeThread, WorkerThread, type StartThread, type WorkerEnd } from './worker-thread.js';

/*
 * Work on threads. The module of a thread defines its tasks: its function `begin` takes the start data, and returns the
 * tasks by name. A service has a fixed number of threads, which are replaced when lost, or starts them on demand and
 * ends them after an idle time.
 */

type StartOf<Module extends Begin> = Parameters<Module>[0];
type EventOf<Module extends Begin> = Parameters<Module>[1] extends (event: infer Event) => void ? Event : never;
type TaskName<Module extends Begin> = keyof ReturnType<Module> & string;
type TaskOf<Module extends Begin, Name extends TaskName<Module>> = Parameters<ReturnType<Module>[Name]>[0];
type AnswerOf<Module extends Begin, Name extends TaskName<Module>> = Awaited<ReturnType<ReturnType<Module>[Name]>>;

/** Module, number and limits of the threads of a service. */
export interface WorkerServiceOptions<Module extends Begin> {
  /** The module with `begin`: its path below src/assembly/ without the extension, or an address. */
  readonly module: string | URL;
  readonly start: () => StartOf<Module>;
  /** Threads that start at once and are replaced when lost. Without it, threads start on demand. */
  readonly threads?: number;
  /** Maximum tasks of a thread at once, for threads on demand; without it, one thread has all of them. */
  readonly tasksAtOnce?: number;
  readonly limits?: ResourceLimits;
  /** A thread ends if it sends nothing for this long while a task does not wait for its parent. */
  readonly silentMs?: number;
  readonly idleMs?: number;
  readonly hear?: (event: EventOf<Module>) => void;
  /** Called after an unexpected end of a thread; a fixed one is replaced afterwards. */
  readonly whenLost?: (end: WorkerEnd) => void;
  /** The error for tasks of an ended thread; by default one with the code `internal`. */
  readonly faultOf?: (end: WorkerEnd) => Error;
  readonly startThread?: StartThread;
}

interface TaskOptions {
  /** Size of the task, for the choice of a thread; 1 by default. */
  readonly load?: number;
  /** Functions that the task may call; their errors are thrown in the task. */
  readonly parent?: Callable;
  readonly transfer?: readonly Transferable[];
  readonly signal?: AbortSignal | undefined;
}

/** Threads with one module. A task rejects with its `SameasError`, or with `faultOf` the end of its thread. */
export class WorkerService<Module extends Begin> {
  readonly #options: WorkerServiceOptions<Module>;
  readonly #threads = new Set<WorkerThread>();
  /** Pending ends of threads. */
  readonly #ending = new Set<Promise<void>>();
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: WorkerServiceOptions<Module>) {
    this.#options = options;
    for (let i = 0; i < (options.threads ?? 0); i++) this.#startThread();
  }

  run<Name extends TaskName<Module>>(
    name: Name,
    task: TaskOf<Module, Name>,
    options: TaskOptions = {},
  ): Promise<AnswerOf<Module, Name>> {
    return this.#run(this.#leastLoaded()[0], name, task, options);
  }

  /** Runs the same task on this many threads with the least load, or on all if there are fewer. */
  runOnSeveral<Name extends TaskName<Module>>(
    count: number,
    name: Name,
    task: TaskOf<Module, Name>,
    options: TaskOptions = {},
  ): readonly Promise<AnswerOf<Module, Name>>[] {
    const chosen = this.#leastLoaded().slice(0, count);
    const load = (options.load ?? 1) / chosen.length;
    return chosen.map((thread) => this.#run(thread, name, task, { ...options, load }));
  }

  /** Runs a task without a result on every thread. An error ends the thread. */
  tellAll<Name extends TaskName<Module>>(
    name: Name,
    task: TaskOf<Module, Name>,
    transfer: readonly Transferable[] = [],
  ): void {
    for (const thread of this.#threads) thread.tell(name, task, transfer);
  }

  wake(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#startThread();
  }

  get isAwake(): boolean {
    return this.#threads.size > 0;
  }

  /** Ends the threads when all tasks are done, including those added meanwhile. */
  async finish(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    await this.close();
  }

  /** Ends the threads at once. Resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const thread of this.#threads) void thread.end(CLOSED);
    await Promise.all(this.#ending);
  }

  #run<Name extends TaskName<Module>>(
    thread: WorkerThread | undefined,
    name: Name,
    task: TaskOf<Module, Name>,
    { load = 1, parent = {}, transfer = [], signal }: TaskOptions,
  ): Promise<AnswerOf<Module, Name>> {
    if (this.#isClosed) return Promise.reject(this.#faultOf(CLOSED));
    if (signal?.aborted === true)
      return Promise.reject(this.#faultOf({ cause: 'cancelled', reason: 'the task was cancelled' }));
    const chosen = thread ?? this.#startThread();
    // By the type of the module.
    const answer = chosen.run({ name, task, load, parent, transfer, signal }) as Promise<AnswerOf<Module, Name>>;
    const settled = answer.catch(() => undefined).finally(() => this.#underWay.delete(settled));
    this.#underWay.add(settled);
    return answer;
  }

  #startThread(): WorkerThread {
    const { module, start, limits = {}, silentMs, idleMs, hear, startThread = startNodeThread } = this.#options;
    const address = typeof module === 'string' ? workerEntry(module) : module;
    const thread = new WorkerThread({
      beginning: { module: address.href, start: start() },
      limits,
      silentMs,
      idleMs,
      startThread,
      // Events of the module have this type.
      hear: (event) => hear?.(event as EventOf<Module>),
      whenEnded: (ended, end) => this.#forget(ended, end),
      faultOf: (end) => this.#faultOf(end),
    });
    this.#threads.add(thread);
    return thread;
  }

  #forget(thread: WorkerThread, end: WorkerEnd): void {
    this.#threads.delete(thread);
    const gone = thread.end(end).finally(() => this.#ending.delete(gone));
    this.#ending.add(gone);
    if (this.#isClosed || end.cause === 'idle') return;
    this.#options.whenLost?.(end);
    if (this.#threads.size < (this.#options.threads ?? 0)) this.#startThread();
  }

  #leastLoaded(): readonly WorkerThread[] {
    const most = this.#options.tasksAtOnce ?? Infinity;
    return [...this.#threads].filter(({ tasks }) => tasks < most).sort((a, b) => a.load - b.load);
  }

  #faultOf(end: WorkerEnd): Error {
    return (
      this.#options.faultOf?.(end) ??
      new SameasError('internal', `A thread of the service has ended: ${end.reason}.`, { cause: end.fault })
    );
  }
}

const CLOSED: WorkerEnd = { cause: 'closed', reason: 'the service stops' };
