import type { Answer, Outcome } from '../../describe/answer.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Candidate } from '../../scoring/candidate.js';
import { isMatchOfSeveral } from '../../scoring/decide.js';
import { joinedId, nameOfDataset, type JoinedDataset, type LeftOut } from './joined-datasets.js';

/** A candidate of any dataset: its id names the dataset, and the dataset is the first of its types. */
export interface JoinedCandidate extends Candidate {
  readonly dataset: JoinedDataset;
  readonly ownId: string;
}

export interface JoinedAnswer {
  readonly candidates: readonly JoinedCandidate[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Candidates of several datasets by score, then probability, then the order of the datasets. Throws `query-failed`
 * where no dataset answered.
 */
export function mergeCandidates(
  asked: readonly { readonly dataset: JoinedDataset; readonly outcome: Outcome<Answer> | undefined }[],
  limit: number,
): JoinedAnswer {
  const leftOut: LeftOut[] = [];
  const found = asked.flatMap(({ dataset, outcome }): readonly JoinedCandidate[] => {
    if (outcome?.kind !== 'answered') {
      leftOut.push({ dataset: dataset.path, state: 'failed' });
      return [];
    }
    const own = { id: dataset.path, name: nameOfDataset(dataset) };
    return outcome.answer.candidates.map((candidate) => ({
      ...candidate,
      id: joinedId(dataset.path, candidate.id),
      types: [own, ...candidate.types],
      dataset,
      ownId: candidate.id,
    }));
  });
  if (asked.length > 0 && leftOut.length === asked.length)
    throw new SameasError('query-failed', 'No dataset could answer this query.');
  const ordered = found.sort((a, b) => b.score - a.score || b.probability - a.probability);
  const isMatch = isMatchOfSeveral(ordered);
  return {
    candidates: ordered.slice(0, limit).map((candidate, place) => ({ ...candidate, match: isMatch && place === 0 })),
    leftOut,
  };
}
