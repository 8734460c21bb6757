import type { ErrorCode } from '../foundation/error-catalogue.js';
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
  /** Other work over it that may take long. */
  readonly work: SnapshotWork;
  /** Why a newer state of the list is not served: the last load, or look for changes, that failed; none when the last one did not. */
  readonly loadFailure?: LoadFailure;
}

/** A load that failed while an older snapshot goes on serving. */
export interface LoadFailure {
  readonly at: Date;
  readonly code: ErrorCode;
}
