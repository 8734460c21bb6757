import { discriminativeTokens } from './inner-tokens.js';
import { hasWholePart, informativeShare } from './informative-tokens.js';
import { AlignmentSums } from './alignment-sums.js';
import type { TokenPairs } from './token-pairs.js';
import type { WordShape } from '../../text/similarity/word-shape.js';
import { wordRelation } from '../../text/similarity/word-similarity.js';
import { bitOfWord } from './word-bits.js';
import type { QueryToken } from './token-similarity.js';

/** What the alignment of a query and a label says; all sums are of token weights. */
export interface NameEvidence {
  /** 0–1; 1 only for equal folded forms. */
  readonly similarity: number;
  /** Weight that both have in common. */
  readonly matched: number;
  /**
   * Of the tokens that were taken for one another, how much the least similar two differ, 0–1; 0 when all are equal. One typo in a word that the
   * dataset does not know does not count.
   */
  readonly unlike: number;
  /** Tokens of the query that no name of the dataset has and that are one typo away from the token they matched, one bit each for the first 32. */
  readonly slipped: number;
  /** Weight of tokens (or parts of tokens) that only the query has. */
  readonly onlyQuery: number;
  /** Weight of tokens (or parts of tokens) that only the label has. */
  readonly onlyLabel: number;
  /** Weight of tokens of the label that the query has as the value of a property. */
  readonly asked: number;
  /** How surely the tokens that only the query has show that another entity is meant, 0–1: that of the surest of them; 0 without such a token. */
  readonly apartQuery: number;
  /** The same of the tokens that only the label has. */
  readonly apartLabel: number;
  /** Whether both have numbers, codes or ordinals that the other lacks. */
  readonly numbersDiffer: boolean;
  /** Whether all tokens of the label stand in the query, next to each other and in order. */
  readonly contained: boolean;
  /** Tokens of the query that the label has written together or apart, one bit each for the first 32. */
  readonly joined: number;
  /** A code that both have and few entities else ("kxts108w"), in one piece; empty for none. */
  readonly code: string;
  /** Dice coefficient of letter pairs, 0–1. */
  readonly letters: number;
  /** Whether the query has several parts, parted by commas, brackets and the like, and the label says one of them as a whole. */
  readonly wholePart: boolean;
}

/** Of `apartQuery` and `apartLabel`: from here on, such a token rather separates entities of the dataset than not. */
export const TELLS_APART = 0.5;

/** A label is contained as a whole when typos and the like take no larger share of it. */
const MOST_LOST = 0.25;

/** Letters in common without what else is known to say: they cannot be told apart by word, so what differs in them shrinks with what differs in the words. */
export function lettersBeside(letters: number, left: number, said: number): number {
  return 1 - ((1 - letters) * left) / (left + said);
}

/** How a label meets a query. Immutable; everything that is said of the comparison is made from it. */
export class Alignment {
  readonly pairs: TokenPairs;
  readonly sums: AlignmentSums;
  /** Tokens of the query that need not be in the label, because the record has them; one bit each. */
  readonly matchedElsewhere: number;
  /** Whether the folded forms are equal. */
  readonly equal: boolean;
  readonly letters: number;
  /** 0–1, 1 only for equal folded forms. */
  readonly similarity: number;
  #evidence: NameEvidence | undefined; // until somebody asks

  constructor(pairs: TokenPairs, sums: AlignmentSums, matchedElsewhere: number, equal: boolean, letters: number) {
    this.pairs = pairs;
    this.sums = sums;
    this.matchedElsewhere = matchedElsewhere;
    this.equal = equal;
    this.letters = letters;
    this.similarity = equal ? 1 : sums.similarity(pairs.label.count, letters);
  }

  /** The same without these tokens of the query being asked of the label, because something else is known to say them, and with a code that both are known to have in common. */
  without(matchedElsewhere: number, code = ''): Alignment {
    if (this.equal || (matchedElsewhere === this.matchedElsewhere && (code === '' || code === this.sums.code))) return this;
    const sums = new AlignmentSums(this.pairs, matchedElsewhere, code === '' ? this.sums.code : code);
    const before = this.sums.onlyQuery + this.sums.onlyLabel;
    const left = sums.onlyQuery + sums.onlyLabel;
    return new Alignment(this.pairs, sums, matchedElsewhere, false, before === 0 ? 1 : lettersBeside(this.letters, left, before - left));
  }

  /** Tokens of the query that the label has, one bit each for the first 32. */
  matched(): number {
    return this.pairs.matched();
  }

  /** Whether a token of the query is missing from the label, and nothing else says it. */
  isOpen(i: number): boolean {
    return this.pairs.isOpen(i, this.matchedElsewhere);
  }

  /**
   * Weight in common, if all tokens of the label stand in the query, next to each other and in order, and none of them as
   * an initial alone; else 0.
   */
  containedWeight(): number {
    const { isContained, onlyLabel, matched } = this.sums;
    return isContained && onlyLabel <= MOST_LOST * matched && !this.pairs.meetsInitial() ? matched : 0;
  }

  /**
   * Factor about 1 by which candidates are put in order: the similarity is multiplied with it.
   * Above 1 when the label has the most informative tokens of the query, below 1 when it lacks them.
   */
  informative(): number {
    return this.equal ? 1 : informativeShare(this.pairs, this.matchedElsewhere, this.similarity);
  }

  /** What it says for and against the label. Cost: worked out once, a look at the tokens. */
  evidence(): NameEvidence {
    return (this.#evidence ??= evidenceOf(this));
  }
}

function evidenceOf(alignment: Alignment): NameEvidence {
  const { pairs, sums, similarity, letters, matchedElsewhere } = alignment;
  const { matched, onlyQuery, onlyLabel, asked, apartQuery, apartLabel } = sums;
  const joined = pairs.joinedWords();
  const sameButSpaces = joined !== 0 && onlyQuery + onlyLabel + pairs.unlike === 0 && !pairs.metAs.includes('acronym');
  // Beside tokens that only one side has, a typo may be what separates two things.
  const others = pairs.unlike === 0 || apartQuery + apartLabel > 0 ? { slipped: 0, unlike: pairs.unlike } : singleTypos(pairs);
  const apart = discriminativeTokens(pairs, sums, matchedElsewhere);
  // Every name by itself: spreading objects costs more than all the rest of this.
  return {
    similarity,
    matched,
    unlike: others.unlike,
    slipped: others.slipped,
    onlyQuery,
    onlyLabel,
    asked,
    apartQuery: apart.apartQuery,
    apartLabel: apart.apartLabel,
    numbersDiffer: sums.numbersDiffer(),
    contained: sums.isContained && !sameButSpaces,
    joined,
    code: sums.code,
    letters,
    wholePart: hasWholePart(pairs, matchedElsewhere),
  };
}

/*
 * "Anderson" for "Andersen" may be another name; "Kensignton" is none. A word of some length that no name of the list has, one
 * typo inside away from a word that they do have, is that word as surely as if it were written right.
 */

/** In a shorter word, one other letter makes another name too often. */
const LEAST_LETTERS = 6;
/** What one typo behind the first letter takes off the likeness of two words, times the letters of the longer one, and a little more. */
const ONE_TYPO = 1.15;

/** The words that were taken for one another although they are unlike. */
interface UnlikeWords {
  /** Words of the query, one bit each for the first 32, that are one typo away from the word they met. */
  readonly slipped: number;
  /** How unlike the most unlike of the others are, 0–1. */
  readonly unlike: number;
}

/** Parts them. Cost: for each pair of unlike words, comparing them once more. */
function singleTypos({ query, label, metBy, metAs, alikeness }: TokenPairs): UnlikeWords {
  let [slipped, unlike] = [0, 0];
  for (let j = 0; j < label.count; j++) {
    const by = metBy[j] ?? -1;
    const word = query.tokens[by];
    const shape = label.tokens[j]?.shape;
    if (word === undefined || shape === undefined || metAs[j] !== undefined) continue;
    const alike = alikeness[j] ?? 1;
    if (isSingleTypo(word, shape, alike)) slipped |= bitOfWord(by);
    else unlike = Math.max(unlike, 1 - alike);
  }
  return { slipped, unlike };
}

function isSingleTypo(word: QueryToken, shape: WordShape, alike: number): boolean {
  const [a, b] = [word.shape.text.length, shape.text.length];
  return !word.known && alike < 1 && Math.min(a, b) >= LEAST_LETTERS && (1 - alike) * Math.max(a, b) <= ONE_TYPO && wordRelation(word.shape, shape) === 'typo';
}
