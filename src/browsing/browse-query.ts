import type { DatasetSnapshot } from '../scoring/snapshot.js';

/** Filter, order and page of entities. */
export interface BrowseQuery {
  /** Words searched in names and records; empty: all entities. */
  readonly text: string;
  /** Id of a type, including narrower types; empty: any. */
  readonly type: string;
  /** Required values, all of them. */
  readonly values: readonly BrowseValue[];
  /** `best`: the best match first, without text the most prominent · `name` · else the id of a property. */
  readonly sort: string;
  readonly isDescending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** A value by its key: the id of a referenced entity, else the value as text. */
export interface BrowseValue {
  readonly property: string;
  readonly value: string;
}

export interface BrowseAnswer {
  /** Identifiers, in the requested order. */
  readonly entities: readonly string[];
  readonly total: number;
  /** Searched entities of the dataset: all, unless it has more than are searched. */
  readonly lookedAt: number;
  readonly types: readonly { readonly id: string; readonly count: number }[];
  readonly facets: readonly BrowseFacet[];
  /** Alternative words for few results. */
  readonly suggestions: readonly string[];
}

/** A property with few values, and the number of found entities with each. */
export interface BrowseFacet {
  readonly property: string;
  /** The most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** File formats of results. */
export type BrowseForm = 'json' | 'csv';

/** Browses the entities of a snapshot, on a thread of its own. */
export interface Browsing {
  /** Rejects with `browsing-failed` for too much time or memory. */
  readonly browse: (snapshot: DatasetSnapshot, query: BrowseQuery) => Promise<BrowseAnswer>;
  /** The same as a file. */
  readonly save: (snapshot: DatasetSnapshot, query: BrowseQuery, form: BrowseForm) => Promise<string>;
  /** Indexed share of the searched entities, 0–1. */
  readonly progress: (snapshot: DatasetSnapshot) => number;
}
