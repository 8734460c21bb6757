import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Observe } from '../../foundation/observation.js';
import { asSameasError } from '../../foundation/sameas-error.js';
import { untranslated } from '../../foundation/sentence.js';
import type { PendingProcess } from '../../projects/commands/command-call.js';
import type { CommandDefinition, WorkerCommandName } from '../../projects/commands/command-table.js';
import {
  createProcessList,
  type ProcessesAnswer,
  type ProcessList,
  createProjectLocks,
  type ProjectLocks,
} from '../../projects/processes/process-list.js';
import { dataFolderAt, type DataFolder, takeDataFolder } from '../../projects/store/data-folder.js';
import { readProjectId } from '../../projects/store/project-id.js';
import { unknownProject } from '../../projects/store/store-errors.js';
import type {
  CommandOutcome,
  CommandRequest,
  ProjectsPort,
  ProjectsWebOptions,
  WorkFolder,
} from '../../web/commands/projects-port.js';
import { workerEntry } from '../workers/worker-entry.js';
import { ProjectWorkerPool } from './project-worker-pool.js';
import type { ProjectTaskReply, ProjectWorkerSettings } from './project-task.js';
import type { TaskTerms } from './worker-process.js';
import { isLoopback } from '../../foundation/is-loopback.js';
import { SOFTWARE_VERSION } from '../../foundation/software-version.js';
import type { Settings } from '../../settings/setting-definitions.js';
import { createCsrfTokens } from '../../web/commands/csrf-tokens.js';

/* The projects wing in the thread of HTTP: it opens no project itself, but queues commands for workers. */

interface ProjectsServiceOptions {
  readonly dataFolder: string;
  readonly workers: number;
  readonly memoryBytes: number;
  readonly stallMs: number;
  readonly previewMs: number;
  readonly commandMs: number;
  readonly fileMs: number;
  readonly ownAddresses: () => readonly string[];
  readonly urlAccess: ProjectWorkerSettings['urlAccess'];
  readonly observe: Observe;
}

/** Key of writes that concern all projects or none. */
const NO_PROJECT = '(service)';
const IDLE_MS = 120_000;
/** Minimum number of workers of one project for work that waits for other services; more work is queued. */
const MIN_LONG_WORKERS = 4;
/** A process that waits for other services may take a day. */
const PROCESS_MS = 24 * 60 * 60_000;

type WorkerCommand = CommandDefinition & { readonly name: WorkerCommandName };

/** The projects of a data folder, which this service holds until it is closed. */
export class ProjectsService implements ProjectsPort {
  readonly #options: ProjectsServiceOptions;
  readonly #folder: DataFolder;
  readonly #letGoOfFolder: () => void;
  readonly #locks: ProjectLocks = createProjectLocks();
  readonly #processes: ProcessList = createProcessList();
  readonly #pool: ProjectWorkerPool;

  /**
   * Takes the data folder: creates it if necessary, and removes leftovers of a killed process. Errors: those of
   * `takeDataFolder`.
   */
  constructor(options: ProjectsServiceOptions) {
    this.#options = options;
    const path = resolve(options.dataFolder);
    this.#folder = dataFolderAt(path);
    this.#letGoOfFolder = takeDataFolder(path);
    this.#pool = new ProjectWorkerPool({
      workers: { commands: options.workers, long: Math.max(MIN_LONG_WORKERS, options.workers) },
      memoryBytes: options.memoryBytes,
      stallMs: options.stallMs,
      idleMs: IDLE_MS,
      entry: workerEntry('projects/project-worker'),
      observe: options.observe,
      settings: {
        dataFolder: path,
        cacheBytes: Math.floor(options.memoryBytes / 4),
        urlAccess: options.urlAccess,
        get ownAddresses() {
          return options.ownAddresses();
        },
      },
    });
  }

  async run(command: WorkerCommand, request: CommandRequest): Promise<CommandOutcome> {
    const { lane } = command;
    // A change continues when its client is gone: a client that lost its connection finds it done.
    if (lane === 'read' || lane === 'create')
      return this.#runNow(command, request, request.left === undefined ? {} : { stop: request.left });
    if (lane === 'preferences') return this.#holding(NO_PROJECT, () => this.#runNow(command, request));
    const projectId = readProjectId(new Map(request.parameters).get('project'));
    // A project to be deleted does not need its processes.
    if (command.name === 'delete-project') await this.#processes.cancel(projectId);
    else if (this.#processes.isBusy(projectId)) return this.#runAfterProcesses(projectId, command, request);
    return this.#holding(projectId, () => this.#runNow(command, request));
  }

  processes(projectId: string): ProcessesAnswer {
    this.#refuseUnknown(projectId);
    return this.#processes.describe(projectId);
  }

  async cancelProcesses(projectId: string): Promise<void> {
    this.#refuseUnknown(projectId);
    await this.#processes.cancel(projectId);
  }

  newWorkFolder(): WorkFolder {
    const path = join(this.#folder.work, randomBytes(12).toString('hex'));
    mkdirSync(path, { mode: 0o700 });
    return {
      path,
      remove: () =>
        rm(path, { recursive: true, force: true }).catch((thrown: unknown) =>
          this.#options.observe({ kind: 'query-failed', error: asSameasError(thrown) }),
        ),
    };
  }

  async close(): Promise<void> {
    await this.#processes.cancelAll();
    await this.#pool.close();
    this.#letGoOfFolder();
  }

  #refuseUnknown(projectId: string): void {
    if (!existsSync(join(this.#folder.projects, projectId))) throw unknownProject(projectId);
  }

  async #runNow(
    command: WorkerCommand,
    request: CommandRequest,
    terms: Partial<TaskTerms> = {},
  ): Promise<CommandOutcome> {
    const { parameters, trailingName, files, workFolder } = request;
    const { client } = request;
    const project = new Map(parameters).get('project');
    const reply = await this.#pool.run(
      { work: { command: command.name, parameters, trailingName }, files, workFolder },
      {
        timeMs: this.#timeOf(command),
        repeatable: command.lane === 'read',
        client,
        long: command.time === 'waiting',
        ...(project === undefined ? {} : { project }),
        ...terms,
      },
    );
    return this.#outcomeOf(reply, client);
  }

  #timeOf({ time }: WorkerCommand): number {
    const { previewMs, commandMs, fileMs } = this.#options;
    return { preview: previewMs, usual: commandMs, waiting: commandMs, long: fileMs }[time];
  }

  #outcomeOf(reply: ProjectTaskReply, client: string): CommandOutcome {
    return reply.kind === 'pending' ? this.#goOn(reply.process, client) : reply;
  }

  /** Runs the rest of a recipe as a process. */
  #goOn(process: PendingProcess, client: string): CommandOutcome {
    const { projectId, description } = process;
    this.#processes.add({
      projectId,
      description,
      bytes: JSON.stringify(process.operations).length,
      run: async ({ stop, percent }) => {
        const work = (): Promise<ProjectTaskReply> =>
          this.#pool.run(
            { work: { process }, files: [], workFolder: this.#folder.work },
            { timeMs: PROCESS_MS, stop, percent, long: true, client, project: projectId },
          );
        // The command that began this still holds the lock; no waiting task may come in between.
        await this.#holding(projectId, work, { first: true });
      },
    });
    return { kind: 'pending' };
  }

  /** Runs a command as a process behind the existing ones. */
  #runAfterProcesses(projectId: string, command: WorkerCommand, request: CommandRequest): CommandOutcome {
    this.#processes.add({
      projectId,
      description: untranslated(command.name),
      bytes: request.parameters.reduce((sum, [name, value]) => sum + name.length + value.length, 0),
      run: async ({ stop, percent }) => {
        const outcome = await this.#holding(projectId, () => this.#runNow(command, request, { stop, percent }));
        // No caller waits for it.
        if (outcome.kind === 'long-json') await rm(outcome.path, { force: true });
      },
    });
    return { kind: 'pending' };
  }

  async #holding<T>(projectId: string, work: () => Promise<T>, turn: { readonly first?: boolean } = {}): Promise<T> {
    const letGo = await this.#locks.acquire(projectId, turn);
    try {
      return await work();
    } finally {
      letGo();
    }
  }
}

export interface ProjectsWeb {
  readonly options: ProjectsWebOptions;
  /** Absolute. */
  readonly dataFolder: string;
  readonly close: () => Promise<void>;
}

/** The addresses at which the service finds itself for candidates; locally also `localhost`. */
function ownAddressesOf(address: string): readonly string[] {
  if (address === '') return [];
  const url = new URL(address);
  if (!isLoopback(url.hostname)) return [address];
  url.hostname = 'localhost';
  return [address, url.href];
}

/**
 * The projects wing by the settings; `ownAddress` is called once the service listens. Errors: those of
 * `takeDataFolder`.
 */
export function createProjectsWeb(settings: Settings, ownAddress: () => string, observe: Observe): ProjectsWeb {
  const dataFolder = resolve(settings.dataDir);
  const port = new ProjectsService({
    dataFolder,
    workers: settings.projectWorkers,
    memoryBytes: settings.projectMemoryBytes,
    stallMs: settings.stallTimeoutMs,
    previewMs: settings.previewTimeoutMs,
    commandMs: settings.commandTimeoutMs,
    fileMs: settings.fileTimeoutMs,
    ownAddresses: () => ownAddressesOf(ownAddress()),
    urlAccess: settings.urlAccess,
    observe,
  });
  return {
    dataFolder,
    close: () => port.close(),
    options: {
      port,
      tokens: createCsrfTokens(),
      csrf: settings.csrf,
      maxUploadBytes: settings.maxUploadBytes,
      softwareVersion: SOFTWARE_VERSION,
    },
  };
}
