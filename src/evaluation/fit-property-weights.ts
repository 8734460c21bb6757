import type { AnswerWith, PropertyWeights } from './tuning-answers.js';

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
