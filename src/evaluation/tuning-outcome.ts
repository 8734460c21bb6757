import type { MatchTuning } from '../entities/dataset.js';
import type { QualityCounts, QualityFigures } from './quality-counts.js';
import type { PropertyWeights } from './tuning-answers.js';

export interface TuningFigures {
  readonly counts: Readonly<QualityCounts>;
  readonly figures: QualityFigures;
}

/** Fitted values, and whether they are worth keeping. */
export interface TuningOutcome {
  readonly queries: number;
  readonly wantedPrecision: number;
  /** At present. */
  readonly before: TuningFigures;
  /** With the fit, out of fold: its expected results; equal to `before` when nothing is kept. */
  readonly after: TuningFigures;
  /** The complete tuning for the manifest, or `undefined` without improvement. */
  readonly tuning: MatchTuning | undefined;
  readonly threshold: {
    readonly present: number;
    /** Fitted to all queries; `undefined` when no threshold reaches the precision. */
    readonly fitted: number | undefined;
    /** Thresholds of the folds, ascending: their random variation. */
    readonly inFolds: readonly number[];
    readonly accepted: boolean;
  };
  /** Only when queries have properties. */
  readonly propertyWeights:
    | {
        readonly fitted: PropertyWeights;
        /** Queries whose right answer is first only with, and only without them, out of fold. */
        readonly gained: number;
        readonly lost: number;
        readonly accepted: boolean;
      }
    | undefined;
  /** Sentences for the reader. */
  readonly notes: readonly string[];
}
