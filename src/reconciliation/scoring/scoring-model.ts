import type { Dataset } from '../../entities/dataset.js';
import type { LabelTable } from '../../search/label-table.js';

/**
 * What the scorer knows about one dataset: thresholds estimated from it, weights of properties, how telling values are.
 * Plain numbers, so that it can be written into a built index and sent to workers.
 */
export interface ScoringModel {
  /** Identifier of the scorer, changed whenever a formula changes. */
  readonly scorer: string;
}

/** Estimated once a generation. Cost: a sample of the dataset, not all of it. Deterministic. */
export type EstimateScoringModel = (dataset: Dataset, labels: LabelTable) => ScoringModel;
