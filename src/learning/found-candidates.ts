import type { FoundCandidate } from './compare-candidates.js';
import { nameScoreIn, probabilityIn, type ServiceCandidate } from './service-candidate.js';

/** A first candidate is unambiguous from this score on and so many points before the second. */
const LEAST_ANCHOR_SCORE = 50;
const LEAST_ANCHOR_LEAD = 10;

/**
 * What is known by name of the candidates of a row: first those that were found by name alone, in their order, then those found only with properties. The service's
 * probability is that of an unambiguous first one.
 */
export function foundCandidates(
  byName: readonly ServiceCandidate[],
  withProperties: readonly ServiceCandidate[],
): readonly FoundCandidate[] {
  const [first, second] = byName;
  const isClear =
    first !== undefined && first.score >= LEAST_ANCHOR_SCORE && first.score - (second?.score ?? 0) >= LEAST_ANCHOR_LEAD;
  const known = new Set(byName.map(({ id }) => id));
  return [
    ...byName.map((candidate, place) => ({
      id: candidate.id,
      nameScore: candidate.score,
      anchor: place === 0 && isClear ? probabilityIn(candidate) : undefined,
    })),
    ...withProperties
      .filter(({ id }) => !known.has(id))
      .map((candidate) => ({ id: candidate.id, nameScore: nameScoreIn(candidate), anchor: undefined })),
  ];
}
