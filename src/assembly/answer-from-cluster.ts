import { asSameasError } from '../foundation/sameas-error.js';
import type { DatasetAccess } from '../scoring/snapshot.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import type { AnswerForm, AnswerIn, Outcome } from '../describe/answer.js';
import { answerQuery, type QueryLimits } from './answer-query.js';

/** Queries of one thread that are read at once: while one waits for the cluster, others are computed, and what they ask goes together. */
const AT_ONCE = 16;

/** Answers queries, as many at once as is good, in any order; `next` gives one after the other, `undefined` when there are no more. Never rejects: a query that lacks anything of the dataset fails by name. */
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
