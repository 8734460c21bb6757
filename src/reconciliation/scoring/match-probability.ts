import type { ScoredEntity } from '../score-candidates.js';
import type { NameEvidence } from './name-comparer.js';
import { NEIGHBOUR_STEP, type NeighbourModel } from './scoring-model.js';

/** What the probability of the first candidate depends on. */
export interface MatchFacts {
  readonly first: ScoredEntity;
  /** How its name compares; `undefined` without a name. */
  readonly name: NameEvidence | undefined;
  /** Points to the second. */
  readonly lead: number;
  readonly sharing: number;
  readonly neighbours: NeighbourModel;
}

/** Estimated probability, 0–1, that the first candidate is what the query means. */
export function matchProbability(facts: MatchFacts): number {
  const { first, lead, sharing, neighbours } = facts;
  const evidence = first.properties?.weight ?? 0;
  if (first.named && !(first.properties?.contradicted ?? false)) return 1;
  const similarity = first.score / 100;
  const crowd = shareAtLeast(neighbours, first.nameSimilarity);
  let odds = -5.5 + 9 * similarity + 0.12 * Math.min(lead, 25) - 4 * crowd + 0.5 * evidence;
  if (first.equal) odds += 2;
  if ((facts.name?.numbersDiffer ?? false)) odds -= 2;
  if (sharing > 1) odds = Math.min(odds, Math.log(1 / (sharing - 1)) + 1.2 * evidence);
  return 1 / (1 + Math.exp(-odds));
}

/** Share of entities that have another one at least this near. */
export function shareAtLeast(neighbours: NeighbourModel, similarity: number): number {
  const at = Math.max(0, Math.floor(similarity / NEIGHBOUR_STEP));
  return neighbours.shareAtLeast[Math.min(at, neighbours.shareAtLeast.length - 1)] ?? 0;
}
