import { wilsonInterval, type Interval } from '../foundation/wilson-interval.js';

export interface QualityCounts {
  withAnswer: number;
  withoutAnswer: number;
  firstRight: number;
  amongFiveRight: number;
  amongTenRight: number;
  /** Sum of 1 / rank of the right answer. */
  reciprocalPlaces: number;
  matches: number;
  matchesRight: number;
  matchesWithoutAnswer: number;
}

interface JudgedPlace {
  /** Whether the dataset has a right answer. */
  readonly hasAnswer: boolean;
  /** Position of the first right candidate, from 0; -1 without one. */
  readonly place: number;
  readonly matched: boolean;
}

/** Shares, each 0–1, or `undefined` without any count. */
export interface QualityFigures {
  readonly hitAt1: number | undefined;
  readonly hitAt5: number | undefined;
  readonly hitAt10: number | undefined;
  /** Mean of 1 / rank of the right answer, 0 when it is no candidate. */
  readonly meanReciprocalRank: number | undefined;
  /** Share of right matches. */
  readonly matchPrecision: number | undefined;
  readonly matchPrecisionInterval: Interval | undefined;
  /** Share of correctly matched queries among those with an answer. */
  readonly matchRecall: number | undefined;
  readonly matchRecallInterval: Interval | undefined;
  /** Share of matched queries among those without an answer. */
  readonly falseMatchRate: number | undefined;
  readonly falseMatchRateInterval: Interval | undefined;
}

/** Empty counts. */
export function noCounts(): QualityCounts {
  return {
    withAnswer: 0,
    withoutAnswer: 0,
    firstRight: 0,
    amongFiveRight: 0,
    amongTenRight: 0,
    reciprocalPlaces: 0,
    matches: 0,
    matchesRight: 0,
    matchesWithoutAnswer: 0,
  };
}

/** Adds one query to the counts. */
export function countQuery(counts: QualityCounts, { hasAnswer, place, matched }: JudgedPlace): void {
  if (hasAnswer) counts.withAnswer++;
  else counts.withoutAnswer++;
  if (place === 0) counts.firstRight++;
  if (place >= 0 && place < 5) counts.amongFiveRight++;
  if (place >= 0 && place < 10) counts.amongTenRight++;
  if (place >= 0) counts.reciprocalPlaces += 1 / (place + 1);
  if (!matched) return;
  counts.matches++;
  if (place === 0) counts.matchesRight++;
  if (!hasAnswer) counts.matchesWithoutAnswer++;
}

/** The figures of the counts, those of the match flag with 95 % intervals. */
export function figuresOf(counts: Readonly<QualityCounts>): QualityFigures {
  const { withAnswer, withoutAnswer, matches, matchesRight, matchesWithoutAnswer } = counts;
  return {
    hitAt1: share(counts.firstRight, withAnswer),
    hitAt5: share(counts.amongFiveRight, withAnswer),
    hitAt10: share(counts.amongTenRight, withAnswer),
    meanReciprocalRank: share(counts.reciprocalPlaces, withAnswer),
    matchPrecision: share(matchesRight, matches),
    matchPrecisionInterval: wilsonInterval(matchesRight, matches),
    matchRecall: share(matchesRight, withAnswer),
    matchRecallInterval: wilsonInterval(matchesRight, withAnswer),
    falseMatchRate: share(matchesWithoutAnswer, withoutAnswer),
    falseMatchRateInterval: wilsonInterval(matchesWithoutAnswer, withoutAnswer),
  };
}

function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}
