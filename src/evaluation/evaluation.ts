import type { CalibrationBin, QualityCounts, QualityFigures, ThresholdFinding } from './quality-counts.js';

export interface ConfusedEntity {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly probability: number;
  readonly why: string;
}

export interface Confusion {
  readonly line: number;
  readonly query: string;
  readonly types: readonly string[];
  readonly matched: boolean;
  readonly got: ConfusedEntity;
  /** The right answer and its rank from 1; `undefined` when it is not in the dataset. */
  readonly right: (ConfusedEntity & { readonly place: number; readonly inAnswer: boolean }) | undefined;
  readonly expectedIds: readonly string[];
}

/** A query whose right answer is in the dataset and was not retrieved. */
export interface MissedQuery {
  readonly line: number;
  readonly query: string;
  /** The right entities in the dataset. */
  readonly right: readonly { readonly id: string; readonly name: string }[];
}

export interface Evaluation {
  readonly withProperties: boolean;
  /** Whether the queries were answered as rows of one file, with learned evidence. */
  readonly wholeFile: boolean;
  readonly counts: Readonly<QualityCounts>;
  readonly figures: QualityFigures;
  readonly withoutCandidates: number;
  /**
   * Number of queries whose right answer in the dataset was not retrieved, the first of them, up to the maximum of
   * confusions, and the mean of compared entities; `undefined` for rows of a file.
   */
  readonly retrieval:
    | { readonly missedRight: number; readonly missed: readonly MissedQuery[]; readonly comparedPerQuery: number }
    | undefined;
  /** First candidates that are right and not matched. */
  readonly rightNotMatched: number;
  readonly calibration: readonly CalibrationBin[];
  /** The match threshold of this dataset, 0–1. */
  readonly matchThreshold: number;
  readonly wantedPrecision: number;
  /** Thresholds for the wanted precision: probability 0–1, and score alone 0–100. */
  readonly thresholds: {
    readonly probability: ThresholdFinding | undefined;
    readonly score: ThresholdFinding | undefined;
  };
  /**
   * Wrong matches, the most probable first, then wrong first candidates, the highest score first; up to the maximum of
   * each.
   */
  readonly wrongMatches: readonly Confusion[];
  readonly wrongFirst: readonly Confusion[];
  readonly wrongFirstCount: number;
  readonly slowest: readonly { readonly line: number; readonly query: string; readonly elapsedMs: number }[];
  readonly elapsedMs: number;
}
