import { wordStatistics } from '../../memory-statistics.js';
import { agreementNearby, rowsNearSample } from './rows-near-sample.js';
import type { EstimateScoringModel } from './scoring-model.js';
import { usualWeightOf } from './usual-weight.js';
import { valueStatistics } from './value-statistics.js';
import { wordsOfTypes } from './words-of-types.js';
import { wordingModel } from './wording-model.js';

/** Changed whenever a formula changes: clients keep scores, and scores of two scorers must not be compared. */
export const SCORER = 'sameas-18';

/** Entities looked at for the spread of values, for their neighbours, and for their other names. */
const VALUE_SAMPLE = 4000;
const NEIGHBOUR_SAMPLE = 400;
const WORDING_SAMPLE = 30_000;

export const estimateScoringModel: EstimateScoringModel = (dataset, labels) => {
  const wording = wordingModel(labels, evenSample(dataset.entities.size, WORDING_SAMPLE));
  const ofTypes = wordsOfTypes(dataset, labels);
  const near = rowsNearSample(dataset.entities, labels, evenSample(dataset.entities.size, NEIGHBOUR_SAMPLE));
  return {
    scorer: SCORER,
    usualNameWeight: usualWeightOf(labels, wordStatistics(labels, dataset.entities.size, { wording, wordsOfTypes: ofTypes }), near.sample),
    wording,
    wordsOfTypes: ofTypes,
    properties: valueStatistics(dataset, evenSample(dataset.entities.size, VALUE_SAMPLE), agreementNearby(dataset, labels, near)),
  };
};

/** `wanted` ordinals spread evenly over all, the same ones every time. */
export function evenSample(size: number, wanted: number): readonly number[] {
  if (size <= wanted) return Array.from({ length: size }, (_, i) => i);
  return Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * size) / wanted));
}
