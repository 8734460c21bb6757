/** Who may be a duplicate of whom. */
export interface TypeScope {
  /** Whether entities of different types may be one thing. */
  readonly anyType: boolean;
}

/** An entity of a list. */
export interface ListedEntity {
  /** In the order of the list, from 0. */
  readonly place: number;
  readonly id: string;
  readonly name: string;
}

/** Two entities of a list that are probably one thing. */
export interface Duplicate {
  /** The one whose name was asked for; `reasons` speak of its name as the first. */
  readonly first: ListedEntity;
  readonly second: ListedEntity;
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
  /** In the order of the list; two or more. */
  readonly entities: readonly ListedEntity[];
  /** The surest first. */
  readonly duplicates: readonly Duplicate[];
}
