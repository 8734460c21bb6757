import type { Candidate } from '../../scoring/candidate.js';
import type { AnsweredOutcome } from '../../describe/answer.js';

/** The answer to one query for the oldest clients: types are plain ids, without unknown keys. */
export function renderSeedAnswer(outcome: AnsweredOutcome): string {
  return `{"result":[${outcome.candidates.map(renderSeedCandidate).join(',')}]}`;
}

/** One candidate, as in `renderSeedAnswer`. */
export function renderSeedCandidate({ id, name, types, score, match }: Candidate): string {
  return JSON.stringify({ id, name, type: types.map((type) => type.id), score, match });
}
