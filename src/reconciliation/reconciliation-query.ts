/** One question: which entities does this text (with these property values) mean? Plain data: it travels to worker threads. */
export interface ReconciliationQuery {
  /** The name as sent, untrimmed; blank when only properties are given. */
  readonly text: string;
  /** Type ids or names as sent; empty: any type. */
  readonly types: readonly string[];
  readonly typeMode: TypeMode;
  readonly properties: readonly PropertyCondition[];
  /** 1–100. */
  readonly limit: number;
}

/**
 * any: at least one of the types (or a narrower one) · all: each of them · should: no filter, but an entity outside the
 * types scores less and is never matched by itself.
 */
export type TypeMode = 'any' | 'all' | 'should';

export interface PropertyCondition {
  /** Property id or name as sent. */
  readonly property: string;
  /** Alternatives: the best one counts. */
  readonly values: readonly QueryValue[];
}

/** `{id}` names an entity of this dataset, or of another one when a client passes on a foreign match. */
export type QueryValue = string | number | boolean | { readonly id: string; readonly name?: string };

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;
