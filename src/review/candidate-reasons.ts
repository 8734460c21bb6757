import type { Reason } from '../scoring/candidate.js';
import { inEnglish } from '../foundation/sentence.js';
import type { Answer } from '../describe/answer.js';
import { DECISION_FEATURES, PROPERTY_FEATURE } from '../scoring/feature-table.js';

/**
 * Reasons for and against each candidate, by id: only those that a person does not see in the names and values of row
 * and candidate side by side, such as a matched alias.
 */
export function candidateReasons({ candidates }: Pick<Answer, 'candidates'>): ReadonlyMap<string, readonly Reason[]> {
  return new Map(
    candidates.map(({ id, features }) => [
      id,
      features
        .filter(
          ({ id: feature, reason }) =>
            inEnglish(reason) !== '' && feature !== 'name' && !DECISION_FEATURES.has(feature),
        )
        .filter(({ id: feature }) => !feature.startsWith(PROPERTY_FEATURE))
        .map(({ reason }) => reason),
    ]),
  );
}
