import type { Deadline } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import type { Candidate, QueryOutcome } from './candidate.js';
import type { DatasetGeneration } from './dataset-generation.js';
import { decideMatch } from './decide-match.js';
import { planRetrieval } from './plan-retrieval.js';
import { hasConditions, reconcileConditions } from './conditions/reconcile-conditions.js';
import type { ReconciliationQuery } from './reconciliation-query.js';
import { retrieveCandidates } from './retrieve-candidates.js';
import { scoreCandidates } from './score-candidates.js';
import { prepareConditions } from './scoring/properties/property-evidence.js';

/**
 * Answers one query: plan, retrieve, score, decide, describe. Deterministic as long as the deadline does not expire;
 * then less is looked at and the outcome says so. Blank text without properties has no candidates.
 */
export function reconcile(generation: DatasetGeneration, query: ReconciliationQuery, deadline: Deadline): QueryOutcome {
  if (hasConditions(query)) return reconcileConditions(generation, query, deadline);
  const plan = planRetrieval(generation, query, deadline);
  const conditions = prepareConditions(generation, query.properties, query.text);
  const found = retrieveCandidates(generation, plan);
  const ranked = scoreCandidates(generation, plan, conditions, found);
  const decided = { ...ranked, decision: decideMatch(ranked) };
  const candidates: Candidate[] = [];
  for (let place = 0; place < query.limit && place < ranked.scored.length; place++) candidates.push(buildCandidate(decided, place));
  return { kind: 'answered', candidates, effortLowered: found.effortLowered };
}
