import { deadlineAfter, earlierOf, type Deadline } from '../foundation/deadline.js';
import { asSameasError, SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import { answerAsData, type AnswerForm, type AnswerIn, type Outcome } from '../describe/answer.js';
import { renderAs } from '../protocols/answer-forms.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { reconcile } from '../scoring/reconcile.js';
import type { ReconciliationQuery } from '../scoring/query.js';

/** Deadlines after which less effort is made. */
export interface QueryLimits {
  readonly batchDeadline: Deadline;
  readonly queryTimeoutMs: number;
}

/**
 * Computes one query and renders its answer. The HTTP thread and worker threads both use it, so their answers are
 * equal. An error becomes a failed outcome of this query only.
 */
export function answerQuery<Form extends AnswerForm>(
  snapshot: DatasetSnapshot,
  query: ReconciliationQuery,
  form: Form,
  limits: QueryLimits,
): Outcome<AnswerIn<Form>> {
  try {
    const outcome = reconcile(snapshot, query, earlierOf(limits.batchDeadline, deadlineAfter(limits.queryTimeoutMs)));
    if (outcome.kind === 'failed') return outcome;
    const { dataset } = snapshot;
    const made: AnswerIn<AnswerForm> =
      typeof form === 'string' ? renderAs(form, outcome, dataset) : answerAsData(outcome, dataset, form);
    const answer = made as AnswerIn<Form>; // text or data, as the form is
    return outcome.effortLowered ? { kind: 'answered', answer, hurried: true } : { kind: 'answered', answer };
  } catch (thrown) {
    const fault = asSameasError(thrown);
    return {
      kind: 'failed',
      error: new SameasError('query-failed', sentence('The service failed on this query.'), {
        cause: fault.cause ?? fault,
      }),
    };
  }
}
