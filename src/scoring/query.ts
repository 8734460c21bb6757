/** One question: which entities does this text (with these property values) mean? Plain data: it travels to worker threads. */
export interface ReconciliationQuery {
  /** The name as sent, untrimmed; blank when only properties are given. */
  readonly text: string;
  /** Type ids or names as sent; empty: any type. */
  readonly types: readonly string[];
  readonly typeMode: TypeMode;
  readonly properties: readonly PropertyCondition[];
  /** Candidates in full, 1–100; 0 with `weighed` alone. */
  readonly limit: number;
  /** Conditions on the names of an entity, in place of `text`; absent where one name is asked for and nothing more is said of it. */
  readonly names?: readonly NameCondition[];
  /** Conditions on the identifier of an entity; absent where there are none. */
  readonly identifiers?: readonly IdentifierCondition[];
  /** BCP 47 tags, the most wanted first: of candidates with the same score, those whose label is in one of these languages come first; absent: no such preference. */
  readonly languages?: readonly string[];
  /** For rows decided with their file: number of candidates with evidence, of which `limit` come in full; absent: `limit`. */
  readonly weighed?: number;
  /** Whether candidates come with those of their values that many entities have. */
  readonly common?: boolean;
}

/** Members of a condition since 1.0-draft; absent ones have the meaning of earlier versions. */
export interface ConditionMode {
  /** Whether an entity that does not meet the condition is no candidate at all; absent: it only moves the score. */
  readonly required?: boolean;
  /** Number of the values that must be met; absent: any. */
  readonly quantifier?: Quantifier;
  /** Whether only equal values meet it, not similar ones; absent: similar ones do. */
  readonly exact?: boolean;
}

/** any: at least one of the values · all: each of them · none: not one. */
export type Quantifier = 'any' | 'all' | 'none';

/** The names that an entity is to have (or not). */
export interface NameCondition extends ConditionMode {
  /** As sent, none blank. */
  readonly values: readonly string[];
}

/** The identifiers of which an entity is to have one (or none). */
export interface IdentifierCondition extends Omit<ConditionMode, 'exact'> {
  /** As sent, none blank. */
  readonly values: readonly string[];
}

/**
 * any: at least one of the types (or a narrower one) · all: each of them · should: no filter, but an entity outside the
 * types scores less and is never matched by itself.
 */
export type TypeMode = 'any' | 'all' | 'should';

export interface PropertyCondition extends ConditionMode {
  /** Property id or name as sent. */
  readonly property: string;
  /** Alternatives, unless the quantifier says otherwise: the best one counts. */
  readonly values: readonly QueryValue[];
}

/** `{id}` names an entity of this dataset, or of another one when a client passes on a foreign match. */
export type QueryValue = string | number | boolean | { readonly id: string; readonly name?: string };

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** Whether the query says more than a name and properties that need not be met. */
export function hasConditions({ names, identifiers, properties }: ReconciliationQuery): boolean {
  return (
    names !== undefined ||
    identifiers !== undefined ||
    properties.some(({ required, quantifier }) => required === true || quantifier === 'none')
  );
}

/** The conditions on names that say what an entity is to be called, not what it is not. */
export function wantedNames({ names = [] }: ReconciliationQuery): readonly NameCondition[] {
  return names.filter(({ quantifier, values }) => quantifier !== 'none' && values.length > 0);
}
