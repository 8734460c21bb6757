export interface ComparedEntity {
  readonly id: string;
  readonly name: string;
}

/** One changed part of an entity. */
export interface EntityChange {
  readonly what: 'aliases' | 'description' | 'types' | 'property';
  /** Name of the property, if it is one. */
  readonly property?: string;
  /** Values in the old dataset only. */
  readonly removed: readonly string[];
  /** Values in the new dataset only. */
  readonly added: readonly string[];
}

export interface ChangedEntity extends ComparedEntity {
  readonly changes: readonly EntityChange[];
}

/**
 * Probable succession of entities with ids in one dataset only: a new id, a merge, a split, or several into several. An
 * id may be on both sides: the entity that others were merged into or split off from.
 */
export interface Succession {
  readonly kind: 'renumbered' | 'merged' | 'split' | 'reorganised';
  readonly old: readonly ComparedEntity[];
  readonly new: readonly ComparedEntity[];
  readonly reasons: readonly string[];
}

export interface ComparedDataset {
  readonly name: string;
  readonly entities: number;
}

export interface Comparison {
  readonly old: ComparedDataset;
  readonly new: ComparedDataset;
  /** Names of properties in one dataset only; they are not compared. */
  readonly properties: { readonly removed: readonly string[]; readonly added: readonly string[] };
  readonly added: readonly ComparedEntity[];
  readonly removed: readonly ComparedEntity[];
  readonly renamed: readonly { readonly id: string; readonly from: string; readonly to: string }[];
  readonly changed: readonly ChangedEntity[];
  readonly successions: readonly Succession[];
}
