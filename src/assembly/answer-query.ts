import { deadlineAfter, earlierOf, type Deadline } from '../foundation/deadline.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { answerForm } from '../protocols/answer-forms.js';
import type { RenderedOutcome } from '../describe/served-snapshot.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { reconcile } from '../scoring/reconcile.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** When to make do with less effort. */
export interface QueryLimits {
  readonly batchDeadline: Deadline;
  readonly queryTimeoutMs: number;
}

/**
 * One query, computed and put into its wire form. The one place where batches meet the matcher, used on the HTTP thread
 * and in worker threads alike, so that both give the same bytes. A fault becomes a failed outcome of this query only.
 */
export function answerQuery(
  snapshot: DatasetSnapshot,
  query: ReconciliationQuery,
  form: string,
  limits: QueryLimits,
): RenderedOutcome {
  try {
    const outcome = reconcile(snapshot, query, earlierOf(limits.batchDeadline, deadlineAfter(limits.queryTimeoutMs)));
    if (outcome.kind === 'failed') return outcome;
    const json = answerForm(form)(outcome, snapshot.dataset);
    return outcome.effortLowered ? { kind: 'answered', json, hurried: true } : { kind: 'answered', json };
  } catch (thrown) {
    const fault = asSameasError(thrown);
    return {
      kind: 'failed',
      error: new SameasError('query-failed', 'The service met a fault of its own with this query.', {
        cause: fault.cause ?? fault,
      }),
    };
  }
}
