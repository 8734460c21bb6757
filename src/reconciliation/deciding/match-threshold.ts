import type { DatasetSnapshot } from '../dataset-snapshot.js';

/**
 * Share of the threshold that is the same for every dataset; the rest is estimated from the dataset. The dataset alone would ask too much where
 * names are dense and too little where they are sparse, or few (bench/quality).
 */
const GENERAL_SHARE = 0.75;
/**
 * Most matches lie far above the threshold, so those just at it may be wrong more often than matches as a whole: this many times as often, for
 * any dataset, and for the neighbours of one. Both were measured on lists with known answers (bench/quality).
 */
const ERRORS_AT_THRESHOLD = 2.2;
const ERRORS_OF_NEIGHBOURS = 1.6;

/** The least probability, 0–1, that is matched. A threshold that the manifest states goes before the estimated one. */
export function matchThreshold({ tuning, dataset, scoring }: DatasetSnapshot): number {
  return tuning?.matchThreshold ?? estimatedThreshold(dataset.metadata.targetPrecision, scoring.neighbours.percentiles);
}

/**
 * The threshold, 0.5–1, for the precision that is wanted (0–1): a mean of two. One is the same for every dataset. The other is the probability
 * that few entities of this dataset would reach with a wrong match, were they missing from it and looked up by their names; `neighbours` holds
 * these probabilities for sampled entities, at the percentiles 0 to 100.
 */
export function estimatedThreshold(targetPrecision: number, neighbours: readonly number[]): number {
  const errors = 1 - targetPrecision;
  const general = 1 - ERRORS_AT_THRESHOLD * errors;
  const own = neighbours[Math.max(0, Math.round(100 * (1 - ERRORS_OF_NEIGHBOURS * errors)))] ?? 0;
  return Math.max(0.5, GENERAL_SHARE * general + (1 - GENERAL_SHARE) * own);
}
