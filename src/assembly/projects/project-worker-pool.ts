import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { ProjectTask, ProjectTaskReply } from './project-task.js';
import { ProjectThread, type Job, type ProjectThreadOptions, type TaskTerms, type ThreadKind } from './project-thread.js';
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

/** More than this many that wait for a thread are asked to come again. */
const MAX_WAITING = 500;
/** Between two looks at the threads that work; a command is ended that much late at the most. */
const WATCH_MS = 100;

/** A pool; without a thread yet when it is made. */
export class ProjectWorkerPool {
  readonly #options: ProjectWorkerPoolOptions;
  readonly #threads = new Set<ProjectThread>();
  readonly #waiting: Job[] = [];
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ProjectWorkerPoolOptions) {
    this.#options = options;
  }

  /** Rejects with the error of the task, `command-too-long`, `command-too-large`, `command-cancelled` or `too-many-requests`. */
  run(task: Omit<ProjectTask, 'task'>, terms: TaskTerms): Promise<ProjectTaskReply> {
    return new Promise<ProjectTaskReply>((resolve, reject) => {
      const settle = (outcome: ProjectTaskReply | SameasError): void => {
        if (outcome instanceof SameasError) reject(outcome);
        else resolve(outcome);
      };
      this.#place({ task, terms, isRepeated: false, settle });
    });
  }

  /** Ends every thread; what is under way is cancelled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    const all = [...this.#threads];
    for (const job of this.#waiting.splice(0)) job.settle(cancelled());
    for (const thread of all) thread.takeJob()?.settle(cancelled());
    this.#threads.clear();
    await Promise.all(all.map((thread) => thread.end()));
  }

  /** In a thread that is free, in a new one while there may be more, or later. */
  #place(job: Job): void {
    const { terms } = job;
    if (this.#isClosed || terms.stop?.aborted === true) {
      job.settle(cancelled());
      return;
    }
    if (terms.apart === true) {
      this.#give(this.#start('apart'), job);
      return;
    }
    const pooled = [...this.#threads].filter(({ kind }) => kind === 'pooled');
    const idle = pooled.filter((one) => one.job === undefined);
    const thread = idle.find(({ affinity }) => affinity !== undefined && affinity === terms.affinity) ?? idle[0];
    if (thread !== undefined) this.#give(thread, job);
    else if (pooled.length < this.#options.workers) this.#give(this.#start('pooled'), job);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push(job);
    else job.settle(new SameasError('too-many-requests', 'Too many commands are waiting.', { advice: 'Try again in a moment.' }));
  }

  #start(kind: ThreadKind): ProjectThread {
    const thread = new ProjectThread(this.#options, kind, {
      done: (one) => this.#restOrGoOn(one),
      failed: (one, fault) => this.#replaceFailed(one, fault),
      ended: (one, code) => this.#replace(one, new SameasError('internal', 'The thread that carried out the command ended.'), `the thread ended with code ${String(code)}`),
    });
    this.#threads.add(thread);
    return thread;
  }

  #give(thread: ProjectThread, job: Job): void {
    thread.give(job);
    job.terms.stop?.addEventListener('abort', () => {
      if (thread.job === job) this.#replace(thread, cancelled());
    });
    this.#watch ??= setInterval(() => this.#lookAround(), WATCH_MS);
  }

  /** After a job: the next one, or none for now. */
  #restOrGoOn(thread: ProjectThread): void {
    if (thread.kind === 'apart' || this.#isClosed) {
      this.#end(thread);
      return;
    }
    const next = this.#waiting.shift();
    if (next === undefined) thread.rest(this.#options.idleMs, () => this.#end(thread));
    else this.#give(thread, next);
  }

  #end(thread: ProjectThread): void {
    this.#threads.delete(thread);
    void thread.end();
  }

  /** A job that an earlier one may have left too little memory is done in a new thread; if it needs too much by itself, it does so there too, and is told then. */
  #replaceFailed(thread: ProjectThread, fault: NodeJS.ErrnoException): void {
    if (fault.code !== 'ERR_WORKER_OUT_OF_MEMORY') {
      this.#replace(thread, new SameasError('internal', 'The service met a fault of its own while it carried out the command.', { cause: fault }), fault.message);
      return;
    }
    const innocent = !this.#isClosed && thread.mayBlameEarlierJob() ? thread.takeJob() : undefined;
    if (innocent !== undefined) this.#waiting.unshift({ ...innocent, isRepeated: true });
    this.#replace(thread, tooLarge(this.#options.memoryBytes), fault.message);
  }

  /** Ends a thread, its job with this error, and puts a new one in its place. `reason`: why, for whom runs the service; none where somebody wanted it so. */
  #replace(thread: ProjectThread, error: SameasError, reason?: string): void {
    if (!this.#threads.delete(thread)) return;
    const job = thread.takeJob();
    if (reason !== undefined && !this.#isClosed) this.#options.observe({ kind: 'worker-replaced', reason });
    // Not before the thread is gone: whoever comes next for the project must find nobody writing to it.
    void thread.end().then(() => job?.settle(error));
    if (this.#isClosed || thread.kind === 'apart') return;
    // Begun at once, although perhaps nobody waits: whoever comes next shall not have to wait until its code is loaded.
    this.#restOrGoOn(this.#start('pooled'));
  }

  #lookAround(): void {
    const busy = [...this.#threads].filter(({ job }) => job !== undefined);
    for (const thread of busy) {
      const overrun = thread.watch();
      if (overrun !== undefined) this.#replace(thread, overrun.error, overrun.reason);
    }
    if (busy.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }
}
