import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { DatasetSource } from '../datasets/load-dataset.js';
import { asSameasError } from '../foundation/sameas-error.js';
import { buildGeneration } from './build-generation.js';
import type { GenerationImage } from './generation-image.js';
import { toPlainError, type PlainError } from './worker-protocol.js';

/** What the building thread sends back, once. */
export type BuildAnswer = { readonly kind: 'built'; readonly image: GenerationImage } | { readonly kind: 'failed'; readonly error: PlainError };

/** The body of the thread that loads and indexes a dataset, so that the HTTP thread goes on serving meanwhile. */
async function build(): Promise<void> {
  const port = parentPort;
  if (isMainThread || port === null) throw new Error('this file is the body of a worker thread');
  try {
    const image = await buildGeneration(workerData as DatasetSource); // given by build-generation-in-worker.ts
    port.postMessage({ kind: 'built', image } satisfies BuildAnswer);
  } catch (thrown) {
    port.postMessage({ kind: 'failed', error: toPlainError(asSameasError(thrown)) } satisfies BuildAnswer);
  }
}

void build();
