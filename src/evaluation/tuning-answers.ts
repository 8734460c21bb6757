import type { MatchTuning } from '../entities/dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { type AskOptions, askGold } from './ask-gold.js';
import type { GoldQuery } from './gold-query.js';
import { type QualityCounts, type QualityFigures, countQuery, figuresOf, noCounts } from './quality-counts.js';

export interface TuningAnswer {
  readonly hasAnswer: boolean;
  readonly place: number;
  readonly probability: number;
  readonly matchable: boolean;
}

/** Property id → factor. */
export type PropertyWeights = NonNullable<MatchTuning['propertyWeights']>;

/**
 * The answer to the query at this position with these factors. Cost: one query for each combination of the factors of
 * its own properties.
 */
export type AnswerWith = (position: number, weights: PropertyWeights) => TuningAnswer;

/** Answers, computed on demand and cached. `onQuery` is called after each query. */
export function createTuningAnswers(
  snapshot: DatasetSnapshot,
  queries: readonly GoldQuery[],
  options: AskOptions,
  onQuery: () => void,
): AnswerWith {
  const remembered = queries.map(() => new Map<string, TuningAnswer>());
  return (position, weights) => {
    const query = queries[position];
    const known = remembered[position];
    if (query === undefined || known === undefined) throw new RangeError(`there is no query ${String(position)}`);
    const key = query.properties.map(({ property }) => String(weights[property] ?? 1)).join(' ');
    let answer = known.get(key);
    if (answer === undefined) {
      const { place, probability, matchable } = askGold(
        { ...snapshot, tuning: { ...snapshot.tuning, propertyWeights: weights } },
        query,
        options,
      );
      answer = { hasAnswer: query.right.length > 0, place, probability, matchable };
      known.set(key, answer);
      onQuery();
    }
    return answer;
  };
}

export interface TuningFigures {
  readonly counts: Readonly<QualityCounts>;
  readonly figures: QualityFigures;
}

/** Fitted values, and whether they are worth keeping. */
export interface TuningOutcome {
  readonly queries: number;
  readonly wantedPrecision: number;
  /** At present. */
  readonly before: TuningFigures;
  /** With the fit, out of fold: its expected results; equal to `before` when nothing is kept. */
  readonly after: TuningFigures;
  /** The complete tuning for the manifest, or `undefined` without improvement. */
  readonly tuning: MatchTuning | undefined;
  readonly threshold: {
    readonly present: number;
    /** Fitted to all queries; `undefined` when no threshold reaches the precision. */
    readonly fitted: number | undefined;
    /** Thresholds of the folds, ascending: their random variation. */
    readonly inFolds: readonly number[];
    readonly accepted: boolean;
  };
  /** Only when queries have properties. */
  readonly propertyWeights:
    | {
        readonly fitted: PropertyWeights;
        /** Queries whose right answer is first only with, and only without them, out of fold. */
        readonly gained: number;
        readonly lost: number;
        readonly accepted: boolean;
      }
    | undefined;
  /** Sentences for the reader. */
  readonly notes: readonly string[];
}

/** Values for answering and matching a query. */
export interface MatchValues {
  readonly weights: PropertyWeights;
  readonly threshold: number;
}

/** Results of queries with known answers for different values. */
export class GoldMeasures {
  readonly all: readonly number[];
  readonly #answerWith: AnswerWith;

  constructor(queries: number, answerWith: AnswerWith) {
    this.all = Array.from({ length: queries }, (_, position) => position);
    this.#answerWith = answerWith;
  }

  answersOf(positions: readonly number[], weights: PropertyWeights): readonly TuningAnswer[] {
    return positions.map((position) => this.#answerWith(position, weights));
  }

  /** The figures over all queries; each may have its own values. */
  figures(valuesFor: (position: number) => MatchValues): TuningFigures {
    const counts = noCounts();
    for (const position of this.all) {
      const { weights, threshold } = valuesFor(position);
      const { hasAnswer, place, matchable, probability } = this.#answerWith(position, weights);
      countQuery(counts, { hasAnswer, place, matched: matchable && probability >= threshold });
    }
    return { counts, figures: figuresOf(counts) };
  }

  /** Queries whose right answer comes first only with one of the weights. */
  firstPlaces(
    before: PropertyWeights,
    after: (position: number) => PropertyWeights,
  ): { readonly gained: number; readonly lost: number } {
    let gained = 0;
    let lost = 0;
    for (const position of this.all) {
      const first = this.#answerWith(position, before).place === 0;
      const firstThen = this.#answerWith(position, after(position)).place === 0;
      if (firstThen && !first) gained++;
      if (first && !firstThen) lost++;
    }
    return { gained, lost };
  }
}

/** A lower estimate is never matched, whatever the gold says. */
const LOWEST = 0.5;

export interface ThresholdBounds {
  readonly wantedPrecision: number;
  /** Minimum threshold, 0–1. */
  readonly atLeast: number;
  /** Maximum share of matched queries among those without an answer, 0–1. */
  readonly falseMatchRate: number;
}

/**
 * The lowest threshold with which the matches among `answers` reach the precision even with one more error, and few
 * enough queries without an answer are matched; `undefined` without one. A multiple of 0.001, from 0.5 on.
 */
export function fitThreshold(
  answers: readonly TuningAnswer[],
  { wantedPrecision, atLeast, falseMatchRate }: ThresholdBounds,
): number | undefined {
  const withoutAnswer = answers.filter(({ hasAnswer }) => !hasAnswer).length;
  const sorted = answers.filter(({ matchable }) => matchable).sort((a, b) => b.probability - a.probability);
  let right = 0;
  let falseMatches = 0;
  let found: number | undefined;
  sorted.forEach(({ hasAnswer, place, probability }, i) => {
    if (place === 0) right++;
    if (!hasAnswer) falseMatches++;
    const threshold = Math.floor(probability * 1000) / 1000;
    const next = sorted[i + 1];
    // All answers of one step are matched together.
    if (next !== undefined && next.probability >= threshold) return;
    if (
      right >= wantedPrecision * (i + 2) &&
      falseMatches <= falseMatchRate * withoutAnswer &&
      threshold >= Math.max(LOWEST, atLeast)
    )
      found = threshold;
  });
  return found;
}

/** Factors tried for each property. */
const FACTORS = [0, 0.5, 1, 1.5, 2];
/** Minimum gain in mean reciprocal rank for a factor. */
const MIN_GAIN = 0.002;

/**
 * The factors with the highest mean reciprocal rank over the queries at `positions`, fitted one property after the
 * other. Properties without a helpful factor are left out.
 */
export function fitPropertyWeights(
  answerWith: AnswerWith,
  positions: readonly number[],
  properties: readonly string[],
): PropertyWeights {
  let weights: PropertyWeights = {};
  let reached = reciprocalRank(answerWith, positions, weights);
  for (const property of properties) {
    let best = { rank: reached + MIN_GAIN, weights };
    for (const factor of FACTORS) {
      if (factor === 1) continue;
      const tried = { ...weights, [property]: factor };
      const rank = reciprocalRank(answerWith, positions, tried);
      if (rank > best.rank) best = { rank, weights: tried };
    }
    if (best.weights !== weights) {
      weights = best.weights;
      reached = best.rank;
    }
  }
  return weights;
}

function reciprocalRank(answerWith: AnswerWith, positions: readonly number[], weights: PropertyWeights): number {
  let sum = 0;
  let count = 0;
  for (const position of positions) {
    const { hasAnswer, place } = answerWith(position, weights);
    if (!hasAnswer) continue;
    count++;
    if (place >= 0) sum += 1 / (place + 1);
  }
  return count === 0 ? 0 : sum / count;
}
