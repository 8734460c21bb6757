import { weighAll, type WeighedEvidence } from './evidence/evidence-table.js';
import type { WeighedCandidate } from './evidence/evidence-kind.js';
import type { RankedCandidates } from './ranked-candidates.js';
import { comparerFor } from './ranking/comparer-of.js';
import type { ScoredEntity } from './ranking/scored-entity.js';
import type { NameEvidence } from './scoring/names/name-evidence.js';

/** What speaks for and against a candidate, all kinds of evidence together. */
export interface CandidateEvidence {
  readonly weighed: WeighedCandidate;
  readonly evidence: readonly WeighedEvidence[];
  /** The prior of the interpretation and the sum of the evidence. */
  readonly nats: number;
}

/** A candidate by the one of its names that speaks most for it: the nearest, or another one that the query contains as a whole. Cost: each of them compared once more. */
export function weighCandidate(ranked: RankedCandidates, candidate: ScoredEntity): CandidateEvidence {
  const nearest = weighByName(ranked, candidate, candidate.row, candidate.explained);
  if (candidate.containedRow < 0 || candidate.containedRow === candidate.row) return nearest;
  const contained = weighByName(ranked, candidate, candidate.containedRow, candidate.containedExplained | (candidate.told?.words ?? 0));
  return contained.nats > nearest.nats ? contained : nearest;
}

function weighByName(ranked: RankedCandidates, candidate: ScoredEntity, row: number, explained: number): CandidateEvidence {
  const own = { ...ranked, plan: candidate.plan };
  const weighed = { ranked: own, candidate, row, name: nameOf(own, candidate, row), explained };
  const evidence = weighAll(weighed);
  return { weighed, evidence, nats: evidence.reduce((sum, { nats }) => sum + nats, candidate.plan.prior) };
}

function nameOf({ snapshot, plan }: RankedCandidates, candidate: ScoredEntity, row: number): NameEvidence | undefined {
  if (plan.label === undefined || row < 0) return undefined;
  const comparer = comparerFor(snapshot, plan);
  comparer.compare(row);
  comparer.without(candidate.told?.words ?? 0, candidate.properties?.code);
  return comparer.evidence();
}
