import type { ErrorCode } from '../foundation/error-catalogue.js';
import type { ReadSnapshot } from '../scoring/snapshot.js';
import type { ExplainTask, Explanation } from './explain-candidate.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { AnswerForm, AnswerIn, Outcome } from './answer.js';

/** The dataset that is served, whatever its snapshot is at the moment. */
export interface LiveDataset {
  /** The snapshot in use, for a look at once: it may be freed when the caller waits. Throws `not-ready` while the first load is under way. */
  readonly current: () => ServedSnapshot;
  /** Leases the snapshot in use: no reload frees it before the lease is returned. Throws `not-ready` like `current`. */
  readonly lease: () => SnapshotLease;
}

/** A snapshot that stays as it is until `release`. */
export interface SnapshotLease {
  readonly served: ServedSnapshot;
  /** Nothing happens the second time. */
  readonly release: () => void;
}

/** A snapshot together with what reads its contents and computes batches over it. */
export interface ServedSnapshot extends ReadSnapshot {
  readonly batches: BatchExecutor;
  /** Other work over it that may take long. */
  readonly work: SnapshotWork;
  /** Why a newer state of the list is not served: the last load, or look for changes, that failed; none when the last one did not. */
  readonly loadFailure?: LoadFailure;
  /** Whether the search cluster that holds its contents answers; absent: they are in memory. */
  readonly clusterAnswers?: boolean;
}

/** A load that failed while an older snapshot goes on serving. */
export interface LoadFailure {
  readonly at: Date;
  readonly code: ErrorCode;
}

/** An extension query as text, the wire form of its answer (`published`: with the cells alone that the published schemas of the keyed versions allow), and whether the text came as a body or as a parameter. */
export interface ExtensionTask {
  readonly json: string;
  readonly wire: 'older' | 'published' | 'draft';
  readonly from: 'body' | 'parameter';
}

/** How a whole dataset is written: its statements in N-Triples, or a record of an entity a line, as `/entities` takes them. */
export type DatasetForm = 'nt' | 'jsonl';

/** A part of the dataset to be written: the entities from this ordinal on, as many as make a few hundred kilobytes. */
export interface DatasetPartTask {
  readonly form: DatasetForm;
  readonly from: number;
  /** What the addresses of entities, and those of types and properties, begin with. */
  readonly identifierSpace: string;
  readonly schemaSpace: string;
}

export interface DatasetPart {
  readonly text: string;
  /** The first ordinal of the part that follows; absent: this was the last one. */
  readonly next?: number;
}

/** Work on a snapshot that may take long. All reject with what is wrong with the request, and with `query-failed`. */
export interface SnapshotWork {
  /** The answer as JSON text. */
  readonly extend: (task: ExtensionTask) => Promise<string>;
  readonly explain: (task: ExplainTask) => Promise<Explanation>;
  readonly write: (task: DatasetPartTask) => Promise<DatasetPart>;
}

/**
 * Answers many queries against one generation of the dataset. Implementations: in this thread (yielding), and a pool of
 * worker threads; their answers are byte-identical.
 */
export interface BatchExecutor {
  /**
   * One outcome a query, in order. JSON text is made where the query is computed: this thread only passes it on.
   * `begunMsAgo`: how long the batch has waited already, which counts towards its deadline. Never rejects for a single query.
   */
  readonly execute: <Form extends AnswerForm>(
    queries: readonly ReconciliationQuery[],
    form: Form,
    begunMsAgo?: number,
  ) => Promise<readonly Outcome<AnswerIn<Form>>[]>;
}
