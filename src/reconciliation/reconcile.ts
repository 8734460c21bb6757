import type { Deadline } from '../foundation/deadline.js';
import { buildCandidate } from './build-candidate.js';
import type { Candidate, QueryOutcome } from './candidate.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { rankQuery, type RankedQuery } from './rank-query.js';
import type { ReconciliationQuery } from './reconciliation-query.js';

/**
 * Answers one query: for each interpretation plan, retrieve, score; then decide and describe. Deterministic as long as the deadline does not expire;
 * then less is looked at and the outcome says so. Blank text without properties has no candidates.
 */
export function reconcile(snapshot: DatasetSnapshot, query: ReconciliationQuery, deadline: Deadline): QueryOutcome {
  return answerOf(rankQuery(snapshot, query, deadline), query.limit);
}

/** The answer that shows so many of the candidates. */
export function answerOf(ranked: RankedQuery, limit: number): Extract<QueryOutcome, { readonly kind: 'answered' }> {
  const candidates: Candidate[] = [];
  for (let place = 0; place < limit && place < ranked.scored.length; place++)
    candidates.push(buildCandidate(ranked, place));
  return { kind: 'answered', candidates, effortLowered: ranked.effortLowered };
}
