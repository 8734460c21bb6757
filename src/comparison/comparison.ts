/** An entity as a comparison names it. */
export interface ComparedEntity {
  readonly id: string;
  readonly name: string;
}

/** What has changed of one thing that a dataset says of an entity. */
export interface EntityChange {
  readonly what: 'aliases' | 'description' | 'types' | 'property';
  /** The name of the property, where it is one. */
  readonly property?: string;
  /** Values that only the old dataset has. */
  readonly removed: readonly string[];
  /** Values that only the new dataset has. */
  readonly added: readonly string[];
}

export interface ChangedEntity extends ComparedEntity {
  readonly changes: readonly EntityChange[];
}

/**
 * What probably has become of entities whose ids are only in one of the datasets: one entity under a new id, several made one, one made several, or several made several others.
 * An id may stand on both sides: the entity that others were merged into, or from which others were split off.
 */
export interface Succession {
  readonly kind: 'renumbered' | 'merged' | 'split' | 'reorganised';
  readonly old: readonly ComparedEntity[];
  readonly new: readonly ComparedEntity[];
  /** What speaks for it, in words. */
  readonly reasons: readonly string[];
}

/** One of the two datasets. */
export interface ComparedDataset {
  readonly name: string;
  readonly entities: number;
}

/** How two states of a dataset differ; entities in the order of the dataset in which they are. */
export interface Comparison {
  readonly old: ComparedDataset;
  readonly new: ComparedDataset;
  /** Names of properties that only one of the datasets has; they are not compared. */
  readonly properties: { readonly removed: readonly string[]; readonly added: readonly string[] };
  readonly added: readonly ComparedEntity[];
  readonly removed: readonly ComparedEntity[];
  readonly renamed: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  readonly changed: readonly ChangedEntity[];
  readonly successions: readonly Succession[];
}
