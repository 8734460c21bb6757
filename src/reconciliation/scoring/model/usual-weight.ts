import type { WordStatistics } from '../../dataset-statistics.js';
import { tokenWeights } from '../../alignment/token-weights.js';

/** Median weight of the words of these names; 0 without names. */
export function usualWeightOf(names: readonly (readonly string[])[], words: WordStatistics): number {
  const costs = tokenWeights(words);
  const weights = names.map((name) => name.reduce((sum, word) => sum + costs.weightOf(word), 0));
  return weights.sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0;
}
