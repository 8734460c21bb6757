import type { Candidate } from '../../reconciliation/candidate.js';
import type { AnsweredOutcome } from '../answered-outcome.js';

/**
 * The answer to one query in versions 0.1 and 0.2. `hurried` beside `result` says that time was short and less effort
 * was spent; clients that do not know the key pass over it.
 */
export function renderAnswer(outcome: AnsweredOutcome): string {
  const result = outcome.candidates.map(renderCandidate);
  return JSON.stringify(outcome.effortLowered ? { result, hurried: true } : { result });
}

function renderCandidate({ id, name, description, types, score, match, features }: Candidate): object {
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    type: types.map((type) => ({ id: type.id, name: type.name })),
    score,
    match,
    // The reasons stay behind: they would triple the length of a batch, and /explain tells them for any one answer.
    features: features.map((feature) => ({ id: feature.id, value: feature.value })),
  };
}
