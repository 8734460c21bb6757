import type { AnswerWith, PropertyWeights } from './tuning-answers.js';

/** Factors tried for each property. */
const FACTORS = [0, 0.5, 1, 1.5, 2];
/** Gain in mean reciprocal rank below which a factor is not worth having. */
const MIN_GAIN = 0.002;

/**
 * The factors with which the right answers stand highest, by mean reciprocal rank over the queries at `positions`: one
 * property after the other, the rest held as they are. Properties for which no factor helps are not named.
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
