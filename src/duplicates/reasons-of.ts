import type { Feature } from '../scoring/candidate.js';
import { PROPERTY_FEATURE } from '../scoring/feature-table.js';

/** Features that say how sure the scorer is, and nothing of the pair. */
const OF_THE_DECISION: readonly string[] = ['lead', 'shared-label', 'nothing', 'probability', 'type'];
/** Properties below this weight say nothing. */
const LEAST_WEIGHT = 0.05;

/** The reasons for a pair in words: those of the features that speak of it. */
export function reasonsOf(features: readonly Feature[]): readonly string[] {
  return features
    .filter(
      ({ id, value }) =>
        !OF_THE_DECISION.includes(id) && !(id.startsWith(PROPERTY_FEATURE) && Math.abs(Number(value)) < LEAST_WEIGHT),
    )
    .map(({ reason }) => reason);
}
