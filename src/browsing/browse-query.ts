import type { DatasetSnapshot } from '../scoring/snapshot.js';

/** Which entities are wanted, in which order, and which part of them. */
export interface BrowseQuery {
  /** Words to look for in names and records; empty: all entities. */
  readonly text: string;
  /** Id of a type whose entities, and those of types below it, are wanted; empty: any. */
  readonly type: string;
  /** Values that the entities must have, all of them. */
  readonly values: readonly BrowseValue[];
  /** `best`: the best match first, without text the best known · `name` · else the id of a property. */
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

/** The part of the entities that was asked for. */
export interface BrowseAnswer {
  /** Identifiers, in the order asked for. */
  readonly entities: readonly string[];
  /** Entities of all parts together. */
  readonly total: number;
  /** Entities of the dataset among which was looked: all, unless it has more than are searched. */
  readonly lookedAt: number;
  readonly types: readonly { readonly id: string; readonly count: number }[];
  readonly facets: readonly BrowseFacet[];
  /** Other words to search for, where these find little. */
  readonly suggestions: readonly string[];
}

/** A property with few values, and how many of the found entities have each. */
export interface BrowseFacet {
  readonly property: string;
  /** The most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

/** As what a result is saved. */
export type BrowseForm = 'json' | 'csv';

/** Looks through the entities of a snapshot, on a thread where no client has to wait for it. */
export interface Browsing {
  /** Rejects with `browsing-failed` for what takes too much time or memory. */
  readonly browse: (snapshot: DatasetSnapshot, query: BrowseQuery) => Promise<BrowseAnswer>;
  /** The same as a file. */
  readonly save: (snapshot: DatasetSnapshot, query: BrowseQuery, form: BrowseForm) => Promise<string>;
  /** Share of the searched entities that are indexed so far, 0–1. */
  readonly progress: (snapshot: DatasetSnapshot) => number;
}
