import { SameasError } from '../foundation/sameas-error.js';
import { hashString } from '../foundation/hash-string.js';
import type { GoldQuery, GoldSource } from './gold-query.js';
import type { GoldSurvey } from './survey-gold.js';

/** Number of folds: each is measured with a fit to the others. */
export const FOLDS = 5;
/** Maximum queries: more would change little, and each is run many times. */
const MAX_QUERIES = 3_000;
/** Minimum right answers for any conclusion about a dataset. */
const MIN_WITH_ANSWER = 100;

/** The queries for fitting, in file order. */
export interface TuningGold {
  readonly queries: readonly GoldQuery[];
  /** The fold of each query, 0 … FOLDS-1. Queries for the same entity are in the same one. */
  readonly folds: Uint8Array;
}

/**
 * Minimum number of queries with an answer for fitting a threshold with this precision: with fewer, not even zero
 * errors would prove it.
 */
export function queriesNeeded(wantedPrecision: number): number {
  // The rule of three: none in n excludes a share above 3 / n, at 95 %.
  return Math.max(MIN_WITH_ANSWER, Math.ceil(3 / Math.max(0.005, 1 - wantedPrecision) - 1e-9));
}

/** Collects gold for fitting, an evenly distributed sample if there is much. Error: `gold-too-small`. */
export function collectTuningGold(gold: GoldSource, survey: GoldSurvey, wantedPrecision: number): TuningGold {
  const needed = queriesNeeded(wantedPrecision);
  const known = survey.withAnswer;
  if (known < needed) {
    throw new SameasError(
      'gold-too-small',
      `${gold.file} has ${known} queries with an answer; fitting needs at least ${needed} for a precision of ${(wantedPrecision * 100).toFixed(1)} %.`,
      {
        advice: 'Judge more of them, chosen at random and not only the easy ones; or ask for a lower --precision.',
        facts: { file: gold.file, needed, found: known },
      },
    );
  }
  const step = Math.max(1, survey.queries / MAX_QUERIES);
  const queries: GoldQuery[] = [];
  let read = 0;
  gold.read(
    (query) => {
      if (read++ >= Math.floor(queries.length * step) && queries.length < MAX_QUERIES) queries.push(query);
    },
    () => undefined,
  );
  return {
    queries,
    folds: Uint8Array.from(queries, ({ right, text }) => hashString(right[0] ?? text.trim().toLowerCase()) % FOLDS),
  };
}
