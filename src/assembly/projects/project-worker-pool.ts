import { Worker } from 'node:worker_threads';
import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { fromPlainError } from '../worker-protocol.js';
import { PULSE_BEATS, PULSE_BYTES, PULSE_OUTSIDE_MB, PULSE_PERCENT, PULSE_TASK, type ProjectTask, type ProjectTaskAnswer, type ProjectTaskReply, type ProjectWorkerSettings } from './project-task.js';

/*
 * Threads that carry out commands, one at a time each. A command is synchronous code and may be anybody's program, so that a thread cannot be asked to stop: it is
 * ended, which loses nothing, for what is saved is saved in one step. The next command finds another thread.
 *
 * Threads are started when there is something to do, and end when there has been nothing for a while.
 */

export interface ProjectWorkerPoolOptions {
  /** The most threads for commands. Long processes have threads of their own beside them. */
  readonly workers: number;
  /** Memory of one thread; beyond it the thread is ended. */
  readonly memoryBytes: number;
  /** A thread that does not get on for this long is ended. */
  readonly stallMs: number;
  /** A thread with nothing to do is ended after this time. */
  readonly idleMs: number;
  readonly settings: Omit<ProjectWorkerSettings, 'pulse'>;
  readonly observe: Observe;
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

export interface ProjectWorkerPool {
  /** Rejects with the error of the task, `command-too-long`, `command-too-large`, `command-cancelled` or `too-many-requests`. */
  readonly run: (task: Omit<ProjectTask, 'task'>, terms: TaskTerms) => Promise<ProjectTaskReply>;
  /** Ends every thread; what is under way is cancelled. */
  readonly close: () => Promise<void>;
  /** Threads that are there now. */
  readonly size: () => number;
}

/** More than this many that wait for a thread are asked to come again. */
const MAX_WAITING = 500;
const WATCH_MS = 100;
/** The longest that a thread may take to load its code; a busy machine needs some seconds. */
const START_MS = 60_000;
const MEGABYTE = 1024 * 1024;
/** Room for the objects of some thousand rows, so that most are gone before they are looked at: with less, looking costs more than the work. */
const YOUNG_MB = 96;

interface Job {
  readonly task: Omit<ProjectTask, 'task'>;
  readonly terms: TaskTerms;
  readonly settle: (outcome: ProjectTaskReply | SameasError) => void;
  /** Whether this is its second thread. */
  readonly isRepeated: boolean;
}

interface Thread {
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

/** A pool without a thread yet. */
export function createProjectWorkerPool(options: ProjectWorkerPoolOptions): ProjectWorkerPool {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let nextTask = 1;
  let watch: NodeJS.Timeout | undefined;
  let isClosed = false;

  function startThread(isApart: boolean): Thread {
    const pulse = new SharedArrayBuffer(PULSE_BYTES);
    const worker = new Worker(options.entry, {
      workerData: { ...options.settings, pulse } satisfies ProjectWorkerSettings,
      resourceLimits: { maxOldGenerationSizeMb: Math.max(64, Math.floor(options.memoryBytes / MEGABYTE)), maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 8 },
    });
    const thread: Thread = { worker, pulse: new Int32Array(pulse), isApart, isReady: false, affinity: undefined, job: undefined, task: 0, doneTasks: 0, startedAt: 0, beatAt: 0, beats: 0, idleTimer: undefined };
    threads.add(thread);
    worker.on('message', (answer: ProjectTaskAnswer) => {
      const { job } = thread;
      if (answer.kind === 'ready') {
        // Only now can a command get on; the time that a new thread takes to load is not the command's.
        thread.isReady = true;
        thread.startedAt = thread.beatAt = performance.now();
        return;
      }
      if (job === undefined) return;
      thread.job = undefined;
      thread.doneTasks += 1;
      job.settle(answer.kind === 'done' ? answer.reply : fromPlainError(answer.error));
      rest(thread);
    });
    worker.on('error', (fault: NodeJS.ErrnoException) => {
      const isTooLarge = fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isTooLarge) spareInnocent(thread);
      bury(thread, isTooLarge ? tooLarge() : new SameasError('internal', 'The service met a fault of its own while it carried out the command.', { cause: fault }), fault.message);
    });
    worker.on('exit', (code) => bury(thread, new SameasError('internal', 'The thread that carried out the command ended.'), `the thread ended with code ${String(code)}`));
    worker.unref();
    return thread;
  }

  function give(thread: Thread, job: Job): void {
    clearTimeout(thread.idleTimer);
    thread.job = job;
    thread.affinity = job.terms.affinity;
    thread.startedAt = thread.beatAt = performance.now();
    thread.beats = Atomics.load(thread.pulse, PULSE_BEATS);
    Atomics.store(thread.pulse, PULSE_PERCENT, 0);
    Atomics.store(thread.pulse, PULSE_OUTSIDE_MB, 0);
    thread.worker.ref();
    thread.task = nextTask;
    thread.worker.postMessage({ task: nextTask, ...job.task } satisfies ProjectTask);
    nextTask += 1;
    job.terms.stop?.addEventListener('abort', () => {
      if (thread.job === job) bury(thread, cancelled(), undefined);
    });
    watch ??= setInterval(lookAround, WATCH_MS);
  }

  /**
   * Where a thread has used up its memory, and an earlier task may have done it: the present one is done in a new thread if it had not begun, or changes nothing.
   * A task that needs too much by itself does so there too, and is told then.
   */
  function spareInnocent(thread: Thread): void {
    const { job } = thread;
    if (job === undefined || thread.doneTasks === 0 || job.isRepeated || isClosed) return;
    const hasBegun = Atomics.load(thread.pulse, PULSE_TASK) === thread.task;
    if (hasBegun && job.terms.repeatable !== true) return;
    thread.job = undefined;
    waiting.unshift({ ...job, isRepeated: true });
  }

  /** After a task: the next one, or none for now. */
  function rest(thread: Thread): void {
    if (thread.isApart || isClosed) {
      end(thread);
      return;
    }
    const next = waiting.shift();
    if (next !== undefined) {
      give(thread, next);
      return;
    }
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => end(thread), options.idleMs);
    thread.idleTimer.unref();
  }

  function end(thread: Thread): void {
    clearTimeout(thread.idleTimer);
    threads.delete(thread);
    void thread.worker.terminate();
  }

  /** Ends a thread with its task, and puts a new one in its place. */
  function bury(thread: Thread, error: SameasError, reason: string | undefined): void {
    if (!threads.has(thread)) return;
    const { job } = thread;
    thread.job = undefined;
    clearTimeout(thread.idleTimer);
    threads.delete(thread);
    if (reason !== undefined && !isClosed) options.observe({ kind: 'worker-replaced', reason });
    // Not before the thread is gone: whoever comes next for the project must find nobody writing to it.
    void thread.worker.terminate().then(() => job?.settle(error));
    if (isClosed || thread.isApart) return;
    // Begun at once, although perhaps nobody waits: whoever comes next shall not have to wait until its code is loaded.
    rest(startThread(false));
  }

  function lookAround(): void {
    const now = performance.now();
    let isBusy = false;
    for (const thread of threads) {
      const { job, pulse } = thread;
      if (job === undefined) continue;
      isBusy = true;
      const beats = Atomics.load(pulse, PULSE_BEATS);
      if (beats !== thread.beats) {
        thread.beats = beats;
        thread.beatAt = now;
      }
      job.terms.percent?.(Atomics.load(pulse, PULSE_PERCENT));
      if (!thread.isReady) {
        if (now - thread.startedAt > START_MS) bury(thread, tooLong(`could not be begun within ${secondsOf(START_MS)}`), 'a thread did not start');
      } else if (now - thread.startedAt > job.terms.timeMs) bury(thread, tooLong(`took longer than ${secondsOf(job.terms.timeMs)}`), 'a command took too long');
      else if (now - thread.beatAt > options.stallMs) bury(thread, tooLong(`did not get on for ${secondsOf(options.stallMs)}`), 'a command did not get on');
      else if (Atomics.load(pulse, PULSE_OUTSIDE_MB) * MEGABYTE > options.memoryBytes) bury(thread, tooLarge(), 'a command needed too much memory');
    }
    if (isBusy) return;
    clearInterval(watch);
    watch = undefined;
  }

  function tooLarge(): SameasError {
    return new SameasError('command-too-large', `The command needed more than the ${Math.floor(options.memoryBytes / MEGABYTE)} MB of memory that it may use, and was ended. The project is as it was before.`, {
      advice: 'Do it in smaller steps, or raise projectMemoryBytes.',
    });
  }

  return {
    run: (task, terms) =>
      new Promise<ProjectTaskReply>((resolve, reject) => {
        const job: Job = {
          task,
          terms,
          isRepeated: false,
          settle: (outcome) => {
            if (outcome instanceof SameasError) reject(outcome);
            else resolve(outcome);
          },
        };
        if (isClosed || terms.stop?.aborted === true) {
          reject(cancelled());
          return;
        }
        if (terms.apart === true) {
          give(startThread(true), job);
          return;
        }
        const pool = [...threads].filter(({ isApart }) => !isApart);
        const idle = pool.filter((one) => one.job === undefined);
        const thread = idle.find(({ affinity }) => affinity !== undefined && affinity === terms.affinity) ?? idle[0];
        if (thread !== undefined) give(thread, job);
        else if (pool.length < options.workers) give(startThread(false), job);
        else if (waiting.length < MAX_WAITING) waiting.push(job);
        else reject(new SameasError('too-many-requests', 'Too many commands are waiting.', { advice: 'Try again in a moment.' }));
      }),
    close: async () => {
      isClosed = true;
      clearInterval(watch);
      const all = [...threads];
      for (const job of waiting.splice(0)) job.settle(cancelled());
      for (const thread of all) {
        thread.job?.settle(cancelled());
        thread.job = undefined;
        clearTimeout(thread.idleTimer);
      }
      threads.clear();
      await Promise.all(all.map(({ worker }) => worker.terminate()));
    },
    size: () => threads.size,
  };
}

function tooLong(what: string): SameasError {
  return new SameasError('command-too-long', `The command ${what}, and was ended. The project is as it was before.`, { advice: 'Look for an expression or a regular expression that does not end; do it in smaller steps.' });
}

function cancelled(): SameasError {
  return new SameasError('command-cancelled', 'The work was cancelled.');
}

function secondsOf(ms: number): string {
  return ms === 1000 ? 'a second' : `${String(ms / 1000)} seconds`;
}
