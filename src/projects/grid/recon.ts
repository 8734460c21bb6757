/*
 * The reconciliation data of a cell: what a service answered for it and what the person decided. Member names are those of the
 * command interface's JSON, because they travel to clients and into files unchanged.
 */

export type Judgment = 'none' | 'matched' | 'new';

export interface ReconCandidate {
  readonly id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly score: number;
}

/** How the cell's text and its best candidate compare; null where it was not computed. */
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
  /** `unknown`, `auto`, `single`, `similar`, `mass` …: how the judgment came about. */
  readonly judgmentAction: string;
  readonly judgmentHistoryEntry: number;
  readonly judgmentBatchSize: number;
  readonly match: ReconCandidate | null;
  /** Position of the match among the candidates, from 0; -1 when it is none of them. */
  readonly matchRank: number;
  /** Best first. */
  readonly candidates: readonly ReconCandidate[];
  readonly features: ReconFeatures;
  readonly error: string | null;
}
