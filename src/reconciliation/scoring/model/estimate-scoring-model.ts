import { wordStatistics } from '../../memory-statistics.js';
import type { EstimationSource } from './estimation-source.js';
import { agreementNearby, rowsNearSample } from './rows-near-sample.js';
import type { ScoringModel } from './scoring-model.js';
import { usualWeightOf } from './usual-weight.js';
import { valueStatistics } from './value-statistics.js';
import { wordsOfTypes } from './words-of-types.js';
import { wordingModel } from './wording-model.js';

/** Changed whenever a formula changes: clients keep scores, and scores of two scorers must not be compared. */
export const SCORER = 'sameas-19';

/** Entities looked at for the spread of values, for their neighbours, and for their other names. */
const VALUE_SAMPLE = 4000;
const NEIGHBOUR_SAMPLE = 400;
const WORDING_SAMPLE = 30_000;

/** Estimated once a snapshot. Cost: some passes over the names, and decoding a sample of the records. Deterministic: every source of the same dataset gives the same model. */
export function estimateScoringModel(source: EstimationSource): ScoringModel {
  const { entityCount } = source.words;
  const wording = wordingModel(source, evenSample(entityCount, WORDING_SAMPLE));
  const ofTypes = wordsOfTypes(source);
  const near = rowsNearSample(source, evenSample(entityCount, NEIGHBOUR_SAMPLE));
  return {
    scorer: SCORER,
    usualNameWeight: usualWeightOf(near.names, wordStatistics(source.words, { wording, wordsOfTypes: ofTypes })),
    wording,
    wordsOfTypes: ofTypes,
    properties: valueStatistics(source, evenSample(entityCount, VALUE_SAMPLE), agreementNearby(source, near)),
  };
}

/** `wanted` ordinals spread evenly over all, the same ones every time. */
export function evenSample(size: number, wanted: number): readonly number[] {
  if (size <= wanted) return Array.from({ length: size }, (_, i) => i);
  return Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * size) / wanted));
}
