import type { LabelTable } from '../../../search/label-table.js';
import type { WordStatistics } from '../../dataset-statistics.js';
import { tokenWeights } from '../../alignment/token-weights.js';

/** Median weight of the words of the preferred names of some entities; 0 without entities. Cost: a look at each name. */
export function usualWeightOf(labels: LabelTable, words: WordStatistics, sample: readonly number[]): number {
  const costs = tokenWeights(words);
  const weights = sample.map((entity) => labels.tokensOf(labels.rowsOf(entity)[0]).reduce((sum, word) => sum + costs.weightOf(word), 0));
  return weights.sort((a, b) => a - b)[Math.floor(weights.length / 2)] ?? 0;
}
