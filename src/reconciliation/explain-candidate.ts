import { NO_DEADLINE } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import type { Candidate } from './candidate.js';
import type { DatasetGeneration } from './dataset-generation.js';
import { decideMatch } from './decide-match.js';
import { matchThreshold } from './deciding/match-threshold.js';
import { planRetrieval } from './plan-retrieval.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { retrieveCandidates } from './retrieve-candidates.js';
import { scoreCandidates } from './score-candidates.js';
import { prepareConditions } from './scoring/property-evidence.js';

/** Why an entity has the score it has for a query. */
export interface Explanation {
  /** The entity as it would stand in the answer, with every feature, value and reason. */
  readonly candidate: Candidate;
  /** Its place among all candidates, from 1. */
  readonly place: number;
  /** Whether an answer to the query would hold it. */
  readonly inAnswer: boolean;
  readonly scorer: string;
  /** How the score and the decision came about, sentence by sentence. */
  readonly steps: readonly string[];
}

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
  const decision = decideMatch(generation, plan, scored);
  const candidate = buildCandidate(generation, plan, conditions, scored, decision, index);
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
  const threshold = matchThreshold(generation);
  const probability = decision.probabilities[index] ?? 0;
  if (index > 0) steps.push(`It is candidate ${String(index + 1)}; only the first can be a match.`);
  else if (candidate.match) steps.push(`It is the first by ${decision.lead.toFixed(2)} points, and its probability ${probability.toFixed(3)} reaches the ${threshold.toFixed(3)} that a match needs in this dataset.`);
  else if (decision.lead <= 0) steps.push('The next candidate has the same score, so neither is a match.');
  else steps.push(`It is the first, but its probability ${probability.toFixed(3)} does not reach the ${threshold.toFixed(3)} that a match needs in this dataset.`);
  return { candidate, place: index + 1, inAnswer: retrieved && allowed && index < query.limit, scorer: scoring.scorer, steps };
}
