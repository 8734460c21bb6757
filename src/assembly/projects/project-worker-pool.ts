import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { type ProjectTask, type ProjectTaskReply, backtracked, cancelled, tooLarge } from './project-task.js';
import {
  WorkerProcess,
  type Job,
  type TaskTerms,
  type UnexpectedEnd,
  type WorkerKind,
  type WorkerProcessOptions,
} from './worker-process.js';

/*
 * Processes that carry out commands, one at a time each. A command is synchronous code and may run a user's program, so
 * that a worker cannot be asked to stop: it is killed, which loses nothing, as saving is atomic. The next command gets
 * another worker.
 *
 * Workers start on demand and end after an idle time. A spare one is kept ready for the next project: loading its code
 * takes half a second, and much longer on a busy machine.
 */

interface ProjectWorkerPoolOptions extends WorkerProcessOptions {
  /**
   * Maximum number of workers of each kind for one project at a time (work without a project counts as a project of its
   * client). One client has at most twice as many, all together four times.
   */
  readonly workers: Readonly<Record<WorkerKind, number>>;
  /** An idle worker ends after this time. */
  readonly idleMs: number;
  readonly observe: Observe;
}

/** Maximum number of waiting tasks of a kind, of one client and in total; more are refused. */
const MAX_WAITING_OF_CLIENT = 500;
const MAX_WAITING = 2_000;
/** Multiples of a project's workers for one client, and for all clients together. */
const MAX_PROJECTS_OF_CLIENT = 2;
const MAX_PROJECTS = 4;
/** Interval of checking busy workers, and maximum delay of ending a command. */
const WATCH_MS = 100;

/** A pool, initially without a worker. */
export class ProjectWorkerPool {
  readonly #options: ProjectWorkerPoolOptions;
  readonly #workers = new Set<WorkerProcess>();
  readonly #waiting: Readonly<Record<WorkerKind, Job[]>> = { commands: [], long: [] };
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ProjectWorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a task. Rejects with its error, `command-too-long`, `command-too-large`, `command-cancelled` or
   * `too-many-requests`.
   */
  run(task: Omit<ProjectTask, 'task'>, terms: TaskTerms): Promise<ProjectTaskReply> {
    return new Promise<ProjectTaskReply>((resolve, reject) => {
      const onStop = (): void => this.#cancel(job);
      const settle = (outcome: ProjectTaskReply | SameasError): void => {
        terms.stop?.removeEventListener('abort', onStop);
        if (outcome instanceof SameasError) reject(outcome);
        else resolve(outcome);
      };
      const job: Job = { task, terms, isRepeated: false, settle };
      if (this.#isClosed || terms.stop?.aborted === true) {
        settle(cancelled());
        return;
      }
      terms.stop?.addEventListener('abort', onStop);
      this.#place(job);
    });
  }

  /** Starts a worker for commands if there is none, so that the first command need not wait for it. */
  prepare(): void {
    if (!this.#isClosed && this.#workers.size === 0) this.#restOrGoOn(this.#start('commands'));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    const all = [...this.#workers];
    for (const waiting of Object.values(this.#waiting)) for (const job of waiting.splice(0)) job.settle(cancelled());
    for (const worker of all) worker.takeJob()?.settle(cancelled());
    this.#workers.clear();
    await Promise.all(all.map((worker) => worker.end()));
  }

  /** Gives the job to an idle worker, to a new one if allowed, or queues it. */
  #place(job: Job): void {
    const kind: WorkerKind = job.terms.long === true ? 'long' : 'commands';
    const waiting = this.#waiting[kind];
    if (this.#mayBegin(kind, job)) this.#give(this.#workerFor(kind, job), job);
    else if (
      waiting.length < MAX_WAITING &&
      waiting.filter(({ terms }) => terms.client === job.terms.client).length < MAX_WAITING_OF_CLIENT
    )
      waiting.push(job);
    else
      job.settle(
        new SameasError('too-many-requests', sentence('Too many commands are waiting.'), {
          advice: sentence('Try again in a moment.'),
        }),
      );
  }

  /** An idle worker, preferably the last one of the project, else the spare or a new one. */
  #workerFor(kind: WorkerKind, { terms }: Job): WorkerProcess {
    const idle = this.#idle(kind);
    return (
      idle.find(({ project }) => project !== undefined && project === terms.project) ??
      idle.find(({ isReady }) => isReady) ??
      idle[0] ??
      this.#start(kind)
    );
  }

  #idle(kind: WorkerKind): readonly WorkerProcess[] {
    return [...this.#workers].filter((worker) => worker.kind === kind && worker.job === undefined);
  }

  #mayBegin(kind: WorkerKind, { terms }: Job): boolean {
    const running = [...this.#workers].flatMap((worker) =>
      worker.kind === kind && worker.job !== undefined ? [worker.job.terms] : [],
    );
    const workers = this.#options.workers[kind];
    // The last spare worker is for a project without one.
    if (
      kind === 'commands' &&
      running.some((one) => shareOf(one) === shareOf(terms)) &&
      this.#idle(kind).filter(({ isReady }) => isReady).length < 2 &&
      this.#startsSpare(2)
    )
      return false;
    return (
      running.filter((one) => shareOf(one) === shareOf(terms)).length < workers &&
      running.filter(({ client }) => client === terms.client).length < workers * MAX_PROJECTS_OF_CLIENT &&
      running.length < workers * MAX_PROJECTS
    );
  }

  #start(kind: WorkerKind): WorkerProcess {
    const worker = new WorkerProcess(this.#options, kind, {
      free: (one) => this.#restOrGoOn(one),
      ended: (one, end) => this.#replaceEnded(one, end),
    });
    this.#workers.add(worker);
    return worker;
  }

  #give(worker: WorkerProcess, job: Job): void {
    worker.give(job);
    this.#watch ??= setInterval(() => this.#lookAround(), WATCH_MS);
  }

  #cancel(job: Job): void {
    for (const waiting of Object.values(this.#waiting)) {
      const place = waiting.findIndex(({ settle }) => settle === job.settle);
      if (place >= 0) {
        waiting.splice(place, 1);
        job.settle(cancelled());
        return;
      }
    }
    for (const worker of this.#workers) if (worker.job?.settle === job.settle) this.#replace(worker, cancelled());
  }

  /** Gives the worker its next job, or lets it rest. */
  #restOrGoOn(worker: WorkerProcess): void {
    if (this.#isClosed) {
      this.#end(worker);
      return;
    }
    worker.rest(this.#options.idleMs, () => this.#end(worker));
    for (let next = this.#nextJob(worker.kind); next !== undefined; next = this.#nextJob(worker.kind))
      this.#give(this.#workerFor(worker.kind, next), next);
    if (!worker.isReady || worker.job !== undefined) return;
    // A job does not wait for a worker that is starting.
    const early = [...this.#workers].find(
      ({ kind, isReady, job }) => kind === worker.kind && !isReady && job !== undefined,
    );
    const job = early?.takeJob();
    if (early !== undefined && job !== undefined) {
      this.#give(worker, job);
      this.#restOrGoOn(early);
    }
    // Also before the first task: an endless one must not block another project.
    if (worker.kind === 'commands') this.#startsSpare([...this.#workers].some(isBusy) ? 1 : 2);
  }

  /** Ensures this many idle or starting workers for commands; false at the limit. */
  #startsSpare(count: number): boolean {
    const all = [...this.#workers].filter(({ kind }) => kind === 'commands');
    if (all.filter((worker) => !isBusy(worker)).length >= count) return true;
    if (this.#isClosed || all.length >= this.#options.workers.commands * MAX_PROJECTS) return false;
    const spare = this.#start('commands');
    spare.rest(this.#options.idleMs, () => this.#end(spare));
    return true;
  }

  #nextJob(kind: WorkerKind): Job | undefined {
    const waiting = this.#waiting[kind];
    const [chosen] = waiting
      .filter((job) => this.#mayBegin(kind, job))
      .sort((a, b) => this.#runningOf(kind, a.terms.client) - this.#runningOf(kind, b.terms.client));
    if (chosen !== undefined) waiting.splice(waiting.indexOf(chosen), 1);
    return chosen;
  }

  #runningOf(kind: WorkerKind, client: string): number {
    return [...this.#workers].filter((worker) => worker.kind === kind && worker.job?.terms.client === client).length;
  }

  #end(worker: WorkerProcess): void {
    this.#workers.delete(worker);
    void worker.end();
  }

  /**
   * Repeats a job in a new worker when an earlier one may have used up the memory; if the job itself needs too much, it
   * fails there.
   */
  #replaceEnded(worker: WorkerProcess, { cause, reason }: UnexpectedEnd): void {
    const { job } = worker;
    if (cause !== 'memory') {
      const unknown = 'The process that carried out the command ended.';
      this.#replace(
        worker,
        cause === 'backtracking' && job !== undefined
          ? backtracked(job.task)
          : new SameasError('internal', unknown, { cause: reason }),
        reason,
      );
      return;
    }
    const innocent = !this.#isClosed && worker.mayBlameEarlierJob() ? worker.takeJob() : undefined;
    if (innocent !== undefined) this.#waiting[worker.kind].unshift({ ...innocent, isRepeated: true });
    const error = job === undefined ? cancelled() : tooLarge(this.#options.memoryBytes, job.task);
    this.#replace(worker, error, reason);
  }

  /**
   * Ends a worker, fails its job with this error, and starts a new one. `reason`: for the operator; none when it was
   * requested.
   */
  #replace(worker: WorkerProcess, error: SameasError, reason?: string): void {
    if (!this.#workers.delete(worker)) return;
    const job = worker.takeJob();
    if (reason !== undefined && !this.#isClosed) this.#options.observe({ kind: 'worker-replaced', reason });
    // Only after the process is gone: the next task of the project must not find it writing.
    void worker.end().then(() => job?.settle(error));
    if (this.#isClosed) return;
    // Started at once, even without a waiting task, so that the next one need not wait for its code. One that could not
    // be started is not retried without a task.
    if (this.#waiting[worker.kind].length > 0 || (worker.isReady && worker.kind === 'commands'))
      this.#restOrGoOn(this.#start(worker.kind));
  }

  #lookAround(): void {
    const busy = [...this.#workers].filter(({ job }) => job !== undefined);
    for (const worker of busy) {
      const overrun = worker.overrun();
      if (overrun !== undefined) this.#replace(worker, overrun.error, overrun.reason);
    }
    if (busy.some(({ kind, isReady }) => kind === 'commands' && isReady)) this.#startsSpare(1);
    if (busy.length > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }
}

function isBusy({ job }: WorkerProcess): boolean {
  return job !== undefined;
}

/** Key of the share of workers that a job uses. */
function shareOf({ project, client }: TaskTerms): string {
  return project === undefined ? `client ${client}` : `project ${project}`;
}
