import { resolveProperty, type Dataset } from '../entities/dataset.js';
import { evenSample } from '../foundation/even-sample.js';
import { learnFile, LEAST_ROWS, type LearnedFile, type RowEvidence } from '../scoring/learn.js';
import type { Ask } from '../describe/answer.js';
import { isTaught, queryForFile, rowEvidenceOf } from './decide-row.js';
import type { QuestionRow } from './open-questions.js';
import { queryFor, type AskingOptions } from './read-question.js';

/** Queries that are asked at once. */
const ASKED_AT_ONCE = 300;

/** Rows that are looked at to learn from a file, at most: by a command that runs by itself, and for a page on which somebody waits. More teach hardly more. */
export const ROWS_LOOKED_AT = { atLeisure: 2_000, inPassing: 500 } as const;

/** How much of a file is looked at to learn from it. */
export interface LearningOptions extends AskingOptions {
  readonly dataset: Dataset;
  /** Rows at most. */
  readonly rows: number;
  /** Called after each batch; may throw to stop. */
  readonly onAsked: (queries: number) => void;
}

/**
 * What the rows of a file teach about its columns; `undefined` where fewer than fifty have a name and a value of a property. Looks at a sample of the rows that is the same every time. Memory: the
 * evidence of that sample. Cost: one query for each of its rows.
 */
export async function learnWholeFile(
  ask: Ask,
  rows: readonly QuestionRow[],
  options: LearningOptions,
): Promise<LearnedFile | undefined> {
  const { dataset, onAsked } = options;
  const speaking = rows
    .flatMap((row) => (row.problem === undefined ? [queryFor(row, options)] : []))
    .filter(
      (query) =>
        isTaught(query) && query.properties.some(({ property }) => resolveProperty(dataset, property) !== undefined),
    );
  if (speaking.length < LEAST_ROWS) return undefined;
  const sample = evenSample(speaking.length, options.rows).flatMap((at) => speaking[at] ?? []);
  const evidence: RowEvidence[] = [];
  for (let at = 0; at < sample.length; at += ASKED_AT_ONCE) {
    const asked = sample.slice(at, at + ASKED_AT_ONCE);
    const outcomes = await ask(asked.map(queryForFile));
    for (const [i, outcome] of outcomes.entries()) {
      const query = asked[i];
      // What could not be asked for a while would be learned as what the dataset lacks.
      if (outcome.kind === 'failed' && outcome.error.code === 'search-cluster-unavailable') throw outcome.error;
      if (outcome.kind === 'answered' && query !== undefined) {
        const { key, candidates, nothing } = rowEvidenceOf(query, outcome.answer);
        evidence.push({
          key,
          nothing,
          candidates: candidates.map(({ id, nats, twins, levels, evidence: own }) => ({
            id,
            nats,
            twins,
            levels,
            evidence: own,
          })),
        });
      }
    }
    onAsked(outcomes.length);
  }
  return learnFile(evidence);
}
