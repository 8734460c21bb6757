import type { Dataset } from '../entities/dataset.js';
import type { FetchEntities } from '../learning/learn-file.js';

/** A dataset as tables are matched with it. */
export interface TableDataset {
  /** Entities that lie elsewhere are read of it when they were fetched: candidates are with the answers that name them. */
  readonly dataset: Dataset;
  /** Where its entities do not lie in memory. */
  readonly elsewhere?: EntitiesElsewhere;
}

/** Entities that have to be asked for. */
export interface EntitiesElsewhere {
  readonly fetch: FetchEntities;
  /** The dataset with those of its entities alone whose names are like these texts, a few for each. */
  readonly namedLike: (texts: readonly string[]) => Promise<Dataset>;
  /** The dataset with about so many of its entities alone, from everywhere in it. */
  readonly sample: (most: number) => Promise<Dataset>;
}
