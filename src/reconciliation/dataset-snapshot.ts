import type { Dataset, MatchTuning } from '../entities/dataset.js';
import type { CandidateIndex } from '../search/candidate-index.js';
import type { PrefixIndex } from '../search/prefix-index.js';
import type { DatasetStatistics } from './dataset-statistics.js';
import type { PropertyValueIndex } from './property-value-index.js';
import type { ScoringModel } from './scoring/model/scoring-model.js';

/** One loaded state of the dataset with all that is computed from it. Immutable; a reload makes a new one. */
export interface DatasetSnapshot {
  /** Names this content: part of cache keys and of `serviceVersion`. */
  readonly id: string;
  readonly dataset: Dataset;
  readonly candidateIndex: CandidateIndex;
  readonly prefixIndex: PrefixIndex;
  readonly propertyValues: PropertyValueIndex;
  readonly scoring: ScoringModel;
  /** What scoring knows of the dataset beyond the candidates. */
  readonly statistics: DatasetStatistics;
  /** What the manifest says in place of general values. */
  readonly tuning?: MatchTuning;
}
