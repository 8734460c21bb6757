import type { Observe } from '../../foundation/observation.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { ProjectTask, ProjectTaskReply } from './project-task.js';
import { backtracked, cancelled, tooLarge } from './task-faults.js';
import {
  WorkerProcess,
  type Job,
  type TaskTerms,
  type UnexpectedEnd,
  type WorkerKind,
  type WorkerProcessOptions,
} from './worker-process.js';

/*
 * Processes that carry out commands, one at a time each. A command is synchronous code and may be anybody's program, so that a worker cannot be asked to stop: it is
 * ended, which loses nothing, for what is saved is saved in one step. The next command finds another worker.
 *
 * Workers are started when there is something to do, and end when there has been nothing for a while. One more than there are commands is ready for the next project: a worker loads its code for
 * half a second, and for much longer on a busy machine.
 */

interface ProjectWorkerPoolOptions extends WorkerProcessOptions {
  /** The most workers of each kind that work for one project at a time (work without a project counts as a project of its client). One client has at most twice as many, all together four times. */
  readonly workers: Readonly<Record<WorkerKind, number>>;
  /** A worker with nothing to do is ended after this time. */
  readonly idleMs: number;
  readonly observe: Observe;
}

/** More than this many of a kind that wait for a worker are asked to come again: those of one client, and all together. */
const MAX_WAITING_OF_CLIENT = 500;
const MAX_WAITING = 2_000;
/** A client has this many times the workers of a project, and all clients together the second number. */
const MAX_PROJECTS_OF_CLIENT = 2;
const MAX_PROJECTS = 4;
/** Between two looks at the workers that have something to do; a command is ended that much late at the most. */
const WATCH_MS = 100;

/** A pool; without a worker yet when it is made. */
export class ProjectWorkerPool {
  readonly #options: ProjectWorkerPoolOptions;
  readonly #workers = new Set<WorkerProcess>();
  readonly #waiting: Readonly<Record<WorkerKind, Job[]>> = { commands: [], long: [] };
  #watch: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ProjectWorkerPoolOptions) {
    this.#options = options;
  }

  /** Rejects with the error of the task, `command-too-long`, `command-too-large`, `command-cancelled` or `too-many-requests`. */
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

  /** Starts a worker for commands where there is none, so that the first command need not wait for it. */
  prepare(): void {
    if (!this.#isClosed && this.#workers.size === 0) this.#restOrGoOn(this.#start('commands'));
  }

  /** Ends every worker; what is under way is cancelled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#watch);
    const all = [...this.#workers];
    for (const waiting of Object.values(this.#waiting)) for (const job of waiting.splice(0)) job.settle(cancelled());
    for (const worker of all) worker.takeJob()?.settle(cancelled());
    this.#workers.clear();
    await Promise.all(all.map((worker) => worker.end()));
  }

  /** In a worker that is free, in a new one while there may be more, or later. */
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

  /** One that has nothing to do, at best the one that was at the project last, else one that is ready, or a new one. */
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
    // The last worker that is ready is for a project that has none.
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

  /** Whether it waits or is under way. */
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

  /** After a job: the next one, or none for now. */
  #restOrGoOn(worker: WorkerProcess): void {
    if (this.#isClosed) {
      this.#end(worker);
      return;
    }
    worker.rest(this.#options.idleMs, () => this.#end(worker));
    for (let next = this.#nextJob(worker.kind); next !== undefined; next = this.#nextJob(worker.kind))
      this.#give(this.#workerFor(worker.kind, next), next);
    if (!worker.isReady || worker.job !== undefined) return;
    // A job need not wait for a worker that is being started.
    const early = [...this.#workers].find(
      ({ kind, isReady, job }) => kind === worker.kind && !isReady && job !== undefined,
    );
    const job = early?.takeJob();
    if (early !== undefined && job !== undefined) {
      this.#give(worker, job);
      this.#restOrGoOn(early);
    }
    // Also before the first task: one that never ends shall not keep another project waiting.
    if (worker.kind === 'commands') this.#startsSpare([...this.#workers].some(isBusy) ? 1 : 2);
  }

  /** Sees to it that so many workers for commands have nothing to do or are being started; false where there may be no more. */
  #startsSpare(count: number): boolean {
    const all = [...this.#workers].filter(({ kind }) => kind === 'commands');
    if (all.filter((worker) => !isBusy(worker)).length >= count) return true;
    if (this.#isClosed || all.length >= this.#options.workers.commands * MAX_PROJECTS) return false;
    const spare = this.#start('commands');
    spare.rest(this.#options.idleMs, () => this.#end(spare));
    return true;
  }

  /** Takes the first job that may begin of the client with the fewest under way. */
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

  /** A job that an earlier one may have left too little memory is done in a new worker; if it needs too much by itself, it does so there too, and is told then. */
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

  /** Ends a worker, its job with this error, and puts a new one in its place. `reason`: why, for whom runs the service; none where it was asked for. */
  #replace(worker: WorkerProcess, error: SameasError, reason?: string): void {
    if (!this.#workers.delete(worker)) return;
    const job = worker.takeJob();
    if (reason !== undefined && !this.#isClosed) this.#options.observe({ kind: 'worker-replaced', reason });
    // Not before the process is gone: the next task of the project must find no process writing to it.
    void worker.end().then(() => job?.settle(error));
    if (this.#isClosed) return;
    // Begun at once, although perhaps no task waits: the next one shall not have to wait until its code is loaded. One that could not be started is not tried for no user.
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

/** Whose share of the workers a job takes. */
function shareOf({ project, client }: TaskTerms): string {
  return project === undefined ? `client ${client}` : `project ${project}`;
}
