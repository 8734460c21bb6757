import type { AnsweredOutcome } from '../answered-outcome.js';

/** The answer to one query as the oldest clients know it: types are plain ids, and there are no keys they have not heard of. */
export function renderSeedAnswer(outcome: AnsweredOutcome): string {
  return JSON.stringify({
    result: outcome.candidates.map(({ id, name, types, score, match }) => ({
      id,
      name,
      type: types.map((type) => type.id),
      score,
      match,
    })),
  });
}
