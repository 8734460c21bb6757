import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import type { ScoredEntity } from './scored-entity.js';

/** The candidates of one query in their order, with what they were found and compared by. */
export interface RankedCandidates {
  readonly snapshot: DatasetSnapshot;
  /** That of the first candidate; each has that of its own interpretation. */
  readonly plan: RetrievalPlan;
  /** Best first. */
  readonly scored: readonly ScoredEntity[];
}
