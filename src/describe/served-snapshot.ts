import type { ErrorCode } from '../foundation/error-catalogue.js';
import type { ReadSnapshot } from '../scoring/snapshot.js';
import type { ExplainTask, Explanation } from './explain-candidate.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { AnswerForm, AnswerIn, Outcome } from './answer.js';

export interface LiveDataset {
  /**
   * The current snapshot for immediate use: it may be freed when the caller waits. Throws `not-ready` during the first
   * load.
   */
  readonly current: () => ServedSnapshot;
  /**
   * Leases the current snapshot: no reload frees it before the lease is returned. Throws `not-ready` like `current`.
   */
  readonly lease: () => SnapshotLease;
}

/** A snapshot that stays until `release`. */
export interface SnapshotLease {
  readonly served: ServedSnapshot;
  /** A second call has no effect. */
  readonly release: () => void;
}

/** A snapshot with its reader and its batch executor. */
export interface ServedSnapshot extends ReadSnapshot {
  readonly batches: BatchExecutor;
  /** Other work over it that may take long. */
  readonly work: SnapshotWork;
  /** The last failed load or check, while an older state is served; absent after a success. */
  readonly loadFailure?: LoadFailure;
  /** Whether its search cluster answers; absent for a dataset in memory. */
  readonly clusterAnswers?: boolean;
}

/** A failed load while an older snapshot is served. */
export interface LoadFailure {
  readonly at: Date;
  readonly code: ErrorCode;
}

/**
 * An extension query as text, the wire form of its answer (`published`: only with cells allowed by the published
 * schemas of the keyed versions), and whether the text was a body or a parameter.
 */
export interface ExtensionTask {
  readonly json: string;
  readonly wire: 'older' | 'published' | 'draft';
  readonly from: 'body' | 'parameter';
}

/**
 * Format of a whole dataset: statements in N-Triples, or one record of an entity a line, as accepted by `/entities`.
 */
export type DatasetForm = 'nt' | 'jsonl';

/** A part of the dataset to write: entities from this ordinal on, up to a few hundred kilobytes. */
export interface DatasetPartTask {
  readonly form: DatasetForm;
  readonly from: number;
  /** Prefixes of the addresses of entities, and of types and properties. */
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

export interface DatasetPart {
  readonly text: string;
  /** The first ordinal of the next part; absent at the end. */
  readonly next?: number;
}

/** Work on a snapshot that may take long. All methods reject with errors of the request and with `query-failed`. */
export interface SnapshotWork {
  readonly extend: (task: ExtensionTask) => Promise<string>;
  readonly explain: (task: ExplainTask) => Promise<Explanation>;
  readonly write: (task: DatasetPartTask) => Promise<DatasetPart>;
}

/**
 * Answers many queries over one snapshot. Implementations: this thread (yielding), and a pool of worker threads, with
 * identical answers.
 */
export interface BatchExecutor {
  /**
   * One outcome for each query, in order. JSON text is made where the query is computed and only passed on here.
   * `begunMsAgo`: time that the batch has waited, which counts towards its deadline. Never rejects for a single query.
   */
  readonly execute: <Form extends AnswerForm>(
    queries: readonly ReconciliationQuery[],
    form: Form,
    begunMsAgo?: number,
  ) => Promise<readonly Outcome<AnswerIn<Form>>[]>;
}
