import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { fromPlainError } from '../worker-protocol.js';
import type { ProjectTask, ProjectTaskReply } from './project-task.js';
import { giveJob, hasBegun, startProjectThread, watchThread, type Job, type ProjectThread, type ProjectThreadOptions, type TaskTerms, type ThreadEvents } from './project-thread.js';
import { cancelled, tooLarge } from './task-faults.js';

/*
 * Threads that carry out commands, one at a time each. A command is synchronous code and may be anybody's program, so that a thread cannot be asked to stop: it is
 * ended, which loses nothing, for what is saved is saved in one step. The next command finds another thread.
 *
 * Threads are started when there is something to do, and end when there has been nothing for a while.
 */

export interface ProjectWorkerPoolOptions extends ProjectThreadOptions {
  /** The most threads for commands. Long processes have threads of their own beside them. */
  readonly workers: number;
  /** A thread with nothing to do is ended after this time. */
  readonly idleMs: number;
  readonly observe: Observe;
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
/** Between two looks at the threads that work; a command is ended that much late at the most. */
const WATCH_MS = 100;

/** A pool without a thread yet. */
export function createProjectWorkerPool(options: ProjectWorkerPoolOptions): ProjectWorkerPool {
  const threads = new Set<ProjectThread>();
  const waiting: Job[] = [];
  let nextTask = 1;
  let watch: NodeJS.Timeout | undefined;
  let isClosed = false;

  const events: ThreadEvents = {
    answered: (thread, answer) => {
      const { job } = thread;
      if (job === undefined) return;
      thread.job = undefined;
      thread.doneTasks += 1;
      job.settle(answer.kind === 'done' ? answer.reply : fromPlainError(answer.error));
      rest(thread);
    },
    failed: (thread, fault) => {
      const isTooLarge = fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isTooLarge) spareInnocent(thread);
      bury(thread, isTooLarge ? tooLarge(options.memoryBytes) : new SameasError('internal', 'The service met a fault of its own while it carried out the command.', { cause: fault }), fault.message);
    },
    ended: (thread, code) => bury(thread, new SameasError('internal', 'The thread that carried out the command ended.'), `the thread ended with code ${String(code)}`),
  };

  function start(isApart: boolean): ProjectThread {
    const thread = startProjectThread(options, isApart, events);
    threads.add(thread);
    return thread;
  }

  function give(thread: ProjectThread, job: Job): void {
    giveJob(thread, job, nextTask);
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
  function spareInnocent(thread: ProjectThread): void {
    const { job } = thread;
    if (job === undefined || thread.doneTasks === 0 || job.isRepeated || isClosed) return;
    if (hasBegun(thread) && job.terms.repeatable !== true) return;
    thread.job = undefined;
    waiting.unshift({ ...job, isRepeated: true });
  }

  /** After a task: the next one, or none for now. */
  function rest(thread: ProjectThread): void {
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

  function end(thread: ProjectThread): void {
    clearTimeout(thread.idleTimer);
    threads.delete(thread);
    void thread.worker.terminate();
  }

  /** Ends a thread with its task, and puts a new one in its place. */
  function bury(thread: ProjectThread, error: SameasError, reason: string | undefined): void {
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
    rest(start(false));
  }

  function lookAround(): void {
    let isBusy = false;
    for (const thread of threads) {
      const { job } = thread;
      if (job === undefined) continue;
      isBusy = true;
      const overrun = watchThread(thread, job, options);
      if (overrun !== undefined) bury(thread, overrun.error, overrun.reason);
    }
    if (isBusy) return;
    clearInterval(watch);
    watch = undefined;
  }

  /** In a thread that is free, in a new one while there may be more, or later. */
  function place(job: Job): void {
    const { terms } = job;
    if (isClosed || terms.stop?.aborted === true) {
      job.settle(cancelled());
      return;
    }
    if (terms.apart === true) {
      give(start(true), job);
      return;
    }
    const pool = [...threads].filter(({ isApart }) => !isApart);
    const idle = pool.filter((one) => one.job === undefined);
    const thread = idle.find(({ affinity }) => affinity !== undefined && affinity === terms.affinity) ?? idle[0];
    if (thread !== undefined) give(thread, job);
    else if (pool.length < options.workers) give(start(false), job);
    else if (waiting.length < MAX_WAITING) waiting.push(job);
    else job.settle(new SameasError('too-many-requests', 'Too many commands are waiting.', { advice: 'Try again in a moment.' }));
  }

  async function close(): Promise<void> {
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
  }

  return {
    run: (task, terms) =>
      new Promise<ProjectTaskReply>((resolve, reject) => {
        place({
          task,
          terms,
          isRepeated: false,
          settle: (outcome) => {
            if (outcome instanceof SameasError) reject(outcome);
            else resolve(outcome);
          },
        });
      }),
    close,
    size: () => threads.size,
  };
}
