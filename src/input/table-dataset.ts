import type { Dataset } from '../entities/dataset.js';

/** A dataset as tables are matched with it. */
export interface TableDataset {
  /** Of one whose entities lie elsewhere, none can be read. */
  readonly dataset: Dataset;
  /** Where its entities do not lie in memory. */
  readonly elsewhere?: ClusterEntities;
}

/** Entities that have to be asked for. */
interface ClusterEntities {
  /** The dataset with those of its entities alone whose names are like these texts, a few for each. */
  readonly namedLike: (texts: readonly string[]) => Promise<Dataset>;
  /** The dataset with about so many of its entities alone, from everywhere in it. */
  readonly sample: (most: number) => Promise<Dataset>;
}
