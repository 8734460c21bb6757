/*
 * Reconciliation data of a cell: the answer of a service and the decision of the person. Member names are those of the
 * command interface's JSON, because they are sent to clients and written to files unchanged.
 */

export type Judgment = 'none' | 'matched' | 'new';

export interface ReconCandidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly score: number;
}

/** Similarity of the cell's text and its best candidate; null where it was not computed. */
export interface ReconFeatures {
  readonly typeMatch: boolean | null;
  readonly nameMatch: boolean | null;
  readonly nameLevenshtein: number | null;
  readonly nameWordDistance: number | null;
}

export interface Recon {
  /** Whole, unique in the project. Cells that were judged together share one. */
  readonly id: number;
  readonly service: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
  readonly judgment: Judgment;
  /** Origin of the judgment: `unknown`, `auto`, `single`, `similar`, `mass` … */
  readonly judgmentAction: string;
  readonly judgmentHistoryEntry: number;
  readonly judgmentBatchSize: number;
  readonly match: ReconCandidate | null;
  /** Position of the match among the candidates, from 0; -1 for none of them. */
  readonly matchRank: number;
  /** Best first. */
  readonly candidates: readonly ReconCandidate[];
  readonly features: ReconFeatures;
  readonly error: string | null;
}

/** Reconciliation settings of a column; kept as the operation has them, for clients read members of their own. */
export interface ReconConfig {
  readonly mode: string;
  readonly service: string;
  readonly identifierSpace: string;
  readonly schemaSpace: string;
  readonly [member: string]: unknown;
}

export interface ReconStats {
  readonly nonBlanks: number;
  readonly newTopics: number;
  readonly matchedTopics: number;
}
