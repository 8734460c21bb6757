import { SameasError } from '../foundation/sameas-error.js';
import type { ErrorCode } from '../foundation/error-catalogue.js';
import type { DatasetPart, DatasetPartTask, ExtensionTask, RenderedOutcome } from '../describe/served-snapshot.js';
import type { ExplainTask, Explanation } from '../describe/explain-candidate.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { ChangesImage } from './changed-snapshot.js';
import type { ClusterImage } from './cluster-image.js';
import type { SnapshotImage } from './snapshot-image.js';

/** A snapshot over which a batch worker is to compute, by a number that its tasks name. */
export interface AttachTask {
  readonly kind: 'attach';
  readonly snapshot: number;
  readonly image: SnapshotImage;
}

/** A snapshot that is one which the worker has already, with changes in front of it. */
export interface AttachChangesTask {
  readonly kind: 'attach-changes';
  readonly snapshot: number;
  /** The number of the one without changes. */
  readonly base: number;
  readonly id: string;
  readonly changes: ChangesImage;
}

/** A dataset in a search cluster over which a batch worker is to compute. */
export interface AttachClusterTask {
  readonly kind: 'attach-cluster';
  readonly snapshot: number;
  readonly image: ClusterImage;
}

/** What a batch worker takes up. */
export type AttachAnyTask = AttachTask | AttachChangesTask | AttachClusterTask;

/** A snapshot that it is not asked about any more. */
export interface DetachTask {
  readonly kind: 'detach';
  readonly snapshot: number;
}

/** What the HTTP thread asks a batch worker. */
export interface BatchTask {
  readonly kind: 'batch';
  readonly task: number;
  readonly snapshot: number;
  readonly queries: readonly ReconciliationQuery[];
  /** One number that all threads with this batch have in common: the place of the next query that none of them has begun. */
  readonly next: SharedArrayBuffer;
  readonly form: string;
  readonly batchTimeoutMs: number;
  readonly queryTimeoutMs: number;
}

/** Other work that a batch worker does over its snapshot. */
export type SnapshotCall =
  | { readonly kind: 'extend'; readonly task: ExtensionTask }
  | { readonly kind: 'explain'; readonly task: ExplainTask }
  | { readonly kind: 'write'; readonly task: DatasetPartTask };

/** What the HTTP thread asks a batch worker beside batches. */
export interface WorkTask {
  readonly kind: 'work';
  readonly task: number;
  readonly snapshot: number;
  readonly work: SnapshotCall;
}

/** What comes of it. */
export type SnapshotResult =
  | { readonly kind: 'extended'; readonly json: string }
  | { readonly kind: 'explained'; readonly explanation: Explanation }
  | { readonly kind: 'written'; readonly part: DatasetPart }
  | { readonly kind: 'failed'; readonly error: PlainError };

/** The answer to a `WorkTask`. */
export interface WorkAnswer {
  readonly kind: 'work';
  readonly task: number;
  readonly result: SnapshotResult;
}

/** What it answers: the queries that it took, by their places in the batch, and one outcome for each, with errors as plain data. */
export interface BatchAnswer {
  readonly kind: 'batch';
  readonly task: number;
  readonly places: readonly number[];
  readonly outcomes: readonly PlainOutcome[];
}

export type PlainOutcome =
  | { readonly kind: 'answered'; readonly json: string; readonly hurried?: boolean }
  | { readonly kind: 'failed'; readonly error: PlainError };

/** A `SameasError` without its class, which does not survive a message between threads. */
export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly advice?: string;
  readonly facts: SameasError['facts'];
  /** The stack of the original fault, for the log only. */
  readonly trace?: string;
}

/** An error as a message; of the original fault only its stack goes along. */
export function toPlainError(error: SameasError): PlainError {
  const trace = error.cause instanceof Error ? error.cause.stack : undefined;
  return {
    code: error.code,
    message: error.message,
    facts: error.facts,
    ...(error.advice === undefined ? {} : { advice: error.advice }),
    ...(trace === undefined ? {} : { trace }),
  };
}

/** The error of a message; its cause is the stack of the original fault, as text. */
export function fromPlainError(plain: PlainError): SameasError {
  return new SameasError(plain.code, plain.message, {
    facts: plain.facts,
    ...(plain.advice === undefined ? {} : { advice: plain.advice }),
    ...(plain.trace === undefined ? {} : { cause: plain.trace }),
  });
}

/** The outcome of a message. */
export function fromPlainOutcome(outcome: PlainOutcome): RenderedOutcome {
  return outcome.kind === 'answered' ? outcome : { kind: 'failed', error: fromPlainError(outcome.error) };
}
