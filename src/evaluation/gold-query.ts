import type { Question } from '../input/read-input-row.js';

/** A question with its known answer. */
export interface GoldQuery extends Question {
  /** Ids of the right entities, any of which is right; empty: not in the dataset. */
  readonly right: readonly string[];
  /** 1-based line of the file, or number of the operation in a history. */
  readonly line: number;
}

/** A problem at one place of a gold file. */
export interface GoldProblem {
  /**
   * unusable: no usable content, or unreadable · unknown-id: an id that the dataset lacks; the query is still run ·
   * unjudged: the right answer is unknown.
   */
  readonly kind: 'unusable' | 'unknown-id' | 'unjudged';
  readonly line: number;
  readonly message: string;
}

export interface GoldSource {
  readonly file: string;
  /** `line`, or `operation` for a history. */
  readonly lineWord: string;
  /** Sentences on how it was read. */
  readonly notes: readonly string[];
  /** Ids of the properties of its queries. */
  readonly propertyIds: readonly string[];
  /** All queries in file order; may be called repeatedly. Memory: one query. */
  readonly read: (visit: (query: GoldQuery) => void, report: (problem: GoldProblem) => void) => void;
}
