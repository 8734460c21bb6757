import { NO_DEADLINE } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import { explainByConditions } from './conditions/explain-by-conditions.js';
import { hasConditions } from './conditions/reconcile-conditions.js';
import type { DatasetGeneration } from './dataset-generation.js';
import { decideMatch } from './decide-match.js';
import { BEST_SHOWN, decisionInWords, NOT_FOUND_BY_ITSELF, rankedEntity, stepsOfScore, type Explanation } from './explanation.js';
import { planRetrieval } from './plan-retrieval.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { retrieveCandidates } from './retrieve-candidates.js';
import { scoreCandidates } from './score-candidates.js';
import { prepareConditions } from './scoring/properties/property-evidence.js';

/**
 * Holds one entity against a query, whether or not the search would have found it. `undefined` for an unknown id.
 * Cost: that of the query itself.
 */
export function explainCandidate(generation: DatasetGeneration, query: ReconciliationQuery, entityId: string): Explanation | undefined {
  const { dataset, candidateIndex, scoring } = generation;
  const ordinal = dataset.entities.ordinalOf(entityId);
  if (ordinal < 0) return undefined;
  if (hasConditions(query)) return explainByConditions(generation, query, ordinal);
  const plan = planRetrieval(generation, query, NO_DEADLINE);
  const conditions = prepareConditions(generation, query.properties, query.text);
  const found = retrieveCandidates(generation, plan);
  const retrieved = found.entities.includes(ordinal);
  const [firstRow, endRow] = candidateIndex.labels.rowsOf(ordinal);
  const ownRows = Array.from({ length: endRow - firstRow }, (_, i) => firstRow + i);
  const ranked = scoreCandidates(generation, plan, conditions, {
    rows: [...found.rows, ...ownRows],
    entities: [...found.entities, ...ownRows.map(() => ordinal)],
    effortLowered: found.effortLowered,
    ...(found.byProperties === undefined ? {} : { byProperties: found.byProperties }),
    always: ordinal,
  });
  const { scored } = ranked;
  const index = scored.findIndex((candidate) => candidate.entity === ordinal);
  const own = scored[index];
  if (own === undefined) return undefined;
  const decision = decideMatch(ranked);
  const candidate = buildCandidate({ ...ranked, decision }, index);
  const allowed = plan.types.kind === 'any type' || plan.types.kind === 'preferred' || plan.types.holds(ordinal);
  const steps = [
    ...(retrieved ? [] : [NOT_FOUND_BY_ITSELF]),
    ...(allowed ? [] : ['It does not have the type asked for, so it cannot be in the answer.']),
    ...stepsOfScore(own),
    ...(plan.types.kind === 'preferred' && !own.typeHeld ? ['The type asked for as a preference is missing, which takes a fifth off.'] : []),
    `The score is ${own.score.toFixed(2)}.`,
  ];
  const best = scored.slice(0, BEST_SHOWN).map((one, i) => rankedEntity(generation, one, i === 0 && decision.match));
  const { match, lead, probabilities } = decision;
  const inWords = decisionInWords(generation, own, { match, lead, probability: probabilities[index] ?? 0 }, index);
  return { candidate, place: index + 1, inAnswer: retrieved && allowed && index < query.limit, scorer: scoring.scorer, steps, decision: inWords, best };
}
