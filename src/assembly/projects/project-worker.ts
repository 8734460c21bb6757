import { saysOutOfMemory } from '../../foundation/out-of-memory.js';
import { asSameasError } from '../../foundation/sameas-error.js';
import type { ProjectTools } from '../../projects/commands/command-call.js';
import { beginRequest } from '../../foundation/backtracking.js';
import { dataFolderAt } from '../../projects/store/data-folder.js';
import { NODE_DISK, type Disk } from '../../projects/store/disk.js';
import { createProjectStore } from '../../projects/store/project-store.js';
import { toPlainError } from '../workers/plain-error.js';
import { endWithParent } from './end-with-parent.js';
import { askOverHttp, fetchOverHttp, isWithin, createReconciliationPort } from './outside-services.js';
import { createProjectLanguages, runProjectTask } from './run-project-task.js';
import {
  PULSE_MS,
  type ProjectTask,
  type ProjectWorkerAnswer,
  type ProjectWorkerMessage,
  type ProjectWorkerSettings,
  isOutOfMemory,
  tooLarge,
} from './project-task.js';

/** The body of a project worker: runs one command after the other until it is killed at any instant. */
function serve(): void {
  // Keys for the service reach all processes of its terminal; the service ends its workers itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const refuseOrphan = endWithParent();
  let answer: ((task: ProjectTask) => Promise<ProjectWorkerAnswer>) | undefined;
  process.on('message', (message: ProjectWorkerMessage) => {
    if (message.kind === 'settings') {
      answer = createAnswer(message.settings, refuseOrphan);
      send({ kind: 'ready' });
      return;
    }
    void answer?.(message.task).then(send);
  });
}

/** Sent at once, even if the thread goes on computing: the system takes it unless much is waiting. */
function send(message: ProjectWorkerAnswer): void {
  process.send?.(message, undefined, undefined, (fault) => {
    // The service is gone.
    if (fault !== null) process.exit();
  });
}

function createAnswer(
  settings: ProjectWorkerSettings,
  refuseOrphan: () => void,
): (task: ProjectTask) => Promise<ProjectWorkerAnswer> {
  const folder = dataFolderAt(settings.dataFolder);
  const languages = createProjectLanguages();
  const pulse = new Pulse();
  const beat = (): void => {
    pulse.beat();
  };
  const tools: ProjectTools = {
    store: createProjectStore(folder, { cacheBytes: settings.cacheBytes, disk: diskUnless(refuseOrphan) }),
    preferencesFile: folder.preferencesFile,
    languages: languages.all,
    translateRegex: languages.translateRegex,
    ...outsideOf(settings, beat),
    progress: beat,
    percent: (done) => {
      pulse.percent = Math.round(done);
      beat();
    },
  };
  return async (task) => {
    pulse.percent = 0;
    beginRequest();
    try {
      await languages.prepareFor(task).catch(endWithoutMemory);
      send({ kind: 'begun', task: task.task });
      return { kind: 'done', task: task.task, reply: await runProjectTask(task, tools, folder.work) };
    } catch (thrown) {
      const error = isOutOfMemory(thrown) ? tooLarge(settings.memoryBytes, task) : asSameasError(thrown);
      return { kind: 'failed', task: task.task, error: toPlainError(error) };
    }
  };
}

/** The disk, which saves nothing any more once the service is gone. */
function diskUnless(refuseOrphan: () => void): Disk {
  return {
    ...NODE_DISK,
    // Saving becomes visible by renaming; by then another service may have taken over the folder of a killed one.
    rename: (from, to) => {
      refuseOrphan();
      NODE_DISK.rename(from, to);
    },
  };
}

/** Tells the service that this process is at work, at most every `PULSE_MS`. */
class Pulse {
  /** Progress of the task, 0 to 100. */
  percent = 0;
  #sentAt = 0;

  beat(): void {
    const now = performance.now();
    if (now - this.#sentAt < PULSE_MS) return;
    this.#sentAt = now;
    send({ kind: 'pulse', percent: this.percent, residentBytes: process.memoryUsage.rss() });
  }
}

/** What may be asked of other services by the settings; `beat` shows that waiting for them is no stall. */
function outsideOf(
  settings: ProjectWorkerSettings,
  beat: () => void,
): Pick<ProjectTools, 'reconciliation' | 'urlFetch'> {
  const { ownAddresses, urlAccess } = settings;
  return {
    reconciliation: createReconciliationPort(
      askOverHttp(settings, beat),
      (url) => urlAccess !== 'off' || ownAddresses.some((own) => isWithin(url, own)),
    ),
    urlFetch: urlAccess === 'off' ? undefined : fetchOverHttp(settings, beat),
  };
}

/**
 * Ends this process when an earlier task has left too little memory for an interpreter: the task has not begun and is
 * run by another process.
 */
function endWithoutMemory(thrown: unknown): Promise<void> {
  if (!saysOutOfMemory(thrown)) throw thrown;
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
}

serve();
