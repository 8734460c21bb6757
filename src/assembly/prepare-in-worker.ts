import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { DatasetSource } from '../datasets/dataset-source.js';
import { memoryRanOut } from '../datasets/refuse-too-large.js';
import type { Observe } from '../foundation/observation.js';
import { saysOutOfMemory } from '../foundation/out-of-memory.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Settings } from '../settings/setting-definitions.js';
import type { BuildMessage, LoadingRequest, ReadingRequest } from './build-worker.js';
import type { SnapshotImage } from './snapshot-image.js';
import type { PreparationRequest } from './prepare-snapshot.js';
import { withOwnFiles } from './files-beside.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError } from './worker-protocol.js';

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
    const worker = new Worker(workerEntry('build-worker'), { workerData: request });
    const end = (): void => void worker.terminate();
    if (signal?.aborted === true) end();
    signal?.addEventListener('abort', end, { once: true });
    let temporary: string | undefined;
    const removeTemporary = (): void => {
      if (temporary !== undefined) rmSync(temporary, { force: true });
      temporary = undefined;
    };
    // A process that ends takes its threads with it, whatever they are doing.
    process.once('exit', removeTemporary);
    worker.on('message', (message: BuildMessage) => {
      if (message.kind === 'ready') resolve(message.image);
      else if (message.kind === 'failed') reject(fromPlainError(message.error));
      else if (message.kind === 'observed') message.observations.forEach(observe);
      else if (message.kind === 'temporary') temporary = message.path;
    });
    worker.once('error', (fault) => {
      reject(
        saysOutOfMemory(fault)
          ? memoryRanOut(fault)
          : new SameasError('internal', `Loading the dataset was interrupted: ${fault.message}.`, { cause: fault }),
      );
    });
    worker.once('exit', (code) => {
      signal?.removeEventListener('abort', end);
      process.off('exit', removeTemporary);
      removeTemporary();
      // After an answer this changes nothing: a promise settles once.
      reject(new SameasError('internal', `Loading the dataset was interrupted with code ${String(code)}.`));
    });
  });
}

/** `readContentHash` on a thread of its own: a database may take its time, and a large file. */
export function readContentHashInWorker(source: DatasetSource): Promise<string> {
  return new Promise((resolve, reject) => {
    const request: ReadingRequest = { read: source };
    const worker = new Worker(workerEntry('build-worker'), { workerData: request });
    worker.on('message', (message: BuildMessage) => {
      if (message.kind === 'read') resolve(message.contentHash);
      else if (message.kind === 'failed') reject(fromPlainError(message.error));
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new SameasError('internal', `Reading the dataset was interrupted with code ${String(code)}.`)),
    );
  });
}
