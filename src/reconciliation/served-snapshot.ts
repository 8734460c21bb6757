import type { BatchExecutor } from './batch-executor.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { SnapshotWork } from './snapshot-work.js';

/**
 * The snapshot in use. A request takes `current()` once and keeps it to its end, so that a reload in between changes
 * nothing for it.
 */
export interface LiveDataset {
  /** Throws `not-ready` while the first load is under way. */
  readonly current: () => ServedSnapshot;
}

/** A snapshot together with what computes batches over it. */
export interface ServedSnapshot {
  readonly snapshot: DatasetSnapshot;
  readonly batches: BatchExecutor;
  /** Other work over it that may take long; without it such work is done where it is asked for. */
  readonly work?: SnapshotWork;
}
