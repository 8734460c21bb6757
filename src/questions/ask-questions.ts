import type { Dataset } from '../entities/dataset.js';
import type { LearnedFile } from '../scoring/learn.js';
import type { Answer, Ask, Outcome } from '../describe/answer.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { rowCandidate, type AnsweredRow } from './answered-row.js';
import { decidedByFile, isTaught, queryForFile } from './decide-row.js';
import type { QuestionRow } from './open-questions.js';
import { queryFor, type AskingOptions } from './read-question.js';

/** Rows in one batch. */
const BATCH = 100;
/** Batches under way: while one is written down, no thread waits. */
const IN_FLIGHT = 3;

/** How rows are asked. */
export interface AskingRows extends AskingOptions {
  readonly dataset: Pick<Dataset, 'metadata'>;
  /** What their file has taught; `undefined`: each row is decided by itself. */
  readonly learned?: LearnedFile | undefined;
}

/**
 * Asks for every row and hands over the answers in the order of the rows, a batch at a time; the next ones are computed meanwhile. A row that
 * cannot be asked or fails keeps its place, with its problem. Rejects when `take` does.
 */
export async function askQuestions(
  ask: Ask,
  rows: readonly QuestionRow[],
  options: AskingRows,
  take: (answered: readonly AnsweredRow[]) => Promise<void>,
): Promise<void> {
  const underWay: Promise<readonly AnsweredRow[]>[] = [];
  for (let at = 0; at < rows.length || underWay.length > 0;) {
    while (at < rows.length && underWay.length < IN_FLIGHT) {
      const batch = askBatch(ask, rows.slice(at, at + BATCH), options);
      // Nobody waits for it any more when `take` has rejected.
      batch.catch(() => undefined);
      underWay.push(batch);
      at += BATCH;
    }
    await take((await underWay.shift()) ?? []);
  }
}

async function askBatch(ask: Ask, rows: readonly QuestionRow[], options: AskingRows): Promise<readonly AnsweredRow[]> {
  const { learned } = options;
  const asked = rows.flatMap((row) => {
    if (row.problem !== undefined) return [];
    const query = queryFor(row, options);
    return [{ row, query, byFile: learned !== undefined && isTaught(query) ? learned : undefined }];
  });
  const outcomes = await ask(asked.map(({ query, byFile }) => (byFile === undefined ? query : queryForFile(query))));
  const answerOf = new Map(
    asked.map(({ row, query, byFile }, i) => [row, answered(row, outcomes[i], query, options, byFile)]),
  );
  return rows.map((row) => answerOf.get(row) ?? { row, candidates: [], problem: row.problem });
}

function answered(
  row: QuestionRow,
  outcome: Outcome<Answer> | undefined,
  query: ReconciliationQuery,
  { dataset }: AskingRows,
  byFile: LearnedFile | undefined,
): AnsweredRow {
  if (outcome === undefined) return { row, candidates: [], problem: row.problem };
  if (outcome.kind === 'failed') return { row, candidates: [], problem: outcome.error.message };
  const { answer } = outcome;
  if (byFile === undefined) return { row, candidates: answer.candidates.map(rowCandidate), problem: undefined };
  const { candidates, none } = decidedByFile(byFile, dataset, query, answer);
  return { row, candidates: candidates.map(rowCandidate), none, problem: undefined };
}
