import type { Candidate } from '../../scoring/candidate.js';
import type { AnsweredOutcome } from '../../describe/answer.js';

/** The answer to one query as the oldest clients know it: types are plain ids, and there are no keys they have not heard of. */
export function renderSeedAnswer(outcome: AnsweredOutcome): string {
  return `{"result":[${outcome.candidates.map(renderSeedCandidate).join(',')}]}`;
}

/** One candidate, as in `renderSeedAnswer`. */
export function renderSeedCandidate({ id, name, types, score, match }: Candidate): string {
  return JSON.stringify({ id, name, type: types.map((type) => type.id), score, match });
}
