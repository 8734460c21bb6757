import type { ResourceLimits, Transferable } from 'node:worker_threads';
import { SameasError } from '../../foundation/sameas-error.js';
import { workerEntry } from './worker-entry.js';
import type { Begin, Callable } from './worker-messages.js';
import { startNodeThread, WorkerThread, type StartThread, type WorkerEnd } from './worker-thread.js';

/*
 * Work on threads. What a thread can do is the module that is loaded in it: its function `begin` takes what the thread is started with, and gives functions by name, the tasks. A service has
 * a fixed number of threads, which are replaced when they are lost, or starts them when there is a task, and ends them when there has been none for a while.
 */

type StartOf<Module extends Begin> = Parameters<Module>[0];
type EventOf<Module extends Begin> = Parameters<Module>[1] extends (event: infer Event) => void ? Event : never;
type TaskName<Module extends Begin> = keyof ReturnType<Module> & string;
type TaskOf<Module extends Begin, Name extends TaskName<Module>> = Parameters<ReturnType<Module>[Name]>[0];
type AnswerOf<Module extends Begin, Name extends TaskName<Module>> = Awaited<ReturnType<ReturnType<Module>[Name]>>;

/** What is loaded in the threads of a service, how many there are, and how far they may go. */
export interface WorkerServiceOptions<Module extends Begin> {
  /** The module with `begin`: its path below src/assembly/ without the ending, or an address. */
  readonly module: string | URL;
  /** Gives what the next thread is started with. */
  readonly start: () => StartOf<Module>;
  /** Threads that are started at once, and replaced when they are lost. Without it, threads are started when there is a task for them. */
  readonly threads?: number;
  /** Tasks that a thread may have at once, where threads are started for tasks; without it, one thread has all of them. */
  readonly tasksAtOnce?: number;
  readonly limits?: ResourceLimits;
  /** A thread is ended that sends nothing for so long, although it has a task that does not wait for its parent. */
  readonly silentMs?: number;
  /** A thread whose last task is done is ended after so long. */
  readonly idleMs?: number;
  /** Hears what the module tells. */
  readonly hear?: (event: EventOf<Module>) => void;
  /** Hears that a thread has ended that the service did not end; a fixed one is replaced afterwards. */
  readonly whenLost?: (end: WorkerEnd) => void;
  /** The error for the tasks of a thread that has ended; one of the code `internal` without it. */
  readonly faultOf?: (end: WorkerEnd) => Error;
  readonly startThread?: StartThread;
}

/** How a task is carried out. */
interface TaskOptions {
  /** How much there is to do, for the choice of a thread; 1 without it. */
  readonly load?: number;
  /** Functions that the task may call; what they throw is thrown in the task. */
  readonly parent?: Callable;
  readonly transfer?: readonly Transferable[];
  /** Cancels the task. */
  readonly signal?: AbortSignal | undefined;
}

/** Threads with one module. A task rejects with the `SameasError` that it throws, or with `faultOf` the end of its thread. */
export class WorkerService<Module extends Begin> {
  readonly #options: WorkerServiceOptions<Module>;
  readonly #threads = new Set<WorkerThread>();
  /** Ends of threads that are not gone yet. */
  readonly #ending = new Set<Promise<void>>();
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: WorkerServiceOptions<Module>) {
    this.#options = options;
    for (let i = 0; i < (options.threads ?? 0); i++) this.#startThread();
  }

  /** Carries out a task on the thread with the least to do. */
  run<Name extends TaskName<Module>>(
    name: Name,
    task: TaskOf<Module, Name>,
    options: TaskOptions = {},
  ): Promise<AnswerOf<Module, Name>> {
    return this.#run(this.#leastLoaded()[0], name, task, options);
  }

  /** Gives the same task to so many threads, those with the least to do, or to all if there are fewer. */
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

  /** Has every thread carry out a task without an answer. An error ends the thread. */
  tellAll<Name extends TaskName<Module>>(
    name: Name,
    task: TaskOf<Module, Name>,
    transfer: readonly Transferable[] = [],
  ): void {
    for (const thread of this.#threads) thread.tell(name, task, transfer);
  }

  /** Starts a thread where there is none. */
  wake(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#startThread();
  }

  /** Whether it has a thread. */
  get isAwake(): boolean {
    return this.#threads.size > 0;
  }

  /** Ends the threads when all tasks are done, including those that are given meanwhile. */
  async finish(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    await this.close();
  }

  /** Ends the threads, whatever they do. Resolves when they are gone. */
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
    // The module of the thread gives this type.
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
      // What the module tells has this type.
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
