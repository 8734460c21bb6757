import { retryUntilAnswered } from './retry-requests.js';
import type { ReconAnswer, ReconQuery, ReconciliationService } from './reconciliation-port.js';

/** Unanswered batches in a row after which a service is given up. */
const MAX_FAILED_BATCHES = 3;

/**
 * The answers to queries in order, batch by batch. Queries of an unanswered batch get the error instead of candidates,
 * and the others their candidates, so that an hour's work is not lost to a minute's failure. Throws errors of the
 * service client when there was no answer at all.
 */
export async function* askInBatches(
  service: ReconciliationService,
  queries: readonly ReconQuery[],
  batchSize: number,
): AsyncGenerator<readonly ReconAnswer[]> {
  let isAnyAnswered = false;
  let failedInARow = 0;
  let fault: unknown;
  for (let from = 0; from < queries.length; from += batchSize) {
    const batch = queries.slice(from, from + batchSize);
    let answers: readonly ReconAnswer[] = [];
    if (failedInARow < MAX_FAILED_BATCHES) {
      try {
        answers = await retryUntilAnswered(async () => await service.reconcile(batch));
        isAnyAnswered = true;
        failedInARow = 0;
        fault = undefined;
      } catch (thrown) {
        fault = thrown;
        failedInARow += 1;
      }
    }
    if (!isAnyAnswered && failedInARow === MAX_FAILED_BATCHES) throw fault;
    const noAnswer = fault instanceof Error ? fault.message : 'The service gave no answer for this query.';
    yield batch.map((_, index) => answers[index] ?? { error: noAnswer });
  }
  if (!isAnyAnswered && queries.length > 0) throw fault;
}
