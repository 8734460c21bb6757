import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { LearnedFile } from '../scoring/learn.js';
import type { Answer, Ask } from '../describe/answer.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { rowCandidate, type AnsweredRow } from './answered-row.js';
import {
  decidedByFile,
  isLearnable,
  queryForFile,
  queryInFull,
  withCandidatesInFull,
  type DecidedRow,
} from './decide-row.js';
import type { InputRow, InputRows } from './open-input.js';
import { queryFor, type AskingOptions } from './read-input-row.js';

/**
 * Rows of one batch. Learned decisions use the neighbours of the same batch, so batches begin at every hundredth row of
 * the file, wherever a run begins.
 */
export const BATCH = 100;
/** Pending batches: threads need not wait while one is written. */
const IN_FLIGHT = 3;

export interface AskingRows extends AskingOptions {
  readonly dataset: Pick<Dataset, 'metadata'>;
  /** Learned evidence of the file; `undefined`: each row is decided alone. */
  readonly learned?: LearnedFile | undefined;
  /** First row of `rows` whose answer is passed on; earlier rows of its batch are also queried. 0 by default. */
  readonly from?: number;
}

/**
 * Queries every row, the first of which begins a batch, and passes the answers on in row order, one batch at a time;
 * further ones are computed meanwhile. An invalid or failed row keeps its place, with its problem. Rejects when `take`
 * does.
 */
export async function reconcileRows(
  ask: Ask,
  rows: InputRows,
  options: AskingRows,
  take: (answered: readonly AnsweredRow[]) => Promise<void>,
): Promise<void> {
  const { from = 0 } = options;
  const underWay: Promise<readonly AnsweredRow[]>[] = [];
  let before = from % BATCH;
  for (let at = from - before; at < rows.length || underWay.length > 0;) {
    while (at < rows.length && underWay.length < IN_FLIGHT) {
      const batch = askBatch(ask, rows.slice(at, at + BATCH), options);
      // Not awaited any more after `take` has rejected.
      batch.catch(() => undefined);
      underWay.push(batch);
      at += BATCH;
    }
    await take(((await underWay.shift()) ?? []).slice(before));
    before = 0;
  }
}

async function askBatch(ask: Ask, rows: readonly InputRow[], options: AskingRows): Promise<readonly AnsweredRow[]> {
  const { learned } = options;
  const asked = rows.flatMap((row) => {
    if (row.problem !== undefined) return [];
    const query = queryFor(row, options);
    return [{ row, query, key: JSON.stringify(query), byFile: learned !== undefined && isLearnable(query) }];
  });
  // Rows with equal queries are queried once.
  const different = [...new Map(asked.map((one) => [one.key, one])).values()];
  const outcomes = await ask(different.map(({ query, byFile }) => (byFile ? queryForFile(query, learned) : query)));
  const answers = new Map(
    different.flatMap(({ key }, i) => {
      const outcome = outcomes[i];
      if (outcome === undefined) return [];
      return [[key, outcome.kind === 'failed' ? outcome.error : outcome.answer] as const];
    }),
  );
  const decided = learned === undefined ? undefined : await decideTogether(ask, learned, asked, answers, options);
  const answerOf = new Map(asked.map(({ row, key }) => [row, answered(row, answers.get(key), decided?.get(row))]));
  return rows.map((row) => answerOf.get(row) ?? { row, candidates: [], problem: row.problem });
}

interface QueriedRow {
  readonly row: InputRow;
  readonly query: ReconciliationQuery;
  readonly key: string;
  readonly byFile: boolean;
}

/** Decides the rows of a batch with learned evidence. Rows with a top candidate in short form are queried again. */
async function decideTogether(
  ask: Ask,
  learned: LearnedFile,
  asked: readonly QueriedRow[],
  answers: ReadonlyMap<string, Answer | SameasError>,
  { dataset }: AskingRows,
): Promise<ReadonlyMap<InputRow, DecidedRow>> {
  const learnable = asked.flatMap(({ row, query, key, byFile }) => {
    const answer = answers.get(key);
    return !byFile || answer === undefined || answer instanceof SameasError ? [] : [{ row, query, answer }];
  });
  const decided = new Map(
    decidedByFile(learned, dataset, learnable).flatMap((one, i) => {
      const row = learnable[i]?.row;
      return row === undefined ? [] : [[row, one] as const];
    }),
  );
  const inShort = learnable.filter(
    ({ row }) => decided.get(row)?.candidates.some((candidate) => candidate.inShort === true) === true,
  );
  const outcomes = inShort.length === 0 ? [] : await ask(inShort.map(({ query }) => queryInFull(query)));
  for (const [i, { row }] of inShort.entries()) {
    const [one, outcome] = [decided.get(row), outcomes[i]];
    if (one !== undefined)
      decided.set(row, withCandidatesInFull(one, outcome?.kind === 'answered' ? outcome.answer : { candidates: [] }));
  }
  return decided;
}

function answered(
  row: InputRow,
  answer: Answer | SameasError | undefined,
  decided: DecidedRow | undefined,
): AnsweredRow {
  if (answer === undefined) return { row, candidates: [], problem: row.problem };
  if (answer instanceof SameasError) return { row, candidates: [], problem: answer.sentences.message };
  if (decided === undefined) return { row, candidates: answer.candidates.map(rowCandidate), problem: undefined };
  const { candidates, none } = decided;
  return { row, candidates: candidates.map(rowCandidate), none, problem: undefined };
}
