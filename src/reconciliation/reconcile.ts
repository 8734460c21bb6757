import type { Deadline } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import type { Candidate, QueryOutcome } from './candidate.js';
import { reconcileConditions } from './conditions/reconcile-conditions.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { hasNameConditions } from './has-conditions.js';
import { joinCoordinates } from './join-coordinates.js';
import { rankQuery } from './rank-query.js';
import type { ReconciliationQuery } from './reconciliation-query.js';

/**
 * Answers one query: plan, retrieve, score, decide, describe. Deterministic as long as the deadline does not expire;
 * then less is looked at and the outcome says so. Blank text without properties has no candidates.
 */
export function reconcile(snapshot: DatasetSnapshot, asked: ReconciliationQuery, deadline: Deadline): QueryOutcome {
  const query = joinCoordinates(snapshot.dataset, asked);
  if (hasNameConditions(query)) return reconcileConditions(snapshot, query, deadline);
  const ranked = rankQuery(snapshot, query, deadline);
  const candidates: Candidate[] = [];
  for (let place = 0; place < query.limit && place < ranked.scored.length; place++) candidates.push(buildCandidate(ranked, place));
  return { kind: 'answered', candidates, effortLowered: ranked.found.effortLowered || ranked.demands.hurried() };
}
