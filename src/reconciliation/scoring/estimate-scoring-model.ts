import { neighbourModel } from './neighbour-model.js';
import type { EstimateScoringModel } from './scoring-model.js';
import { valueStatistics } from './value-statistics.js';

/** Changed whenever a formula changes: clients keep scores, and scores of two scorers must not be compared. */
export const SCORER = 'sameas-3';

/** Entities looked at for the spread of values, and for their neighbours. */
const VALUE_SAMPLE = 4000;
const NEIGHBOUR_SAMPLE = 400;

export const estimateScoringModel: EstimateScoringModel = (dataset, labels) => ({
  scorer: SCORER,
  neighbours: neighbourModel(dataset, labels, evenSample(dataset.entities.size, NEIGHBOUR_SAMPLE)),
  properties: valueStatistics(dataset, evenSample(dataset.entities.size, VALUE_SAMPLE)),
});

/** `wanted` ordinals spread evenly over all, the same ones every time. */
function evenSample(size: number, wanted: number): readonly number[] {
  if (size <= wanted) return Array.from({ length: size }, (_, i) => i);
  return Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * size) / wanted));
}
