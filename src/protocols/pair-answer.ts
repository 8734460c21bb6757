import type { AnsweredOutcome } from './answered-outcome.js';

/**
 * The answer to a query that is the name of an entity: all that is known of each candidate, with reasons that are told of the two. For reports of sameas
 * itself; no client asks for it.
 */
export function renderPairAnswer({ candidates }: AnsweredOutcome): string {
  return JSON.stringify({
    candidates: candidates.map((candidate) => ({
      ...candidate,
      features: candidate.features.map((feature) => ({
        id: feature.id,
        value: feature.value,
        reason: feature.reasonOfPair ?? feature.reason,
      })),
    })),
  });
}
