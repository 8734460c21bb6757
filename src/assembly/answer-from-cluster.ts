import { asSameasError } from '../foundation/sameas-error.js';
import type { DatasetAccess } from '../scoring/snapshot.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { AnswerForm, AnswerIn, Outcome } from '../describe/answer.js';
import { answerQuery, type QueryLimits } from './answer-query.js';

/**
 * Concurrent queries of one thread: while one waits for the cluster, others are computed, and their requests are
 * combined.
 */
const AT_ONCE = 16;

/**
 * Answers queries in any order, several at once; `next` returns the next one, `undefined` at the end. Never rejects: a
 * query for a missing part of the dataset fails alone.
 */
export async function answerFromCluster<Form extends AnswerForm>(
  { read }: DatasetAccess,
  next: () => { readonly place: number; readonly query: ReconciliationQuery } | undefined,
  form: Form,
  limits: QueryLimits,
  tell: (place: number, outcome: Outcome<AnswerIn<Form>>) => void,
): Promise<void> {
  const answerSome = async (): Promise<void> => {
    for (let asked = next(); asked !== undefined; asked = next()) {
      const { place, query } = asked;
      tell(
        place,
        await read((snapshot) => answerQuery(snapshot, query, form, limits)).catch((thrown: unknown) => ({
          kind: 'failed',
          error: asSameasError(thrown),
        })),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, answerSome));
}
