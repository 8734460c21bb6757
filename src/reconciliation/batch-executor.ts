import type { SameasError } from '../foundation/sameas-error.js';
import type { ReconciliationQuery } from './reconciliation-query.js';

/**
 * Answers many queries against one generation of the dataset. Implementations: in this thread (yielding), and a pool of
 * worker threads; their answers are byte-identical.
 */
export interface BatchExecutor {
  /**
   * One outcome a query, in order. `form` names the wire form of the answers, from the table of forms that assembly/
   * plugs in; an outcome carries the finished JSON text of one query's answer, made where the query was computed.
   * `begunMsAgo`: how long the batch has waited already, which counts towards its deadline. Never rejects for a single query.
   */
  readonly execute: (queries: readonly ReconciliationQuery[], form: string, begunMsAgo?: number) => Promise<readonly RenderedOutcome[]>;
}

export type RenderedOutcome =
  /** `hurried`: the deadline had passed, and less effort was spent than usual. */
  | { readonly kind: 'answered'; readonly json: string; readonly hurried?: boolean }
  | { readonly kind: 'failed'; readonly error: SameasError };
