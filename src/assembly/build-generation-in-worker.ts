import { Worker } from 'node:worker_threads';
import type { DatasetSource } from '../datasets/load-dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { BuildAnswer } from './build-worker.js';
import type { GenerationImage } from './generation-image.js';
import { workerEntry } from './worker-entry.js';
import { fromPlainError } from './worker-protocol.js';

/** `buildGeneration` on a thread of its own: this thread stays free, and the memory that loading needs goes when it ends. */
export function buildGenerationInWorker(source: DatasetSource): Promise<GenerationImage> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerEntry('build-worker'), { workerData: source });
    worker.once('message', (answer: BuildAnswer) => {
      if (answer.kind === 'built') resolve(answer.image);
      else reject(fromPlainError(answer.error));
      void worker.terminate();
    });
    worker.once('error', (fault) => {
      reject(new SameasError('internal', `Loading the dataset broke off: ${fault.message}.`, { cause: fault, advice: 'If memory ran out, start Node with a larger --max-old-space-size.' }));
    });
    worker.once('exit', (code) => {
      // After an answer this changes nothing: a promise settles once.
      reject(new SameasError('internal', `Loading the dataset broke off with code ${String(code)}.`));
    });
  });
}
