import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { asSameasError } from '../../foundation/sameas-error.js';
import type { ProjectTools } from '../../projects/commands/command-call.js';
import { dataFolderAt } from '../../projects/store/data-folder.js';
import { createProjectStore } from '../../projects/store/project-store.js';
import { toPlainError } from '../worker-protocol.js';
import { askOverHttp, fetchOverHttp } from './outside-services.js';
import { createProjectLanguages } from './project-languages.js';
import { PULSE_BEATS, PULSE_OUTSIDE_MB, PULSE_PERCENT, PULSE_TASK, type ProjectTask, type ProjectTaskAnswer, type ProjectWorkerSettings } from './project-task.js';
import { createReconciliationPort } from './reconciliation-client.js';
import { runProjectTask } from './run-project-task.js';

/** How often the memory outside of the heap is looked at. */
const MEMORY_LOOK_MS = 50;
const MEGABYTE = 1024 * 1024;

/** The body of a project worker: carries out one command after the other until it is ended, which may be at any instant. */
function serve(): void {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  const settings = workerData as ProjectWorkerSettings; // given by project-thread.ts
  const pulse = new Int32Array(settings.pulse);
  const folder = dataFolderAt(settings.dataFolder);
  const languages = createProjectLanguages();
  let lookedAt = 0;
  /** What earlier tasks have left outside of the heap, and nobody has cleared away yet; not to be laid to the present one. */
  let leftOutside = 0;
  const beat = (): void => {
    Atomics.add(pulse, PULSE_BEATS, 1);
    const now = performance.now();
    if (now - lookedAt < MEMORY_LOOK_MS) return;
    lookedAt = now;
    const { external } = process.memoryUsage();
    leftOutside = Math.min(leftOutside, external);
    Atomics.store(pulse, PULSE_OUTSIDE_MB, Math.floor((external - leftOutside) / MEGABYTE));
  };
  const tools: ProjectTools = {
    store: createProjectStore(folder, { cacheBytes: settings.cacheBytes }),
    preferencesFile: folder.preferencesFile,
    languages: languages.all,
    translateRegex: languages.translateRegex,
    reconciliation: createReconciliationPort(askOverHttp(settings, beat)),
    urlFetch: settings.urlAccess === 'off' ? undefined : fetchOverHttp(settings, beat),
    progress: beat,
    percent: (done) => {
      beat();
      Atomics.store(pulse, PULSE_PERCENT, Math.round(done));
    },
  };

  port.postMessage({ kind: 'ready' } satisfies ProjectTaskAnswer);
  port.on('message', (task: ProjectTask) => {
    void answer(task).then((outcome) => port.postMessage(outcome));
  });

  async function answer(task: ProjectTask): Promise<ProjectTaskAnswer> {
    Atomics.store(pulse, PULSE_TASK, task.task);
    leftOutside = process.memoryUsage().external;
    try {
      await languages.prepareFor(task);
      return { task: task.task, kind: 'done', reply: await runProjectTask(task, tools) };
    } catch (thrown) {
      return { task: task.task, kind: 'failed', error: toPlainError(asSameasError(thrown)) };
    }
  }
}

serve();
