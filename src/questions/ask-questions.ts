import { setImmediate as breathe } from 'node:timers/promises';
import type { RowJudge } from '../learning/row-judge.js';
import type { BatchExecutor, RenderedOutcome } from '../reconciliation/served-snapshot.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import { ANSWER_FORM, candidatesIn, withProbability, type AnsweredRow } from './answered-row.js';
import type { QuestionRow } from './open-questions.js';
import { queryFor, type AskingOptions } from './read-question.js';

/** Rows in one batch. */
const BATCH = 100;
/** Batches under way: while one is written down, no thread waits. */
const IN_FLIGHT = 3;

/** Rows judged before others who wait for the thread have their turn. */
const ROWS_IN_ONE_BREATH = 20;

/**
 * Asks for every row and hands over the answers in the order of the rows, a batch at a time; the next ones are computed meanwhile. A row that
 * cannot be asked or fails keeps its place, with its problem. With a judge, rows are decided by what their file has taught. Rejects when `take` does.
 */
export async function askQuestions(
  executor: Pick<BatchExecutor, 'execute'>,
  rows: readonly QuestionRow[],
  options: AskingOptions & { readonly judge?: RowJudge | undefined },
  take: (answered: readonly AnsweredRow[]) => Promise<void>,
): Promise<void> {
  const underWay: Promise<readonly AnsweredRow[]>[] = [];
  for (let at = 0; at < rows.length || underWay.length > 0;) {
    while (at < rows.length && underWay.length < IN_FLIGHT) {
      const batch = askBatch(executor, rows.slice(at, at + BATCH), options, options.judge);
      // Nobody waits for it any more when `take` has rejected.
      batch.catch(() => undefined);
      underWay.push(batch);
      at += BATCH;
    }
    await take((await underWay.shift()) ?? []);
  }
}

async function askBatch(
  executor: Pick<BatchExecutor, 'execute'>,
  rows: readonly QuestionRow[],
  options: AskingOptions,
  judge: RowJudge | undefined,
): Promise<readonly AnsweredRow[]> {
  const asked = rows.flatMap((row) => {
    const query = queryFor(row, options);
    return row.problem === undefined ? [{ row, query, queries: judge?.queriesOf(query) ?? [query] }] : [];
  });
  const outcomes = await executor.execute(
    asked.flatMap(({ queries }) => queries),
    ANSWER_FORM,
  );
  const answerOf = new Map<QuestionRow, AnsweredRow>();
  let at = 0;
  for (const [i, { row, query, queries }] of asked.entries()) {
    if (judge !== undefined && i % ROWS_IN_ONE_BREATH === 0) await breathe();
    const [first, second] = outcomes.slice(at, (at += queries.length));
    answerOf.set(
      row,
      second === undefined || judge === undefined
        ? answered(row, first)
        : judged(row, query, { byName: first, withProperties: second }, judge),
    );
  }
  return rows.map((row) => answerOf.get(row) ?? { row, candidates: [], problem: row.problem });
}

function answered(row: QuestionRow, outcome: RenderedOutcome | undefined): AnsweredRow {
  if (outcome === undefined) return { row, candidates: [], problem: row.problem };
  return outcome.kind === 'answered'
    ? { row, candidates: candidatesIn(outcome.json), problem: undefined }
    : { row, candidates: [], problem: outcome.error.message };
}

interface TwoOutcomes {
  readonly byName: RenderedOutcome | undefined;
  readonly withProperties: RenderedOutcome;
}

/** With what the file has taught; where one of the two queries failed, the row has failed. */
function judged(
  row: QuestionRow,
  query: ReconciliationQuery,
  { byName, withProperties }: TwoOutcomes,
  judge: RowJudge,
): AnsweredRow {
  if (byName?.kind !== 'answered' || withProperties.kind !== 'answered')
    return answered(row, byName?.kind === 'failed' ? byName : withProperties);
  const { candidates, isMatched, none } = judge.judge(
    query,
    candidatesIn(byName.json),
    candidatesIn(withProperties.json),
  );
  return {
    row,
    candidates: candidates.map(({ candidate, probability }, place) => ({
      ...withProbability(candidate, probability),
      match: place === 0 && isMatched,
    })),
    none,
    problem: undefined,
  };
}
