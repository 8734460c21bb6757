import type { CalibrationBin } from './calibration.js';
import type { QualityCounts, QualityFigures } from './quality-counts.js';
import type { ThresholdFinding } from './threshold-counts.js';

/** An entity in the report of a confusion. */
export interface ConfusedEntity {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly probability: number;
  /** The evidence in words, in one line. */
  readonly why: string;
}

/** A query whose first candidate is not the right one. */
export interface Confusion {
  readonly line: number;
  readonly query: string;
  readonly types: readonly string[];
  readonly matched: boolean;
  readonly got: ConfusedEntity;
  /** The right answer and its place from 1; `undefined` when the list has none, or only ids that it lacks. */
  readonly right: (ConfusedEntity & { readonly place: number; readonly inAnswer: boolean }) | undefined;
  readonly expectedIds: readonly string[];
}

/** A query whose right answer the dataset has and the search did not bring. */
export interface MissedQuery {
  readonly line: number;
  readonly query: string;
  /** The right entities that the dataset has. */
  readonly right: readonly { readonly id: string; readonly name: string }[];
}

/** All that was measured in one pass over the gold. */
export interface Evaluation {
  readonly withProperties: boolean;
  /** Whether the queries were answered as rows of one file, which taught its own weights. */
  readonly wholeFile: boolean;
  readonly counts: Readonly<QualityCounts>;
  readonly figures: QualityFigures;
  /** Queries that got no candidate at all. */
  readonly withoutCandidates: number;
  /**
   * How many queries have a right answer in the dataset that the search did not bring, the first of them, as many as confusions are asked for, and the mean of entities compared for a query;
   * `undefined` where queries were answered as rows of a file.
   */
  readonly retrieval:
    | { readonly missedRight: number; readonly missed: readonly MissedQuery[]; readonly comparedPerQuery: number }
    | undefined;
  /** First candidates that are right and not matched. */
  readonly rightNotMatched: number;
  readonly calibration: readonly CalibrationBin[];
  /** The least probability that is matched in this dataset, 0–1. */
  readonly matchThreshold: number;
  readonly wantedPrecision: number;
  /** Where the match flag would have to begin for the wanted precision: probability 0–1, and score 0–100 taken alone. */
  readonly thresholds: {
    readonly probability: ThresholdFinding | undefined;
    readonly score: ThresholdFinding | undefined;
  };
  /** Matches that are wrong, the surest first, then wrong first candidates, the highest score first; as many as were asked for of each. */
  readonly wrongMatches: readonly Confusion[];
  readonly wrongFirst: readonly Confusion[];
  readonly wrongFirstCount: number;
  readonly slowest: readonly { readonly line: number; readonly query: string; readonly elapsedMs: number }[];
  readonly elapsedMs: number;
}
