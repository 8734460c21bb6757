import { Worker } from 'node:worker_threads';
import type { SameasError } from '../../foundation/sameas-error.js';
import { fromPlainError } from '../worker-protocol.js';
import { PULSE_BEATS, PULSE_BYTES, PULSE_OUTSIDE_MB, PULSE_PERCENT, PULSE_TASK, type ProjectTask, type ProjectTaskAnswer, type ProjectTaskReply, type ProjectWorkerSettings } from './project-task.js';
import { tooLarge, tooLong } from './task-faults.js';

/** What threads are started with, and how far they may go. */
export interface ProjectThreadOptions {
  /** Memory of one thread; beyond it the thread is ended. */
  readonly memoryBytes: number;
  /** A thread that does not get on for this long is ended. */
  readonly stallMs: number;
  readonly settings: Omit<ProjectWorkerSettings, 'pulse'>;
  /** The body of a thread. */
  readonly entry: URL;
}

/** How one task is run. */
export interface TaskTerms {
  /** The longest it may take. */
  readonly timeMs: number;
  /** Ends it, when it is told to. */
  readonly stop?: AbortSignal;
  /** Hears how much is done, 0 to 100. */
  readonly percent?: (done: number) => void;
  /** In a thread of its own, so that commands do not wait for it. */
  readonly apart?: boolean;
  /** It changes nothing, so that it can be done anew where it was ended for what another task may have left behind. */
  readonly repeatable?: boolean;
  /** A thread that had this to do last is preferred: it has read its chunks. */
  readonly affinity?: string;
}

/** A task with whom it is done for. */
export interface Job {
  readonly task: Omit<ProjectTask, 'task'>;
  readonly terms: TaskTerms;
  readonly settle: (outcome: ProjectTaskReply | SameasError) => void;
  /** Whether this is its second thread. */
  readonly isRepeated: boolean;
}

/** What a thread tells of itself; after `failed`, `ended` follows. */
export interface ThreadEvents {
  /** Its job is settled, and it has none. */
  readonly done: (thread: ProjectThread) => void;
  readonly failed: (thread: ProjectThread, fault: NodeJS.ErrnoException) => void;
  readonly ended: (thread: ProjectThread, exitCode: number) => void;
}

/** A pooled thread takes one job after the other, one that is apart has a single job. */
export type ThreadKind = 'pooled' | 'apart';

/** Why a thread is to be ended. */
export interface Overrun {
  /** For whom the task is done. */
  readonly error: SameasError;
  /** For whom runs the service. */
  readonly reason: string;
}

/** The longest that a thread may take to load its code; a busy machine needs some seconds. */
const START_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** Less would not hold the code of the thread itself. */
const LEAST_MB = 64;
/** Room for the objects of some thousand rows, so that most are gone before they are looked at: with less, looking costs more than the work. */
const YOUNG_MB = 96;
/** Twice what Node gives a thread: expressions may be nested deeply. */
const STACK_MB = 8;

/** A thread that carries out one job at a time, as it is seen from outside. Times are of `performance.now()`. */
export class ProjectThread {
  readonly kind: ThreadKind;
  readonly #options: ProjectThreadOptions;
  readonly #worker: Worker;
  readonly #pulse: Int32Array;
  /** Whether its code has been loaded. */
  #isReady = false;
  #job: Job | undefined;
  #affinity: string | undefined;
  /** The number of the last task that it was given; 0 before the first. */
  #task = 0;
  #startedAt = 0;
  #beatAt = 0;
  #beats = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  /** Begins to load its code; it keeps no process alive until it has a job. */
  constructor(options: ProjectThreadOptions, kind: ThreadKind, events: ThreadEvents) {
    this.kind = kind;
    this.#options = options;
    const pulse = new SharedArrayBuffer(PULSE_BYTES);
    this.#pulse = new Int32Array(pulse);
    this.#worker = new Worker(options.entry, {
      workerData: { ...options.settings, pulse } satisfies ProjectWorkerSettings,
      resourceLimits: { maxOldGenerationSizeMb: Math.max(LEAST_MB, Math.floor(options.memoryBytes / MEGABYTE)), maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB },
    });
    this.#worker.on('message', (answer: ProjectTaskAnswer) => {
      if (answer.kind === 'ready') this.#becomeReady();
      else if (this.#settle(answer)) events.done(this);
    });
    this.#worker.on('error', (fault: NodeJS.ErrnoException) => events.failed(this, fault));
    this.#worker.on('exit', (code) => events.ended(this, code));
    this.#worker.unref();
  }

  get job(): Job | undefined {
    return this.#job;
  }

  /** That of the last job. */
  get affinity(): string | undefined {
    return this.#affinity;
  }

  /** Begins a job; to be called only where there is none. */
  give(job: Job): void {
    clearTimeout(this.#idleTimer);
    this.#job = job;
    this.#affinity = job.terms.affinity;
    this.#startedAt = this.#beatAt = performance.now();
    this.#beats = Atomics.load(this.#pulse, PULSE_BEATS);
    Atomics.store(this.#pulse, PULSE_PERCENT, 0);
    Atomics.store(this.#pulse, PULSE_OUTSIDE_MB, 0);
    this.#worker.ref();
    this.#task += 1;
    this.#worker.postMessage({ task: this.#task, ...job.task } satisfies ProjectTask);
  }

  /** Takes its job away, if it has one; whatever comes of it is not heard any more. */
  takeJob(): Job | undefined {
    const job = this.#job;
    this.#job = undefined;
    return job;
  }

  /**
   * Whether memory that is used up may be due to an earlier job, and the present one may be done anew in another thread: it had not begun, or changes nothing,
   * and is in its first thread.
   */
  mayBlameEarlierJob(): boolean {
    if (this.#job === undefined || this.#task < 2 || this.#job.isRepeated) return false;
    const hasBegun = Atomics.load(this.#pulse, PULSE_TASK) === this.#task;
    return !hasBegun || this.#job.terms.repeatable === true;
  }

  /** Without a job from now on: keeps no process alive, and tells when it has had none for this long. */
  rest(idleMs: number, whenIdle: () => void): void {
    this.#worker.unref();
    this.#idleTimer = setTimeout(whenIdle, idleMs);
    this.#idleTimer.unref();
  }

  /** Looks at the pulse: tells the job how much is done, and gives why the thread is to be ended, if it is. */
  watch(): Overrun | undefined {
    if (this.#job === undefined) return undefined;
    const { timeMs, percent } = this.#job.terms;
    const { stallMs, memoryBytes } = this.#options;
    const now = performance.now();
    const beats = Atomics.load(this.#pulse, PULSE_BEATS);
    if (beats !== this.#beats) {
      this.#beats = beats;
      this.#beatAt = now;
    }
    percent?.(Atomics.load(this.#pulse, PULSE_PERCENT));
    if (!this.#isReady) {
      return now - this.#startedAt > START_MS ? { error: tooLong(`could not be begun within ${secondsOf(START_MS)}`), reason: 'a thread did not start' } : undefined;
    }
    if (now - this.#startedAt > timeMs) return { error: tooLong(`took longer than ${secondsOf(timeMs)}`), reason: 'a command took too long' };
    if (now - this.#beatAt > stallMs) return { error: tooLong(`did not get on for ${secondsOf(stallMs)}`), reason: 'a command did not get on' };
    if (Atomics.load(this.#pulse, PULSE_OUTSIDE_MB) * MEGABYTE > memoryBytes) return { error: tooLarge(memoryBytes), reason: 'a command needed too much memory' };
    return undefined;
  }

  /** Ends it, whatever it does; its job is not settled by that. Resolves when it is gone. */
  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker.terminate();
  }

  #becomeReady(): void {
    this.#isReady = true;
    // Only now can a command get on; the time that a new thread takes to load is not the command's.
    this.#startedAt = this.#beatAt = performance.now();
  }

  /** False for an answer that nobody waits for. */
  #settle(answer: Exclude<ProjectTaskAnswer, { readonly kind: 'ready' }>): boolean {
    const job = this.takeJob();
    job?.settle(answer.kind === 'done' ? answer.reply : fromPlainError(answer.error));
    return job !== undefined;
  }
}

function secondsOf(ms: number): string {
  return ms === 1000 ? 'a second' : `${String(ms / 1000)} seconds`;
}
