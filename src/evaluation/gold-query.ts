import type { Question } from '../input/read-input-row.js';

/** A question whose answer is known. */
export interface GoldQuery extends Question {
  /** Ids of the entities that are right, any of them; empty: the list does not have what is meant. */
  readonly right: readonly string[];
  /** Where it stands: 1-based line of the file, for an operation history the number of the operation. */
  readonly line: number;
}

/** What is wrong or left out at one place of a gold file. */
export interface GoldProblem {
  /**
   * unusable: the row says nothing that can be used, or cannot be read · unknown-id: an id that the dataset lacks; the
   * query is asked all the same · unjudged: what is right is not known.
   */
  readonly kind: 'unusable' | 'unknown-id' | 'unjudged';
  readonly line: number;
  readonly message: string;
}

/** A gold file, ready to be read. */
export interface GoldSource {
  readonly file: string;
  /** `line`, or `operation` for a history. */
  readonly lineWord: string;
  /** How it was understood, one sentence each. */
  readonly notes: readonly string[];
  /** Ids of the properties that its queries carry. */
  readonly propertyIds: readonly string[];
  /** All queries in the order of the file; may be called again. Memory: one query. */
  readonly read: (visit: (query: GoldQuery) => void, report: (problem: GoldProblem) => void) => void;
}
