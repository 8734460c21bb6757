import type { Candidate } from './candidate.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { matchThreshold, type MatchDecision } from './decide-match.js';
import type { ScoredEntity } from './ranking/scored-entity.js';

/** Why an entity has the score it has for a query. */
export interface Explanation {
  /** The entity as it would stand in the answer, with every feature, value and reason. */
  readonly candidate: Candidate;
  /** Its place among all candidates, from 1. */
  readonly place: number;
  /** Whether an answer to the query would hold it. */
  readonly inAnswer: boolean;
  readonly scorer: string;
  /** How the score came about, sentence by sentence. */
  readonly steps: readonly string[];
  /** Why it is a match, or is not; a sentence. */
  readonly decision: string;
  /** Those that come first, at most five, the best first. */
  readonly best: readonly RankedEntity[];
}

/** A candidate in a few words. */
export interface RankedEntity {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** 0–100, two decimals. */
  readonly score: number;
  readonly match: boolean;
}

/** So many of those that come first are shown beside the entity that is explained. */
export const BEST_SHOWN = 5;

/** An entity that comes among the first. */
export function rankedEntity({ dataset: { entities } }: DatasetSnapshot, { entity, score }: ScoredEntity, match: boolean): RankedEntity {
  const description = entities.descriptionOf(entity);
  return { id: entities.idOf(entity), name: entities.nameOf(entity), ...(description !== undefined && { description }), score, match };
}

/** Why the search is not enough to explain an entity. */
export const NOT_FOUND_BY_ITSELF = 'The search did not bring this entity up by itself; it was added for this explanation.';

/** What its name and its properties made of the score of an entity, sentence by sentence. */
export function stepsOfScore({ named, nameSimilarity, properties }: ScoredEntity): readonly string[] {
  const steps = [named ? 'The text is its identifier, which counts as a full score.' : `Its nearest name gives ${(nameSimilarity * 100).toFixed(2)} points.`];
  if (properties !== undefined) {
    const direction = properties.weight > 0 ? 'raise' : properties.weight < 0 ? 'lower' : 'do not change';
    steps.push(`The properties ${direction} the score (sum of their weights: ${properties.weight.toFixed(2)}).`);
  }
  return steps;
}

/** Why the candidate at this place (from 0) is a match, or is not. */
export function decisionInWords(snapshot: DatasetSnapshot, own: ScoredEntity, { match, lead, probability }: Pick<MatchDecision, 'match' | 'lead'> & { readonly probability: number }, place: number): string {
  if (place > 0) return `It is candidate ${String(place + 1)}, and only the first can be a match.`;
  if (lead <= 0) return 'The next candidate has the same score, and nothing tells which of the two is meant.';
  if (!own.plan.types.holds(own.entity)) return 'It comes first, but it does not have the type that was asked for.';
  if (!own.typeHeld) return 'It comes first, but something that was asked for speaks against it.';
  const ahead = lead === 100 ? 'It is the only candidate' : `It comes first, ${lead.toFixed(2)} points before the next`;
  const right = inHundred(probability);
  const needed = inHundred(matchThreshold(snapshot));
  if (match) return `${ahead}. Estimated probability ${right} %; this dataset requires ${needed} % for an automatic match.`;
  return `${ahead}. Estimated probability only ${right} %; this dataset requires ${needed} % for an automatic match.`;
}

function inHundred(share: number): string {
  return (share * 100).toFixed(1);
}
