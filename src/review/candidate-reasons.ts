import type { Answer } from '../describe/answer.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';

/** What speaks for and against each candidate of an answer with reasons, in words, by its id. A property without a value, or which the dataset lacks, decides nothing and is left out. */
export function candidateReasons({ candidates }: Pick<Answer, 'candidates'>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    candidates.map(({ id, features }) => [
      id,
      features
        .filter(({ id: feature, reason }) => reason !== '' && !DECISION_FEATURES.has(feature))
        .filter(({ id: feature, value }) => !feature.startsWith(PROPERTY_FEATURE) || value !== 0)
        .map(({ reason }) => reason),
    ]),
  );
}
