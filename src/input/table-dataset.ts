import type { Dataset } from '../entities/dataset.js';

export interface TableDataset {
  /** In a search cluster, only fetched entities can be read. */
  readonly dataset: Dataset;
  /** Its entities in a search cluster. */
  readonly cluster?: ClusterEntities;
}

/** Entities that must be fetched. All methods reject with `search-cluster-unavailable`. */
export interface ClusterEntities {
  /** The dataset restricted to entities with names similar to these texts, a few for each, and to these ids. */
  readonly namedLike: (texts: readonly string[], ids?: readonly string[]) => Promise<Dataset>;
  /** The dataset restricted to a sample of about this many entities. */
  readonly sample: (most: number) => Promise<Dataset>;
  /**
   * Adds the existing entities with these ids to `dataset`, until some hundred thousand others were fetched; a missing
   * id has the ordinal -1.
   */
  readonly fetchIds: (ids: Iterable<string>) => Promise<void>;
  /** The same by ordinals in the whole dataset; returns the existing ones. */
  readonly fetchOrdinals: (ordinals: Iterable<number>) => Promise<readonly number[]>;
}
