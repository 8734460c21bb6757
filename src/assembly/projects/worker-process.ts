import { type ChildProcess, fork } from 'node:child_process';
import type { SameasError } from '../../foundation/sameas-error.js';
import { fromPlainError } from '../workers/plain-error.js';
import {
  type ProjectTask,
  type ProjectTaskReply,
  type ProjectWorkerAnswer,
  type ProjectWorkerMessage,
  type ProjectWorkerSettings,
  tooLarge,
  tooLong,
} from './project-task.js';
import { BACKTRACKED_SIGNAL } from './end-with-parent.js';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Options and limits of workers. */
export interface WorkerProcessOptions {
  /** Memory limit of a command; beyond it the process is killed. */
  readonly memoryBytes: number;
  /** A process without progress for this long is killed. */
  readonly stallMs: number;
  readonly settings: Omit<ProjectWorkerSettings, 'memoryBytes'>;
  readonly entry: URL;
}

export interface TaskTerms {
  readonly timeMs: number;
  readonly stop?: AbortSignal;
  /** Gets the progress, 0 to 100. */
  readonly percent?: (done: number) => void;
  /** Run by a worker for long work, so that commands do not wait for it. */
  readonly long?: boolean;
  /** It changes nothing, so that it can be repeated when it failed because of an earlier task. */
  readonly repeatable?: boolean;
  /** The project of the task. Its last worker is preferred, as it has cached chunks. */
  readonly project?: string;
  /** The client, which never gets all workers. */
  readonly client: string;
}

export interface Job {
  readonly task: Omit<ProjectTask, 'task'>;
  readonly terms: TaskTerms;
  readonly settle: (outcome: ProjectTaskReply | SameasError) => void;
  /** Whether this is its second worker. */
  readonly isRepeated: boolean;
}

interface WorkerEvents {
  /** It is ready without a job: its job is settled, or it has just started. */
  readonly free: (worker: WorkerProcess) => void;
  /** It ended unexpectedly. */
  readonly ended: (worker: WorkerProcess, end: UnexpectedEnd) => void;
}

/** An unexpected end of a worker. */
export interface UnexpectedEnd {
  readonly cause: 'memory' | 'backtracking' | 'unknown';
  /** For the operator. */
  readonly reason: string;
}

/** Workers for commands, and those for work that waits for other services. */
export type WorkerKind = 'commands' | 'long';

interface Overrun {
  /** For the client of the task. */
  readonly error: SameasError;
  /** For the operator. */
  readonly reason: string;
}

/** Maximum time for loading the code of a worker; a busy machine needs some seconds. */
const START_MS = 60_000;
/** Maximum length of the kept error output of a worker. */
const MAX_LAST_WORDS = 4_000;
/** Signals of the engine and the system for a process out of memory. */
const SIGNALS_WITHOUT_MEMORY: ReadonlySet<string> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
  'SIGKILL',
]);

/** A worker process for one job at a time, as seen by the service. Times are of `performance.now()`. */
export class WorkerProcess {
  readonly kind: WorkerKind;
  readonly #options: WorkerProcessOptions;
  readonly #process: ChildProcess;
  readonly #isGone: Promise<void>;
  #isReady = false;
  #isEnding = false;
  #job: Job | undefined;
  #project: string | undefined;
  /** The number of its last task; 0 before the first. */
  #task = 0;
  #hasBegun = false;
  #startedAt = 0;
  #beatAt = 0;
  #residentBytes = 0;
  #lastWords = '';
  #idleTimer: NodeJS.Timeout | undefined;

  /** Starts loading its code; it keeps the service alive only while it has a job. */
  constructor(options: WorkerProcessOptions, kind: WorkerKind, events: WorkerEvents) {
    this.kind = kind;
    this.#options = options;
    const child = startLimitedProcess(options.entry, options.memoryBytes);
    this.#process = child;
    child.on('message', (answer) => this.#hear(answer as ProjectWorkerAnswer, events)); // written by project-worker.ts
    child.stderr?.on('data', (bytes: Buffer) => {
      if (this.#lastWords.length < MAX_LAST_WORDS) this.#lastWords += bytes.toString('utf8', 0, MAX_LAST_WORDS);
    });
    this.#isGone = new Promise((resolve) => {
      const gone = (code: number | null, signal: string | null, fault?: Error): void => {
        resolve();
        if (!this.#isEnding) events.ended(this, unexpectedEnd(code, signal, fault?.message ?? this.#lastWords));
      };
      child.once('close', gone);
      // It could not be started, or not get a message: even if alive, it is useless.
      child.once('error', (fault) => {
        if (child.pid === undefined) gone(null, null, fault);
        else child.kill('SIGKILL');
      });
    });
    this.#send({ kind: 'settings', settings: { ...options.settings, memoryBytes: options.memoryBytes } });
    this.#keepAlive(false);
  }

  get job(): Job | undefined {
    return this.#job;
  }

  /** That of the last job. */
  get project(): string | undefined {
    return this.#project;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Starts a job once the code is loaded; call it only without a job. */
  give(job: Job): void {
    clearTimeout(this.#idleTimer);
    this.#job = job;
    this.#project = job.terms.project;
    this.#startedAt = this.#beatAt = performance.now();
    this.#residentBytes = 0;
    this.#hasBegun = false;
    this.#keepAlive(true);
    if (this.#isReady) this.#sendJob(job);
  }

  /** Takes its job away, if any; its result is then ignored. */
  takeJob(): Job | undefined {
    const job = this.#job;
    this.#job = undefined;
    return job;
  }

  /**
   * Whether an earlier job may have used up the memory, and the current one can be repeated in another worker: it had
   * not begun, or changes nothing, and is in its first worker.
   */
  mayBlameEarlierJob(): boolean {
    if (this.#job === undefined || this.#task < 2 || this.#job.isRepeated) return false;
    return !this.#hasBegun || this.#job.terms.repeatable === true;
  }

  /** Rests without a job: does not keep the service alive, and reports when idle for this long. */
  rest(idleMs: number, whenIdle: () => void): void {
    this.#keepAlive(false);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(whenIdle, idleMs);
    this.#idleTimer.unref();
  }

  overrun(): Overrun | undefined {
    if (this.#job === undefined) return undefined;
    const { task, terms } = this.#job;
    const { timeMs } = terms;
    const { stallMs, memoryBytes } = this.#options;
    const now = performance.now();
    if (!this.#isReady) {
      return now - this.#startedAt > START_MS
        ? { error: tooLong(`could not be begun within ${secondsOf(START_MS)}`, task), reason: 'a worker did not start' }
        : undefined;
    }
    if (now - this.#startedAt > timeMs)
      return { error: tooLong(`took longer than ${secondsOf(timeMs)}`, task), reason: 'a command took too long' };
    const noMemory = { error: tooLarge(memoryBytes, task), reason: 'a command needed too much memory' };
    // A nearly full heap is collected again and again without any other progress.
    if (now - this.#beatAt > stallMs && this.#residentBytes > memoryBytes) return noMemory;
    if (now - this.#beatAt > stallMs)
      return { error: tooLong(`did not get on for ${secondsOf(stallMs)}`, task), reason: 'a command did not get on' };
    return this.#residentBytes > memoryBytes + OWN_MEMORY_BYTES ? noMemory : undefined;
  }

  /** Kills it without settling its job. Resolves when it is gone. */
  async end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    this.#isEnding = true;
    // The caller may have nothing else to wait for.
    this.#keepAlive(true);
    this.#process.kill('SIGKILL');
    await this.#isGone;
  }

  #hear(answer: ProjectWorkerAnswer, events: WorkerEvents): void {
    this.#beatAt = performance.now();
    switch (answer.kind) {
      case 'ready':
        this.#isReady = true;
        // Only now can a command make progress; the loading time of a new worker is not the command's.
        this.#startedAt = this.#beatAt;
        if (this.#job === undefined) events.free(this);
        else this.#sendJob(this.#job);
        return;
      case 'begun':
        this.#hasBegun = answer.task === this.#task;
        return;
      case 'pulse':
        this.#residentBytes = answer.residentBytes;
        this.#job?.terms.percent?.(answer.percent);
        return;
      case 'done':
      case 'failed': {
        const job = this.takeJob();
        if (job === undefined) return;
        job.settle(answer.kind === 'done' ? answer.reply : fromPlainError(answer.error));
        events.free(this);
      }
    }
  }

  #sendJob({ task }: Job): void {
    this.#task += 1;
    this.#send({ kind: 'task', task: { task: this.#task, ...task } });
  }

  #send(message: ProjectWorkerMessage): void {
    // If sending fails, the process has ended or is being killed: `close` follows.
    this.#process.send(message, undefined, undefined, () => undefined);
  }

  #keepAlive(isNeeded: boolean): void {
    const { channel } = this.#process;
    if (isNeeded) {
      this.#process.ref();
      channel?.ref();
    } else {
      this.#process.unref();
      channel?.unref();
    }
  }
}

function unexpectedEnd(code: number | null, signal: string | null, lastWords: string): UnexpectedEnd {
  const fatal = /FATAL ERROR: (.*)/.exec(lastWords)?.[1] ?? lastWords.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  const how = signal === null ? `ended with code ${String(code)}` : `was ended by ${signal}`;
  const isOutOfMemory =
    (signal !== null && SIGNALS_WITHOUT_MEMORY.has(signal)) ||
    /allocation failed|out of memory|bad_alloc|cannot allocate memory|ENOMEM/i.test(lastWords);
  const cause = signal === BACKTRACKED_SIGNAL ? 'backtracking' : isOutOfMemory ? 'memory' : 'unknown';
  return { cause, reason: `the worker ${how}${fatal === '' ? '' : `: ${fatal}`}` };
}

function secondsOf(ms: number): string {
  return ms === 1000 ? 'a second' : `${String(ms / 1000)} seconds`;
}

const MEGABYTE = 1024 * 1024;
/**
 * Room for the objects of some thousand rows, so that most are dead before a collection: with less, collecting costs
 * more than the work.
 */
const SEMI_SPACE_MB = 32;
/** Eight times Node's default: expressions may be deeply nested. */
const STACK_KB = 7_800;
/** The stack requested from the system; more than the engine uses. */
const SYSTEM_STACK_KB = 10_240;
/** Less would not hold the code of a worker. */
const MIN_HEAP_MB = 64;

/**
 * Memory of a worker besides that of a command: code, thread stacks of Node, space for young objects and, once needed,
 * the interpreters of two languages. Measured: 250 MB of writable memory with everything loaded.
 */
const OWN_MEMORY_BYTES = 352 * MEGABYTE;

/*
 * The launcher: sets resource limits of the operating system, and becomes the program. No core dump is written; the
 * process is the first to be killed when the computer runs out of memory. A limit that cannot be raised stays.
 */
const LAUNCHER =
  '{ ulimit -c 0; ulimit -s "$1"; ulimit -d "$2"; echo 900 >/proc/self/oom_score_adj; } 2>/dev/null; shift 2; exec "$@"';

/**
 * Starts a Node process whose memory is limited by the operating system: heap, buffers, WebAssembly and the program
 * itself have at most `memoryBytes` and `OWN_MEMORY_BYTES` together; beyond that the process ends (or, for a single
 * large buffer, gets an exception). The kernel enforces this on Linux; elsewhere only the engine limits the heap, and
 * the caller watches the rest.
 *
 * The environment is passed on except `NODE_OPTIONS`, which could raise the limits. Messages go as structured clones;
 * standard error comes as a stream.
 */
function startLimitedProcess(entry: URL, memoryBytes: number): ChildProcess {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const heapMb = Math.max(MIN_HEAP_MB, Math.floor(memoryBytes / MEGABYTE));
  const flags = [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`];
  const options = { env, serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc'] } as const;
  if (process.platform !== 'linux' || !existsSync('/bin/sh'))
    return fork(fileURLToPath(entry), [], { ...options, stdio: [...options.stdio], execArgv: flags });
  const dataKb = Math.ceil((Math.max(memoryBytes, MIN_HEAP_MB * MEGABYTE) + OWN_MEMORY_BYTES) / 1024);
  return fork(fileURLToPath(entry), [], {
    ...options,
    stdio: [...options.stdio],
    execPath: '/bin/sh',
    execArgv: [
      '-c',
      LAUNCHER,
      'sh',
      String(SYSTEM_STACK_KB),
      String(dataKb),
      process.execPath,
      ...flags,
      `--stack-size=${STACK_KB}`,
    ],
  });
}
