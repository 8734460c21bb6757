import { NO_DEADLINE } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import type { Candidate } from './candidate.js';
import type { DatasetGeneration } from './dataset-generation.js';
import { decideMatch, type MatchDecision } from './decide-match.js';
import { matchThreshold } from './deciding/match-threshold.js';
import { planRetrieval } from './plan-retrieval.js';
import type { ScoredEntity } from './ranking/scored-entity.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { retrieveCandidates } from './retrieve-candidates.js';
import { scoreCandidates } from './score-candidates.js';
import { prepareConditions } from './scoring/properties/property-evidence.js';

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

const BEST_SHOWN = 5;

/**
 * Holds one entity against a query, whether or not the search would have found it. `undefined` for an unknown id.
 * Cost: that of the query itself.
 */
export function explainCandidate(generation: DatasetGeneration, query: ReconciliationQuery, entityId: string): Explanation | undefined {
  const { dataset, candidateIndex, scoring } = generation;
  const ordinal = dataset.entities.ordinalOf(entityId);
  if (ordinal < 0) return undefined;
  const plan = planRetrieval(generation, query, NO_DEADLINE);
  const conditions = prepareConditions(generation, query.properties);
  const found = retrieveCandidates(generation, plan);
  const retrieved = found.entities.includes(ordinal);
  const [firstRow, endRow] = candidateIndex.labels.rowsOf(ordinal);
  const ownRows = Array.from({ length: endRow - firstRow }, (_, i) => firstRow + i);
  const scored = scoreCandidates(generation, plan, conditions, {
    rows: [...found.rows, ...ownRows],
    entities: [...found.entities, ...ownRows.map(() => ordinal)],
    effortLowered: found.effortLowered,
    ...(found.byProperties === undefined ? {} : { byProperties: found.byProperties }),
    always: ordinal,
  });
  const index = scored.findIndex((candidate) => candidate.entity === ordinal);
  const own = scored[index];
  if (own === undefined) return undefined;
  const ranked = { generation, plan, scored };
  const decision = decideMatch(ranked);
  const candidate = buildCandidate({ ...ranked, decision }, index);
  const allowed = plan.types.kind === 'any type' || plan.types.kind === 'preferred' || plan.types.holds(ordinal);

  const steps: string[] = [];
  if (!retrieved) steps.push('The search did not bring this entity up by itself; it was added for this explanation.');
  if (!allowed) steps.push('It does not have the type asked for, so it cannot be in the answer.');
  if (own.named) steps.push('The text is its identifier, which counts as a full score.');
  else steps.push(`Its nearest name gives ${(own.nameSimilarity * 100).toFixed(2)} points.`);
  if (own.properties !== undefined) {
    const direction = own.properties.weight > 0 ? 'raise' : own.properties.weight < 0 ? 'lower' : 'do not change';
    steps.push(`The properties ${direction} the score (sum of their weights: ${own.properties.weight.toFixed(2)}).`);
  }
  if (plan.types.kind === 'preferred' && !own.typeHeld) steps.push('The type asked for as a preference is missing, which takes a fifth off.');
  steps.push(`The score is ${own.score.toFixed(2)}.`);
  const best = scored.slice(0, BEST_SHOWN).map(({ entity, score }, i) => rankedEntity(generation, entity, score, i === 0 && decision.match));
  return { candidate, place: index + 1, inAnswer: retrieved && allowed && index < query.limit, scorer: scoring.scorer, steps, decision: decisionInWords(generation, own, decision, index), best };
}

function rankedEntity({ dataset: { entities } }: DatasetGeneration, entity: number, score: number, match: boolean): RankedEntity {
  const description = entities.descriptionOf(entity);
  return { id: entities.idOf(entity), name: entities.nameOf(entity), ...(description !== undefined && { description }), score, match };
}

function decisionInWords(generation: DatasetGeneration, own: ScoredEntity, { match, lead, probabilities }: MatchDecision, index: number): string {
  if (index > 0) return `It is candidate ${String(index + 1)}, and only the first can be a match.`;
  if (lead <= 0) return 'The next candidate has the same score, and nothing tells which of the two is meant.';
  if (!own.typeHeld) return 'It comes first, but it does not have the type that was asked for.';
  const ahead = lead === 100 ? 'It is the only candidate' : `It comes first, ${lead.toFixed(2)} points before the next`;
  const right = inHundred(probabilities[index] ?? 0);
  const needed = inHundred(matchThreshold(generation));
  if (match) return `${ahead}, and of names as near as this ${right} in 100 mean it; a match in this list needs ${needed}.`;
  return `${ahead}, but of names as near as this only ${right} in 100 mean it; a match in this list needs ${needed}.`;
}

function inHundred(share: number): string {
  return (share * 100).toFixed(1);
}
