import type { Dataset, MatchTuning } from '../entities/dataset.js';
import type { CandidateIndex } from '../search/candidate-index.js';
import type { PrefixIndex } from '../search/prefix-index.js';
import type { DatasetStatistics } from './statistics.js';
import type { PropertyValueIndex } from './property-values.js';
import type { ScoringModel } from './scoring-model.js';

/** One loaded state of the dataset with all that is computed from it. Immutable; a reload makes a new one. */
export interface DatasetSnapshot {
  /** Names this content: part of cache keys and of `serviceVersion`. */
  readonly id: string;
  readonly dataset: Dataset;
  readonly candidateIndex: CandidateIndex;
  readonly prefixIndex: PrefixIndex;
  readonly propertyValues: PropertyValueIndex;
  readonly scoring: ScoringModel;
  /** Statistics of the dataset beyond the candidates. */
  readonly statistics: DatasetStatistics;
  /** Throws where contents that were read so far have still to be fetched: a result made without them counts for nothing. Absent in memory. */
  readonly requireContents?: () => void;
  /** Values of the manifest that replace general ones. */
  readonly tuning?: MatchTuning;
}

/**
 * Reads what a dataset contains, wherever it lies. What a snapshot says of its dataset as a whole – metadata, types, properties, counts, the scoring model – is at hand at any time;
 * entities, names and values are read in `read` alone.
 */
export interface DatasetAccess {
  /**
   * The result of `compute` over a snapshot with all the contents that it asks for. It may be computed several times, each with more of what it asked for before, and only the last result
   * counts: it must change nothing, and depend on the snapshot alone. Rejects with what it throws, and with what keeps the contents from being read.
   */
  readonly read: <Result>(compute: (snapshot: DatasetSnapshot) => Result) => Promise<Result>;
}

/** A snapshot together with what reads its contents. */
export interface ReadSnapshot extends DatasetAccess {
  readonly snapshot: DatasetSnapshot;
}

/** Over a snapshot in memory: computed once, before the promise is given. */
export function readInMemory(snapshot: DatasetSnapshot): DatasetAccess['read'] {
  return (compute) =>
    new Promise((resolve) => {
      resolve(compute(snapshot));
    });
}
