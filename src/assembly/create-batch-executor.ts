import type { Observe } from '../foundation/observation.js';
import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import type { SnapshotImage } from './snapshot-image.js';
import { createInlineBatchExecutor } from './inline-batch-executor.js';
import type { ExecutorLease } from './live-dataset.js';
import { workHere } from './work-here.js';
import { WorkerPoolExecutor } from './worker-pool-batch-executor.js';

/** Where and how long batches are computed. */
export interface ExecutorOptions {
  /** Threads; 0: on the calling one. */
  readonly workers: number;
  readonly batchTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** What answers batches over one snapshot, and its end. */
export function createBatchExecutor(image: SnapshotImage, snapshot: DatasetSnapshot, options: ExecutorOptions, observe: Observe): ExecutorLease {
  if (options.workers > 0) {
    const pool = new WorkerPoolExecutor(image, { ...options, observe });
    return { execute: (...batch) => pool.execute(...batch), work: pool, close: () => pool.close() };
  }
  return { ...createInlineBatchExecutor(snapshot, options), work: workHere(snapshot), close: () => Promise.resolve() };
}
