/** Entities that may be duplicates. */
export interface TypeScope {
  readonly anyType: boolean;
}

export interface ListedEntity {
  /** In dataset order, from 0. */
  readonly place: number;
  readonly id: string;
  readonly name: string;
}

/** Two entities that are probably duplicates. */
export interface Duplicate {
  /** The queried one, whose name comes first in `reasons`. */
  readonly first: ListedEntity;
  readonly second: ListedEntity;
  /** Whether both have exactly the same preferred name. */
  readonly sameName: boolean;
  /** 0–100, of the second for the first. */
  readonly score: number;
  /** 0–1: the lower probability of the queries. */
  readonly probability: number;
  /** In words, the name first, then the properties. */
  readonly reasons: readonly string[];
}

/** Probable duplicates of each other, with their pairs. */
export interface DuplicateGroup {
  /** In dataset order; two or more. */
  readonly entities: readonly ListedEntity[];
  /** The most probable first. */
  readonly duplicates: readonly Duplicate[];
}
