import type { AnsweredOutcome } from './answered-outcome.js';

/** The answer to one query with the reason of every feature, for the pages of the service itself; batches of clients would be three times as long with them. */
export function renderReasonedAnswer({ candidates }: AnsweredOutcome): string {
  return JSON.stringify({
    candidates: candidates.map(({ id, name, types, score, match, features }) => ({
      id,
      name,
      types,
      score,
      match,
      features: features.map((feature) => ({ id: feature.id, value: feature.value, reason: feature.reason })),
    })),
  });
}
