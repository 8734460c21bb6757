import type { Observe } from '../foundation/observation.js';
import type { DatasetGeneration } from '../reconciliation/dataset-generation.js';
import type { GenerationImage } from './generation-image.js';
import { createInlineBatchExecutor } from './inline-batch-executor.js';
import type { ExecutorLease } from './live-dataset.js';
import { WorkerPoolExecutor } from './worker-pool-batch-executor.js';

/** Where and how long batches are computed. */
export interface ExecutorOptions {
  /** Threads; 0: on the calling one. */
  readonly workers: number;
  readonly batchTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** What answers batches over one generation, and its end. */
export function createBatchExecutor(image: GenerationImage, generation: DatasetGeneration, options: ExecutorOptions, observe: Observe): ExecutorLease {
  if (options.workers > 0) return new WorkerPoolExecutor(image, { ...options, observe });
  return { ...createInlineBatchExecutor(generation, options), close: () => Promise.resolve() };
}
