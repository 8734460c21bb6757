/** Who may be a duplicate of whom. */
export interface TypeScope {
  /** Whether entities of different types may be one thing. */
  readonly anyType: boolean;
}

/** Two entities of a list that are probably one thing. */
export interface Duplicate {
  /** Ordinal of the one whose name was asked for; `reasons` speak of its name as the first. */
  readonly first: number;
  readonly second: number;
  /** Whether both have the very same preferred name, letter for letter. */
  readonly sameName: boolean;
  /** 0–100, of the second for the first. */
  readonly score: number;
  /** 0–1: how sure the scorer is of the less sure of the questions asked. */
  readonly probability: number;
  /** In words, the name first, then what the properties say. */
  readonly reasons: readonly string[];
}

/** Entities that are probably one thing, and the pairs that say so. */
export interface DuplicateGroup {
  /** Ordinals, ascending; two or more. */
  readonly entities: readonly number[];
  /** The surest first. */
  readonly duplicates: readonly Duplicate[];
}
