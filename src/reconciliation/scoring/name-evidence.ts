import type { WordRelationKind } from '../../text/similarity/word-similarity.js';

/** How a word of the label was found in the query. */
export type WordMatchKind = WordRelationKind | 'joined' | 'acronym' | 'exchanged';

/** What the comparison of one row found; all sums are of word weights. */
export interface NameEvidence {
  /** 0–1; 1 only for equal folded forms. */
  readonly similarity: number;
  /** Weight that both have in common. */
  readonly matched: number;
  /** Part of `matched` that was matched otherwise than by equal words. */
  readonly inexact: number;
  /** Weight of words (or parts of words) that only the query has. */
  readonly onlyQuery: number;
  /** Weight of words (or parts of words) that only the label has. */
  readonly onlyLabel: number;
  /** Whether both have numbers, codes or ordinals that the other lacks. */
  readonly numbersDiffer: boolean;
  /** Whether one has a number that the other lacks, and not the other way round. */
  readonly numberMissing: boolean;
  /** Whether all words of the label stand in the query, next to each other and in order. */
  readonly contained: boolean;
  /** Dice coefficient of letter pairs, 0–1. */
  readonly letters: number;
}

/** One word of the label and what it met, for reasons. */
export interface WordMatch {
  readonly kind: WordMatchKind;
  readonly label: string;
  /** `undefined` when the query has no such word. */
  readonly query: string | undefined;
}

/** The words of a label in order, then the words that only the query has. */
export interface WordAlignment {
  readonly label: readonly WordMatch[];
  readonly queryOnly: readonly string[];
  readonly sameOrder: boolean;
}
