import type { Dataset } from '../entities/dataset.js';

/** A dataset as tables are matched with it. */
export interface TableDataset {
  /** Of one in a search cluster, only entities that were fetched can be read. */
  readonly dataset: Dataset;
  /** Where its entities lie in a search cluster. */
  readonly cluster?: ClusterEntities;
}

/** Entities that have to be asked for. All reject with `search-cluster-unavailable`. */
export interface ClusterEntities {
  /** The dataset with those of its entities alone whose names are like these texts, a few for each, and with those of these ids. */
  readonly namedLike: (texts: readonly string[], ids?: readonly string[]) => Promise<Dataset>;
  /** The dataset with about so many of its entities alone, from everywhere in it. */
  readonly sample: (most: number) => Promise<Dataset>;
  /** From then on `dataset` has the entities with these ids, as far as there are any, until some hundred thousand others were fetched; an id that it lacks has the ordinal -1. */
  readonly fetchIds: (ids: Iterable<string>) => Promise<void>;
  /** The same by ordinals in the whole dataset; gives those that there are. */
  readonly fetchOrdinals: (ordinals: Iterable<number>) => Promise<readonly number[]>;
}
