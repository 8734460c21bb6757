import type { EvidenceKindId } from '../../entities/dataset.js';
import type { NameEvidence } from '../alignment/alignment.js';
import type { RankedCandidates, ScoredEntity } from '../scored-entity.js';

/** A candidate with one of its names, as it is weighed: its nearest name, or one that the query contains as a whole. */
export interface WeighedCandidate {
  readonly ranked: RankedCandidates;
  readonly candidate: ScoredEntity;
  /** Row of the name; -1 without a name. */
  readonly row: number;
  /** How the name compares; `undefined` without a name. */
  readonly name: NameEvidence | undefined;
  /** Words of the query that the name or the record explains, one bit each for the first 32. */
  readonly explained: number;
}

/** One number that a kind of evidence finds; it is multiplied with a fitted weight. */
export interface EvidenceTerm {
  readonly id: string;
  /** The sign that its weight may have: more of what supports must not lower a candidate. */
  readonly sign: -1 | 1;
  /** What it is, for docs/scoring.md. */
  readonly meaning: string;
}

/** A kind of evidence for or against a candidate: one row of the evidence table. */
export interface EvidenceKind {
  readonly id: EvidenceKindId;
  readonly name: string;
  /** One or two sentences for docs/scoring.md. */
  readonly description: string;
  readonly terms: readonly EvidenceTerm[];
  /** The values of its terms, in their order; 0 where it says nothing. */
  readonly values: (weighed: WeighedCandidate) => readonly number[];
}
