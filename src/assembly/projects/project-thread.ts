import { Worker } from 'node:worker_threads';
import type { SameasError } from '../../foundation/sameas-error.js';
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

/** A thread, and what is known of it from outside. Times are of `performance.now()`. */
export interface ProjectThread {
  readonly worker: Worker;
  readonly pulse: Int32Array;
  readonly isApart: boolean;
  /** Whether its code has been loaded. */
  isReady: boolean;
  affinity: string | undefined;
  job: Job | undefined;
  /** The number of the last task that it was given; 0 before the first. */
  task: number;
  /** How many tasks it has brought to an end. */
  doneTasks: number;
  startedAt: number;
  beatAt: number;
  beats: number;
  idleTimer: NodeJS.Timeout | undefined;
}

/** What a thread tells of itself; after `failed`, `ended` follows. */
export interface ThreadEvents {
  readonly answered: (thread: ProjectThread, answer: Exclude<ProjectTaskAnswer, { readonly kind: 'ready' }>) => void;
  readonly failed: (thread: ProjectThread, fault: NodeJS.ErrnoException) => void;
  readonly ended: (thread: ProjectThread, exitCode: number) => void;
}

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

/** A thread that begins to load its code; it keeps no process alive until it has a job. */
export function startProjectThread(options: ProjectThreadOptions, isApart: boolean, events: ThreadEvents): ProjectThread {
  const pulse = new SharedArrayBuffer(PULSE_BYTES);
  const worker = new Worker(options.entry, {
    workerData: { ...options.settings, pulse } satisfies ProjectWorkerSettings,
    resourceLimits: { maxOldGenerationSizeMb: Math.max(LEAST_MB, Math.floor(options.memoryBytes / MEGABYTE)), maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB },
  });
  const thread: ProjectThread = { worker, pulse: new Int32Array(pulse), isApart, isReady: false, affinity: undefined, job: undefined, task: 0, doneTasks: 0, startedAt: 0, beatAt: 0, beats: 0, idleTimer: undefined };
  worker.on('message', (answer: ProjectTaskAnswer) => {
    if (answer.kind === 'ready') {
      // Only now can a command get on; the time that a new thread takes to load is not the command's.
      thread.isReady = true;
      thread.startedAt = thread.beatAt = performance.now();
    } else events.answered(thread, answer);
  });
  worker.on('error', (fault: NodeJS.ErrnoException) => events.failed(thread, fault));
  worker.on('exit', (code) => events.ended(thread, code));
  worker.unref();
  return thread;
}

/** Gives a thread without a job this one, under a number that no other task has. */
export function giveJob(thread: ProjectThread, job: Job, task: number): void {
  clearTimeout(thread.idleTimer);
  thread.job = job;
  thread.affinity = job.terms.affinity;
  thread.startedAt = thread.beatAt = performance.now();
  thread.beats = Atomics.load(thread.pulse, PULSE_BEATS);
  Atomics.store(thread.pulse, PULSE_PERCENT, 0);
  Atomics.store(thread.pulse, PULSE_OUTSIDE_MB, 0);
  thread.worker.ref();
  thread.task = task;
  thread.worker.postMessage({ task, ...job.task } satisfies ProjectTask);
}

/** Whether the thread has taken its last task up. */
export function hasBegun(thread: ProjectThread): boolean {
  return Atomics.load(thread.pulse, PULSE_TASK) === thread.task;
}

/** Looks at the pulse of a thread with this job: tells how much is done, and gives why it is to be ended, if it is. */
export function watchThread(thread: ProjectThread, job: Job, { stallMs, memoryBytes }: ProjectThreadOptions): Overrun | undefined {
  const { pulse } = thread;
  const now = performance.now();
  const beats = Atomics.load(pulse, PULSE_BEATS);
  if (beats !== thread.beats) {
    thread.beats = beats;
    thread.beatAt = now;
  }
  job.terms.percent?.(Atomics.load(pulse, PULSE_PERCENT));
  const { timeMs } = job.terms;
  if (!thread.isReady) {
    return now - thread.startedAt > START_MS ? { error: tooLong(`could not be begun within ${secondsOf(START_MS)}`), reason: 'a thread did not start' } : undefined;
  }
  if (now - thread.startedAt > timeMs) return { error: tooLong(`took longer than ${secondsOf(timeMs)}`), reason: 'a command took too long' };
  if (now - thread.beatAt > stallMs) return { error: tooLong(`did not get on for ${secondsOf(stallMs)}`), reason: 'a command did not get on' };
  if (Atomics.load(pulse, PULSE_OUTSIDE_MB) * MEGABYTE > memoryBytes) return { error: tooLarge(memoryBytes), reason: 'a command needed too much memory' };
  return undefined;
}

function secondsOf(ms: number): string {
  return ms === 1000 ? 'a second' : `${String(ms / 1000)} seconds`;
}
