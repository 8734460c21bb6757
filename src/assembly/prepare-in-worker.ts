import { rmSync } from 'node:fs';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { begin, BuildEvent, LoadingRequest } from './build-worker.js';
import { withOwnFiles } from './sibling-files.js';
import type { PreparationRequest } from './prepare-snapshot.js';
import type { SnapshotImage } from './snapshot-image.js';
import { interrupted } from './workers/interrupted.js';
import { WorkerService } from './workers/worker-service.js';

/**
 * The preparation for a service with these settings. It is separate from its type, as it is needed before the rest is
 * loaded.
 */
export function preparationRequest(
  source: DatasetSource,
  settings: Pick<Settings, 'indexCache' | 'dataDir' | 'candidateIndex'>,
): PreparationRequest {
  return {
    source: withOwnFiles(source, settings),
    keepIndex: settings.indexCache === 'on',
    candidateIndex: settings.candidateIndex,
  };
}

/**
 * `prepareSnapshot` on a thread of its own, whose memory is freed afterwards. `undefined` when the content is
 * unchanged. The index is saved after the promise is fulfilled. `signal` ends the thread; the promise then rejects.
 */
export function prepareSnapshotInWorker(
  request: LoadingRequest,
  observe: Observe,
  signal?: AbortSignal,
): Promise<SnapshotImage | undefined> {
  return new Promise((resolve, reject) => {
    let temporary: string | undefined;
    const removeTemporary = (): void => {
      if (temporary !== undefined) rmSync(temporary, { force: true });
      temporary = undefined;
    };
    // The end of the process ends its threads immediately.
    process.once('exit', removeTemporary);
    const service = buildService((event) => {
      if (event.kind === 'ready') resolve(event.image);
      else if (event.kind === 'observed') event.observations.forEach(observe);
      else temporary = event.path;
    });
    void service
      .run('load', request, { signal })
      .catch(reject)
      .finally(async () => {
        await service.close();
        process.off('exit', removeTemporary);
        removeTemporary();
      });
  });
}

/** `readContentHash` on a thread of its own, as a database or a large file may take long. */
export function readContentHashInWorker(source: DatasetSource): Promise<string> {
  return buildService(() => undefined).run('contentHash', source);
}

/** For one task, after which its thread ends. */
function buildService(hear: (event: BuildEvent) => void): WorkerService<typeof begin> {
  return new WorkerService({
    module: 'build-worker',
    start: () => undefined,
    idleMs: 0,
    hear,
    faultOf: (end) => interrupted('Loading', end),
  });
}
