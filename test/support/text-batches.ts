import type { AnswerForm, AnswerIn, Outcome } from '../../src/describe/answer.js';
import type { BatchExecutor } from '../../src/describe/served-snapshot.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';

/** What answers in wire forms alone. */
export function textBatches(
  execute: (queries: readonly ReconciliationQuery[]) => Promise<readonly Outcome<string>[]>,
): BatchExecutor {
  return {
    execute: async <Form extends AnswerForm>(queries: readonly ReconciliationQuery[]) =>
      (await execute(queries)) as readonly Outcome<AnswerIn<Form>>[], // tests ask for text alone
  };
}

/** The same answer without candidates to every query. */
export const NO_RESULT: Outcome<string> = { kind: 'answered', answer: '{"result":[]}' };
