import type { DatasetGeneration } from '../dataset-generation.js';

/** How much of the threshold is general; the rest is what the dataset itself asks for. */
const GENERAL_SHARE = 0.75;
/** Errors at the threshold allowed for each error among the matches, in general and of neighbours: most matches lie far above the threshold. */
const ERRORS_AT_THRESHOLD = 2.2;
const ERRORS_OF_NEIGHBOURS = 1.6;

/** The least probability, 0–1, that is matched. A threshold that the manifest states goes before the estimated one. */
export function matchThreshold({ tuning, dataset, scoring }: DatasetGeneration): number {
  return tuning?.matchThreshold ?? estimatedThreshold(dataset.metadata.targetPrecision, scoring.neighbours.percentiles);
}

/**
 * Between what the precision wanted (0–1) asks of any dataset, and what this dataset asks by itself, namely that of its entities, were they missing,
 * only a few are taken for a neighbour. Both lie below the precision wanted, because most matches are far above. `neighbours`: how probable the nearest
 * other entity of sampled entities is, at the percentiles 0 to 100.
 */
export function estimatedThreshold(targetPrecision: number, neighbours: readonly number[]): number {
  const errors = 1 - targetPrecision;
  const general = 1 - ERRORS_AT_THRESHOLD * errors;
  const own = neighbours[Math.max(0, Math.round(100 * (1 - ERRORS_OF_NEIGHBOURS * errors)))] ?? 0;
  return Math.max(0.5, GENERAL_SHARE * general + (1 - GENERAL_SHARE) * own);
}
