import type { AnalysedLabel } from '../../../text/analysed-label.js';
import type { WordRelationKind } from '../../../text/similarity/word-similarity.js';
import type { ValueBeside } from './values-beside.js';
import type { UsualWords } from './word-costs.js';

/** Compares one query label with many rows of a label table (name-comparer.ts). */
export interface NameComparer {
  /** Sets the query, what the usual words of its type weigh, and what is asked for beside the name; everything after is compared with it. The same objects again cost nothing. */
  readonly begin: (label: AnalysedLabel, usual?: UsualWords, beside?: readonly ValueBeside[]) => void;
  /** Similarity of one row, 0–1, 1 only for equal folded forms. */
  readonly compare: (row: number) => number;
  /**
   * Weight in common, if all words of the label compared last stand in the query, next to each other and in order, and none of them as
   * an initial alone; else 0.
   */
  readonly containedWeight: () => number;
  /** Words of the query that the label compared last explains, one bit each for the first 32. */
  readonly explained: () => number;
  /**
   * Similarity of the row compared last, 0–1, were these words of the query (one bit each) not asked of its label, because
   * something else is known to say them, and both were known to have this code in common. What the last comparison found changes with it.
   */
  readonly without: (words: number, code?: string) => number;
  /**
   * Factor about 1 by which candidates are put in order: the last similarity, that of `compare` or of `without`, is multiplied with it.
   * Above 1 when the label has the rarest words of the query, below 1 when it lacks them.
   */
  readonly foremost: () => number;
  /** Whether a row has the folded form of the query. */
  readonly equals: (row: number) => boolean;
  /** What the last comparison found. */
  readonly evidence: () => NameEvidence;
  /** How the words met in the last comparison. */
  readonly alignment: () => WordAlignment;
}

/** How a word of the label was found in the query. */
export type WordMatchKind = WordRelationKind | 'joined' | 'acronym' | 'exchanged' | 'resemblance' | 'beside';

/** What the comparison of one row found; all sums are of word weights. */
export interface NameEvidence {
  /** 0–1; 1 only for equal folded forms. */
  readonly similarity: number;
  /** Weight that both have in common. */
  readonly matched: number;
  /**
   * Of the words that were taken for one another, how much the least alike two differ, 0–1; 0 when all are equal. One slip in a word that the
   * dataset does not know does not count.
   */
  readonly unlike: number;
  /** Words of the query that no name of the dataset has and that are one slip away from the word they met, one bit each for the first 32. */
  readonly slipped: number;
  /** Weight of words (or parts of words) that only the query has. */
  readonly onlyQuery: number;
  /** Weight of words (or parts of words) that only the label has. */
  readonly onlyLabel: number;
  /** Weight of words of the label that the query has as the value of a property. */
  readonly asked: number;
  /** How surely the words that only the query has show that another entity is meant, 0–1: that of the surest of them; 0 without such a word. */
  readonly apartQuery: number;
  /** The same of the words that only the label has. */
  readonly apartLabel: number;
  /** Whether both have numbers, codes or ordinals that the other lacks. */
  readonly numbersDiffer: boolean;
  /** Whether all words of the label stand in the query, next to each other and in order. */
  readonly contained: boolean;
  /** Words of the query that the label has written together or apart, one bit each for the first 32. */
  readonly joined: number;
  /** Whether both have the same words but for spaces ("Git Hub", "GitHub"). */
  readonly sameButSpaces: boolean;
  /** A code that both have and few entities else ("kxts108w"), in one piece; empty for none. */
  readonly code: string;
  /** Dice coefficient of letter pairs, 0–1. */
  readonly letters: number;
  /** Whether the query has several parts, parted by commas, brackets and the like, and the label says one of them as a whole. */
  readonly wholePart: boolean;
}

/** Of `apartQuery` and `apartLabel`: from here on, such a word rather tells entities of the list apart than not. */
export const TELLS_APART = 0.5;

/** One word of the label and what it met, for reasons. */
export interface WordMatch {
  readonly kind: WordMatchKind;
  readonly label: string;
  /** `undefined` when the query has no such word, be it that it is asked for beside the name. */
  readonly query: string | undefined;
}

/** The words of a label in order, then the words that only the query has. */
export interface WordAlignment {
  readonly label: readonly WordMatch[];
  readonly queryOnly: readonly string[];
  readonly sameOrder: boolean;
}
