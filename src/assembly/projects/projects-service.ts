import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorCodeOf } from '../../foundation/error-code-of.js';
import type { Observe } from '../../foundation/observation.js';
import { asSameasError, SameasError } from '../../foundation/sameas-error.js';
import type { CommandDefinition, WorkerCommandName } from '../../projects/commands/command-table.js';
import { createProcessList } from '../../projects/processes/process-list.js';
import { createProjectLocks } from '../../projects/processes/project-locks.js';
import { dataFolderAt, prepareDataFolder } from '../../projects/store/data-folder.js';
import { NODE_DISK } from '../../projects/store/disk.js';
import { lockDataFolder } from '../../projects/store/lock-data-folder.js';
import { readProjectId } from '../../projects/store/project-id.js';
import { unknownProject } from '../../projects/store/store-errors.js';
import type { CommandOutcome, CommandRequest, ProjectsPort } from '../../web/commands/projects-port.js';
import { workerEntry } from '../worker-entry.js';
import type { TaskTerms } from './project-thread.js';
import { createProjectWorkerPool } from './project-worker-pool.js';
import type { ProjectTaskReply, ProjectWorkerSettings } from './project-task.js';

/*
 * The projects wing in the thread that serves HTTP: no project is opened here. Commands are put in order and handed to workers.
 */

export interface ProjectsServiceOptions {
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

export interface ProjectsService extends ProjectsPort {
  /** Stops processes and workers, and lets go of the folder. */
  readonly close: () => Promise<void>;
}

/** What is written to all projects, or to none. */
const NO_PROJECT = '(service)';
const IDLE_MS = 120_000;
/** A process waits for other services; it may take a day. */
const PROCESS_MS = 24 * 60 * 60_000;

/**
 * Takes a data folder, which is made when it is not there, and removes what a killed process left behind. Throws `data-folder-in-use`, and
 * `setting-invalid` when the folder cannot be used.
 */
export function createProjectsService(options: ProjectsServiceOptions): ProjectsService {
  const path = resolve(options.dataFolder);
  const folder = dataFolderAt(path);
  const release = takeFolder(path);
  const locks = createProjectLocks();
  const processes = createProcessList();
  const pool = createProjectWorkerPool({
    workers: options.workers,
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
  const timeOf: Readonly<Record<CommandDefinition['time'], number>> = { preview: options.previewMs, usual: options.commandMs, long: options.fileMs };

  function takeFolder(of: string): () => void {
    try {
      mkdirSync(of, { recursive: true, mode: 0o700 });
      const unlock = lockDataFolder(of);
      prepareDataFolder(NODE_DISK, dataFolderAt(of));
      return unlock;
    } catch (thrown) {
      if (thrown instanceof SameasError) throw thrown;
      const isInTheWay = ['EEXIST', 'ENOTDIR'].includes(errorCodeOf(thrown) ?? '');
      throw new SameasError('setting-invalid', isInTheWay ? `${of} cannot be the data folder: there is a file in its place.` : `The data folder ${of} cannot be used: ${asMessage(thrown)}.`, {
        advice: isInTheWay ? 'Name a folder with --data-dir; a list to be served is named without it.' : 'Check --data-dir and the rights of the folder.',
        cause: thrown,
      });
    }
  }

  async function run(command: CommandDefinition & { readonly name: WorkerCommandName }, request: CommandRequest): Promise<CommandOutcome> {
    const { lane } = command;
    if (lane === 'read' || lane === 'create') return runNow(command, request);
    if (lane === 'preferences') return holding(NO_PROJECT, () => runNow(command, request));
    const projectId = readProjectId(new Map(request.parameters).get('project'));
    // A project that is to go needs nothing of what goes on in it any more.
    if (command.name === 'delete-project') await processes.cancel(projectId);
    else if (processes.isBusy(projectId)) {
      processes.add({
        projectId,
        description: command.name,
        run: async ({ stop, percent }) => {
          await holding(projectId, () => runNow(command, request, { stop, percent }));
        },
      });
      return { kind: 'pending' };
    }
    return holding(projectId, () => runNow(command, request));
  }

  async function holding<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const letGo = await locks.acquire(projectId);
    try {
      return await work();
    } finally {
      letGo();
    }
  }

  async function runNow(command: CommandDefinition & { readonly name: WorkerCommandName }, request: CommandRequest, terms: Partial<TaskTerms> = {}): Promise<CommandOutcome> {
    const { parameters, trailingName, files, workFolder } = request;
    const affinity = new Map(parameters).get('project');
    const reply = await pool.run(
      { work: { command: command.name, parameters, trailingName }, files, workFolder },
      { timeMs: timeOf[command.time], repeatable: command.lane === 'read', ...(affinity === undefined ? {} : { affinity }), ...terms },
    );
    return outcomeOf(reply);
  }

  function outcomeOf(reply: ProjectTaskReply): CommandOutcome {
    if (reply.kind !== 'pending') return reply;
    const { process } = reply;
    processes.add({
      projectId: process.projectId,
      description: process.description,
      run: async (control) => {
        // The lock is still held by the command that began this; nobody who waits for it may come in between.
        const letGo = await locks.acquire(process.projectId, { first: true });
        try {
          await pool.run({ work: { process }, files: [], workFolder: folder.work }, { timeMs: PROCESS_MS, stop: control.stop, percent: control.percent, apart: true });
        } finally {
          letGo();
        }
      },
    });
    return { kind: 'pending' };
  }

  function refuseUnknown(projectId: string): void {
    if (!existsSync(join(folder.projects, projectId))) throw unknownProject(projectId);
  }

  return {
    run,
    processes: (projectId) => {
      refuseUnknown(projectId);
      return processes.describe(projectId);
    },
    cancelProcesses: async (projectId) => {
      refuseUnknown(projectId);
      await processes.cancel(projectId);
    },
    newWorkFolder: () => {
      const work = join(folder.work, randomBytes(12).toString('hex'));
      mkdirSync(work, { mode: 0o700 });
      return {
        path: work,
        remove: () => rm(work, { recursive: true, force: true }).catch((thrown: unknown) => options.observe({ kind: 'query-failed', error: asSameasError(thrown) })),
      };
    },
    close: async () => {
      await processes.cancelAll();
      await pool.close();
      release();
    },
  };
}

function asMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
