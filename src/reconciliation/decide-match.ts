import { factsOfFirst } from './deciding/facts-of-first.js';
import { matchThreshold } from './deciding/match-threshold.js';
import type { RankedCandidates } from './ranked-candidates.js';
import type { ScoredEntity } from './ranking/scored-entity.js';
import { matchProbability } from './scoring/model/match-probability.js';

/** What is decided of the candidates of one query. */
export interface MatchDecision {
  /** Whether the first candidate is the one meant. */
  readonly match: boolean;
  /** For the candidates given, in their order. */
  readonly probabilities: readonly number[];
  /** Points between the first and the second; 100 without a second. */
  readonly lead: number;
  /** Entities with exactly the label by which the first was found that could be meant as well; 1 when it is alone. */
  readonly sharing: number;
}

/** A namesake whose properties weigh this much less is not meant, in natural logarithms of how telling they are. */
const CLEARLY_BEHIND = 2;
/** The most that a name is probable whose mark says that it is another one's ("Henry VII", "Henry VIII"): no threshold lies as low. */
const MOST_OF_ANOTHER = 0.3;
/** What is left of the probability is shared among the other candidates by score, none of which is more probable than the first; so many points less make it about a third. */
const FALL = 8;

/**
 * At most the first candidate matches: its score must be strictly the highest and its probability reach the threshold of
 * the dataset. An entity outside a preferred type never matches by itself.
 */
export function decideMatch(ranked: RankedCandidates): MatchDecision {
  const { scored } = ranked;
  const first = scored[0];
  if (first === undefined) return { match: false, probabilities: [], lead: 0, sharing: 0 };
  const second = scored[1];
  const lead = second === undefined ? 100 : first.score - second.score;
  const sharing = entitiesSharing(ranked, first);
  const probability = probabilityOf(ranked, first, sharing);
  const match = lead > 0 && first.typeHeld && probability >= matchThreshold(ranked.snapshot);
  const weights = scored.map((candidate, i) => (i === 0 ? 0 : Math.exp((candidate.score - first.score) / FALL)));
  const sum = weights.reduce((a, b) => a + b, 0) + 0.5;
  const probabilities = weights.map((weight, i) => (i === 0 ? probability : Math.min(((1 - probability) * weight) / sum, probability)));
  return { match, probabilities, lead, sharing };
}

function probabilityOf(ranked: RankedCandidates, first: ScoredEntity, sharing: number): number {
  const { properties } = first;
  if (properties?.identified === true && !properties.contradicted) return 0.999;
  if (first.named && !first.idIsName && properties?.contradicted !== true) return 1;
  const { contradicted, byName } = factsOfFirst(ranked, first, sharing);
  const probability = Math.max(...byName.map(matchProbability));
  return contradicted ? Math.min(probability, MOST_OF_ANOTHER) : probability;
}

/** Namesakes of the first candidate that could be meant as well, itself among them: of the types asked for, and not clearly behind by what their properties say. */
function entitiesSharing({ snapshot, plan, scored }: RankedCandidates, first: ScoredEntity): number {
  if (first.row < 0 || !first.equal) return 1;
  const { labels } = snapshot.candidateIndex;
  const entities = new Set<number>();
  for (const row of labels.rowsWithFolded(labels.foldedOf(first.row))) {
    const entity = labels.entityOf(row);
    if (plan.types.holds(entity)) entities.add(entity);
  }
  const { properties } = first;
  if (properties !== undefined && properties.supporting > 0) {
    for (const other of scored) {
      if (other.properties !== undefined && other.properties.weight <= properties.weight - CLEARLY_BEHIND) entities.delete(other.entity);
    }
  }
  return Math.max(1, entities.size);
}
