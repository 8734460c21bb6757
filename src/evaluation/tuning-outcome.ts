import type { MatchTuning } from '../entities/dataset.js';
import type { QualityCounts, QualityFigures } from './quality-counts.js';
import type { PropertyWeights } from './tuning-answers.js';

/** Figures over queries none of which had a part in what was fitted for it. */
export interface TuningFigures {
  readonly counts: Readonly<QualityCounts>;
  readonly figures: QualityFigures;
}

/** What was fitted, and whether it is worth having. */
export interface TuningOutcome {
  readonly queries: number;
  readonly wantedPrecision: number;
  /** As the dataset is matched now. */
  readonly before: TuningFigures;
  /** With what was fitted, out of fold: what is to be expected of it; equal to `before` when nothing is worth having. */
  readonly after: TuningFigures;
  /** What belongs into the manifest, all of it, or `undefined` when nothing improves. */
  readonly tuning: MatchTuning | undefined;
  readonly threshold: {
    readonly present: number;
    /** Fitted to all queries; `undefined` when no threshold reaches the precision. */
    readonly fitted: number | undefined;
    /** Those fitted within the folds, ascending: how far chance moves it. */
    readonly inFolds: readonly number[];
    readonly accepted: boolean;
  };
  /** Only when queries carry properties. */
  readonly propertyWeights:
    | {
        readonly fitted: PropertyWeights;
        /** Queries whose right answer is first only with, and only without them, out of fold. */
        readonly gained: number;
        readonly lost: number;
        readonly accepted: boolean;
      }
    | undefined;
  /** What a reader should know, one sentence each. */
  readonly notes: readonly string[];
}
