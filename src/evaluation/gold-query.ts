import { hashString } from '../foundation/hash-string.js';
import type { Question } from '../input/read-input-row.js';
import { SameasError } from '../foundation/sameas-error.js';

/** A question with its known answer. */
export interface GoldQuery extends Question {
  /** Ids of the right entities, any of which is right; empty: not in the dataset. */
  readonly right: readonly string[];
  /** 1-based line of the file, or number of the operation in a history. */
  readonly line: number;
}

/** A problem at one place of a gold file. */
export interface GoldProblem {
  /**
   * unusable: no usable content, or unreadable · unknown-id: an id that the dataset lacks; the query is still run ·
   * unjudged: the right answer is unknown.
   */
  readonly kind: 'unusable' | 'unknown-id' | 'unjudged';
  readonly line: number;
  readonly message: string;
}

export interface GoldSource {
  readonly file: string;
  /** `line`, or `operation` for a history. */
  readonly lineWord: string;
  /** Sentences on how it was read. */
  readonly notes: readonly string[];
  /** Ids of the properties of its queries. */
  readonly propertyIds: readonly string[];
  /** All queries in file order; may be called repeatedly. Memory: one query. */
  readonly read: (visit: (query: GoldQuery) => void, report: (problem: GoldProblem) => void) => void;
}

/** Content of a gold file, before any query. */
export interface GoldSurvey {
  readonly queries: number;
  readonly withAnswer: number;
  readonly withoutAnswer: number;
  readonly withProperties: number;
  /** Problems by kind: number, and the first ones. */
  readonly problems: Readonly<
    Record<GoldProblem['kind'], { readonly count: number; readonly examples: readonly GoldProblem[] }>
  >;
}

const EXAMPLES = 10;

/** Reads the gold once, and counts. */
export function surveyGold(gold: GoldSource): GoldSurvey {
  const counted = { queries: 0, withAnswer: 0, withProperties: 0 };
  const problems: Record<GoldProblem['kind'], { count: number; examples: GoldProblem[] }> = {
    unusable: { count: 0, examples: [] },
    'unknown-id': { count: 0, examples: [] },
    unjudged: { count: 0, examples: [] },
  };
  gold.read(
    (query) => {
      counted.queries++;
      if (query.right.length > 0) counted.withAnswer++;
      if (query.properties.length > 0) counted.withProperties++;
    },
    (problem) => {
      const ofKind = problems[problem.kind];
      ofKind.count++;
      if (ofKind.examples.length < EXAMPLES) ofKind.examples.push(problem);
    },
  );
  return { ...counted, withoutAnswer: counted.queries - counted.withAnswer, problems };
}

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
