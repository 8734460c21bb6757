import { weighAll, type WeighedEvidence } from './evidence/evidence-table.js';
import type { WeighedCandidate } from './evidence/evidence-kind.js';
import type { RankedCandidates, ScoredEntity } from './scored-entity.js';
import type { Alignment } from './alignment/alignment.js';

/** What speaks for and against a candidate, all kinds of evidence together. */
export interface CandidateEvidence {
  readonly weighed: WeighedCandidate;
  readonly evidence: readonly WeighedEvidence[];
  /** The prior of the interpretation and the sum of the evidence. */
  readonly nats: number;
}

/** A candidate by the one of its names that speaks most for it: the nearest, or another one that the query contains as a whole. Cost: a look at the tokens of both. */
export function weighCandidate(ranked: RankedCandidates, candidate: ScoredEntity): CandidateEvidence {
  const { alignment, contained, explained, told, properties } = candidate;
  const nearest = weighByName(ranked, candidate, alignment, explained);
  if (contained === undefined || contained.pairs === alignment?.pairs) return nearest;
  const byContained = weighByName(
    ranked,
    candidate,
    contained.without(told?.words ?? 0, properties?.code),
    contained.matched() | (told?.words ?? 0),
  );
  return byContained.nats > nearest.nats ? byContained : nearest;
}

function weighByName(
  ranked: RankedCandidates,
  candidate: ScoredEntity,
  alignment: Alignment | undefined,
  explained: number,
): CandidateEvidence {
  const own = { ...ranked, plan: candidate.plan };
  const weighed = {
    ranked: own,
    candidate,
    row: alignment?.pairs.label.row ?? -1,
    name: alignment?.evidence(),
    explained,
  };
  const evidence = weighAll(weighed);
  return { weighed, evidence, nats: evidence.reduce((sum, { nats }) => sum + nats, candidate.plan.prior) };
}
