import type { BatchExecutor } from '../reconciliation/batch-executor.js';
import { ANSWER_FORM, candidatesIn, type AnsweredRow } from './answered-row.js';
import type { QuestionRow } from './open-questions.js';
import { queryFor, type AskingOptions } from './read-question.js';

/** Rows in one batch. */
const BATCH = 100;
/** Batches under way: while one is written down, no thread waits. */
const IN_FLIGHT = 3;

/**
 * Asks for every row and hands over the answers in the order of the rows, a batch at a time; the next ones are computed meanwhile. A row that
 * cannot be asked or fails keeps its place, with its problem. Rejects when `take` does.
 */
export async function askQuestions(executor: Pick<BatchExecutor, 'execute'>, rows: readonly QuestionRow[], options: AskingOptions, take: (answered: readonly AnsweredRow[]) => Promise<void>): Promise<void> {
  const underWay: Promise<readonly AnsweredRow[]>[] = [];
  for (let at = 0; at < rows.length || underWay.length > 0; ) {
    while (at < rows.length && underWay.length < IN_FLIGHT) {
      const batch = askBatch(executor, rows.slice(at, at + BATCH), options);
      // Nobody waits for it any more when `take` has rejected.
      batch.catch(() => undefined);
      underWay.push(batch);
      at += BATCH;
    }
    await take((await underWay.shift()) ?? []);
  }
}

async function askBatch(executor: Pick<BatchExecutor, 'execute'>, rows: readonly QuestionRow[], options: AskingOptions): Promise<readonly AnsweredRow[]> {
  const asked = rows.filter(({ problem }) => problem === undefined);
  const outcomes = await executor.execute(asked.map((row) => queryFor(row, options)), ANSWER_FORM);
  const outcomeOf = new Map(asked.map((row, i) => [row, outcomes[i]]));
  return rows.map((row) => {
    const outcome = outcomeOf.get(row);
    if (outcome === undefined) return { row, candidates: [], problem: row.problem };
    return outcome.kind === 'answered' ? { row, candidates: candidatesIn(outcome.json), problem: undefined } : { row, candidates: [], problem: outcome.error.message };
  });
}
