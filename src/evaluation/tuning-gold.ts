import { SameasError } from '../foundation/sameas-error.js';
import { hashString } from '../foundation/hash-string.js';
import type { GoldQuery, GoldSource } from './gold-query.js';
import type { GoldSurvey } from './survey-gold.js';

/** Parts that gold is cut into: each is measured with what was fitted to the others. */
export const FOLDS = 5;
/** More are not used: they would change little, and each is asked many times. */
const MAX_QUERIES = 3_000;
/** Fewer right answers than this say nothing certain about any list. */
const MIN_WITH_ANSWER = 100;

/** The queries that are fitted to, in the order of the file. */
export interface TuningGold {
  readonly queries: readonly GoldQuery[];
  /** The fold of each query, 0 … FOLDS-1. Queries for the same entity are in the same one. */
  readonly folds: Uint8Array;
}

/** Queries with an answer that are needed before a threshold for this precision can be fitted: with fewer, not even no error at all would show that it is reached. */
export function queriesNeeded(wantedPrecision: number): number {
  // The rule of three: none in n excludes a share above 3 / n, at 95 %.
  return Math.max(MIN_WITH_ANSWER, Math.ceil(3 / Math.max(0.005, 1 - wantedPrecision) - 1e-9));
}

/** Reads gold for fitting, evenly spread when there is much of it. Error: `gold-too-small`. */
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
