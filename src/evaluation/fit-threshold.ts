import type { TuningAnswer } from './tuning-answers.js';

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
