import type { Deadline } from '../foundation/deadline.js';
import { SameasError } from '../foundation/sameas-error.js';

/** A search, as the engine takes it. */
export type SearchBody = Readonly<Record<string, unknown>>;

/** Result of a search: the number of documents as far as requested, and those that were sent. */
export interface SearchHits {
  readonly total: number;
  /** `source`: the column that holds the compiled entity, not checked; `sort`: by what it stands at its place, behind which further ones can be asked for. */
  readonly hits: readonly { readonly source: unknown; readonly sort?: readonly unknown[] }[];
  /** Counts by the names of the aggregations; not checked. */
  readonly aggregations: unknown;
}

/** A search that gave no whole answer: no node could be asked in time, or a part of the index did not answer. */
export interface FailedSearch {
  /** For the log: what the engine or the connection said. */
  readonly fault: string;
}

/**
 * A search cluster as the rest of this folder sees it. What comes back is whole or has failed: an answer that lacks a part of the index is none.
 * Everything is tried again on other nodes until the deadline.
 */
export interface SearchCluster {
  /** One result a search, in order. Never rejects. */
  readonly search: (
    index: string,
    bodies: readonly SearchBody[],
    deadline: Deadline,
  ) => Promise<readonly (SearchHits | FailedSearch)[]>;
  /** The sources of documents by their identifiers, in order, `undefined` for one that there is not. Never rejects. */
  readonly get: (
    index: string,
    ids: readonly string[],
    deadline: Deadline,
  ) => Promise<readonly unknown[] | FailedSearch>;
  /** The indexes that an alias stands for, by name; none for an unknown one. Rejects with `search-cluster-unavailable`. */
  readonly resolveAlias: (alias: string) => Promise<readonly string[]>;
  /** Whether requests are let through at present, and why not. */
  readonly state: () => ClusterState;
  readonly close: () => Promise<void>;
}

/** State of the cluster, for operators. */
export interface ClusterState {
  readonly available: boolean;
  /** Last fault. */
  readonly fault?: string;
}

/** Whether a search has failed. */
export function hasFailed<Answer>(answer: Answer | FailedSearch): answer is FailedSearch {
  return typeof answer === 'object' && answer !== null && 'fault' in answer;
}

/** Error for clients, with the cluster's words for the log. */
export function unavailable({ fault }: FailedSearch): SameasError {
  return new SameasError(
    'search-cluster-unavailable',
    'The search cluster that holds the dataset gave no whole answer in time.',
    { advice: 'Send the same request again in a few seconds.', cause: fault },
  );
}
