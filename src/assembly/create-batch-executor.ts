import type { Observe } from '../foundation/observation.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import type { SnapshotImage } from './snapshot-image.js';
import { createInlineBatchExecutor, inlineWorker } from './inline-batch-executor.js';
import type { SnapshotExecutor } from './leased-snapshots.js';
import { WorkerPool, WorkerPoolExecutor } from './worker-pool-batch-executor.js';

interface ExecutorOptions {
  /** Number of threads; 0: the calling thread. */
  readonly workers: number;
  readonly batchTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/**
 * Executes batches over one snapshot until closed. `pool`: threads shared with other snapshots; without it the snapshot
 * has its own.
 */
export function createBatchExecutor(
  image: SnapshotImage,
  snapshot: DatasetSnapshot,
  options: ExecutorOptions,
  observe: Observe,
  pool?: WorkerPool,
): SnapshotExecutor {
  if (options.workers > 0) {
    const threads = pool ?? new WorkerPool({ ...options, observe });
    const executor = new WorkerPoolExecutor(threads, image, options);
    return {
      execute: (queries, form, begunMsAgo) => executor.execute(queries, form, begunMsAgo),
      work: executor,
      close: async () => {
        await executor.close();
        if (pool === undefined) await threads.close();
      },
    };
  }
  return {
    ...createInlineBatchExecutor(snapshot, options),
    work: inlineWorker(snapshot),
    close: () => Promise.resolve(),
  };
}
