import { rmSync } from 'node:fs';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Observe } from '../foundation/observation.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { begin, BuildEvent, LoadingRequest } from './build-worker.js';
import { withOwnFiles } from './files-beside.js';
import type { PreparationRequest } from './prepare-snapshot.js';
import type { SnapshotImage } from './snapshot-image.js';
import { interrupted } from './workers/interrupted.js';
import { WorkerService } from './workers/worker-service.js';

/** What a service with these settings asks for. Here, and not beside its type, since this is there before all that loads. */
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
 * `prepareSnapshot` on a thread of its own: this thread stays free, and the memory that loading needs goes when that one
 * ends. `undefined` where what is served is unchanged. An index is kept after the promise has been fulfilled. `signal` ends the thread; the promise then rejects.
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
    // A process that ends takes its threads with it, whatever they are doing.
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

/** `readContentHash` on a thread of its own: a database may take its time, and a large file. */
export function readContentHashInWorker(source: DatasetSource): Promise<string> {
  return buildService(() => undefined).run('contentHash', source);
}

/** For one task: its thread is ended with it. */
function buildService(hear: (event: BuildEvent) => void): WorkerService<typeof begin> {
  return new WorkerService({
    module: 'build-worker',
    start: () => undefined,
    idleMs: 0,
    hear,
    faultOf: (end) => interrupted('Loading', end),
  });
}
