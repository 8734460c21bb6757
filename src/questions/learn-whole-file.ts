import type { Dataset, MatchTuning } from '../entities/dataset.js';
import { learnFile, type AskService, type FetchEntities, type LearningEffort } from '../learning/learn-file.js';
import type { LearnedFile } from '../learning/learned-file.js';
import { learnTuning } from '../learning/learn-tuning.js';
import type { BatchExecutor } from '../reconciliation/served-snapshot.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import { ANSWER_FORM, candidatesIn, type RowCandidate } from './answered-row.js';
import type { QuestionRow } from './open-questions.js';
import { queryFor, type AskingOptions } from './read-question.js';
import { appendAll } from '../foundation/append-all.js';

/** Queries that are asked at once. */
const ASKED_AT_ONCE = 300;

/** How much of a file is looked at to learn from it. */
export interface LearningOptions extends AskingOptions {
  readonly dataset: Dataset;
  readonly effort: LearningEffort;
  /** Where the entities of the dataset do not lie in memory. */
  readonly fetch?: FetchEntities | undefined;
  readonly onAsked: (queries: number) => void;
}

/** A file that is asked whole. */
export interface WholeFile {
  /** What its rows teach; `undefined` where they teach nothing. */
  readonly learn: () => Promise<LearnedFile | undefined>;
  /** The same as values for single queries. */
  readonly tuning: (learned: LearnedFile) => Promise<MatchTuning>;
}

/** The rows of a file, to learn from. `onAsked` is called after each batch, and may throw to stop; then so does learning. */
export function wholeFile(
  executor: Pick<BatchExecutor, 'execute'>,
  rows: readonly QuestionRow[],
  options: LearningOptions,
): WholeFile {
  const { dataset, effort, fetch, onAsked } = options;
  const ask: AskService = async (queries) => {
    const answers: (readonly RowCandidate[])[] = [];
    for (let at = 0; at < queries.length; at += ASKED_AT_ONCE) {
      const outcomes = await executor.execute(queries.slice(at, at + ASKED_AT_ONCE), ANSWER_FORM);
      // What could not be asked for a while would be learned as what the dataset lacks.
      for (const outcome of outcomes)
        if (outcome.kind === 'failed' && outcome.error.code === 'search-cluster-unavailable') throw outcome.error;
      appendAll(
        answers,
        outcomes.map((outcome) => (outcome.kind === 'answered' ? candidatesIn(outcome.json) : [])),
      );
      onAsked(outcomes.length);
    }
    return answers;
  };
  const queries = (): readonly ReconciliationQuery[] =>
    rows.flatMap((row) => (row.problem === undefined ? [queryFor(row, options)] : []));
  return {
    learn: () => learnFile(dataset, queries(), ask, effort, fetch),
    tuning: (learned) => learnTuning(dataset, queries(), learned, ask),
  };
}
