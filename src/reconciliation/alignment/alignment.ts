import type { AnalysedLabel } from '../../text/analysed-label.js';
import { isLittleWord, mayBeLeftOut } from '../../text/similarity/common-words.js';
import type { WordShape } from '../../text/similarity/word-shape.js';
import { wordRelation } from '../../text/similarity/word-similarity.js';
import { isUnspaced } from '../../text/unspaced-scripts.js';
import { similarityWeights } from '../evidence/weights.js';
import { AlignmentSums } from './alignment-sums.js';
import { discriminativeTokens } from './inner-tokens.js';
import { PARTED } from './name-query.js';
import type { TokenPairs } from './token-pairs.js';
import type { QueryToken } from './token-similarity.js';
import { bitOfWord, hasWord, WORDS_WITH_BITS } from './word-bits.js';

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
    if (this.equal || (matchedElsewhere === this.matchedElsewhere && (code === '' || code === this.sums.code)))
      return this;
    const sums = new AlignmentSums(this.pairs, matchedElsewhere, code === '' ? this.sums.code : code);
    const before = this.sums.onlyQuery + this.sums.onlyLabel;
    const left = sums.onlyQuery + sums.onlyLabel;
    return new Alignment(
      this.pairs,
      sums,
      matchedElsewhere,
      false,
      before === 0 ? 1 : lettersBeside(this.letters, left, before - left),
    );
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
  const others =
    pairs.unlike === 0 || apartQuery + apartLabel > 0 ? { slipped: 0, unlike: pairs.unlike } : singleTypos(pairs);
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
  return (
    !word.known &&
    alike < 1 &&
    Math.min(a, b) >= LEAST_LETTERS &&
    (1 - alike) * Math.max(a, b) <= ONE_TYPO &&
    wordRelation(word.shape, shape) === 'typo'
  );
}

/*
 * Of two names that have as much in common with the query, the one that has its most informative token is rather meant: "Hollins
 * Charity Cup" is "Hollins Stakes" rather than "Charity Shield". Sums of weights do not say that, since many frequent tokens weigh as
 * much as a rare one. So the most informative tokens count by themselves for the order of candidates. How sure a match is does not depend on them.
 */

/** By what the similarity of two unequal names is multiplied for the order among candidates: about 1. It moves the odds of the similarity, so that this stays between 0 and 1. */
function informativeShare(pairs: TokenPairs, matchedElsewhere: number, similarity: number): number {
  const { query } = pairs;
  const { greatest } = query.by.weights;
  const { openToken, openTokenOfParts, half, equalToken, wholePart, reversed, surnameAlone } = similarityWeights();
  const ofOpen = (query.parts.several ? openTokenOfParts : openToken) + (isHalf(pairs) ? half : 0);
  const ofPersons = (isReversed(pairs) ? reversed : 0) + (isSurnameAlone(pairs) ? surnameAlone : 0);
  const odds = Math.exp(
    (equalToken * heaviestEqual(pairs) - ofOpen * heaviestOpen(pairs, matchedElsewhere)) / greatest +
      (hasWholePart(pairs, matchedElsewhere) ? wholePart : 0) -
      ofPersons,
  );
  return odds / (1 - similarity + similarity * odds);
}

/** Whether the query has several parts, and the label has one of them as a whole. */
function hasWholePart(pairs: TokenPairs, matchedElsewhere: number): boolean {
  const { parts, by } = pairs.query;
  return (
    parts.several &&
    parts.hasWhole((i) => pairs.isOpen(i, matchedElsewhere), similarityWeights().leastOfPart * by.weights.greatest)
  );
}

/** Whether the query has two tokens, both known to the dataset, and the label is one of them: of "Cyclorana platycephala", half. */
function isHalf({ query, label, metBy, metAs }: TokenPairs): boolean {
  return (
    query.tokens.length === 2 &&
    label.count === 1 &&
    metAs[0] === 'equal' &&
    query.tokens[1 - (metBy[0] ?? 0)]?.known !== false
  );
}

/** Whether the query is a surname with initials, and the label is its surname, or one like it, alone. */
function isSurnameAlone({ query, label, metBy }: TokenPairs): boolean {
  return query.initials > 0 && label.count === query.tokens.length - query.initials && metBy[0] === 0;
}

/**
 * Whether the query is a surname with initials behind it, and the label begins with that surname as if it were a given name ("Drew, S.", "Drew Sutton"). A label with a comma is in the order
 * of the query. Cost: of few labels, the text decoded.
 */
function isReversed({ query, label, metBy, metAs }: TokenPairs): boolean {
  if (query.initials === 0 || metBy[0] !== 0 || metAs[0] === 'acronym') return false;
  const surname = query.tokens.length - query.initials;
  let hasGiven = false;
  for (let j = 1; j < label.count; j++) {
    const word = label.tokens[j]?.shape.text ?? '';
    // Where its words are initials, too, the label is in the order of the query ("Drew S").
    if ((metBy[j] ?? -1) >= surname) hasGiven ||= word.length > 1 && !isLittleWord(word);
  }
  return hasGiven && !label.text().includes(',');
}

/** Weight of the heaviest token that only the query has. */
function heaviestOpen(pairs: TokenPairs, matchedElsewhere: number): number {
  const { weights } = pairs.query;
  let most = 0;
  for (let i = 0; i < weights.length; i++)
    if (pairs.isOpen(i, matchedElsewhere)) most = Math.max(most, weights[i] ?? 0);
  return most;
}

/** Weight of the heaviest token that both have letter by letter. */
function heaviestEqual({ label, metAs }: TokenPairs): number {
  let most = 0;
  for (let j = 0; j < label.count; j++) if (metAs[j] === 'equal') most = Math.max(most, label.weights[j] ?? 0);
  return most;
}

/*
 * "Old Tamil" is not Tamil, and a "forest worker" is no worker of any kind. A name with one word more, written in one piece with it, is
 * another name, and the surer so, the shorter the name is. What stands behind a comma or in brackets, or is joined by a
 * preposition ("Republic of Cuba"), rather says more about the same thing, as does a word that the names of this list do without.
 */

/** Of `apartQuery` and `apartLabel`: from here on, such a token rather separates entities of the dataset than not. */
export const TELLS_APART = 0.5;

/** The year of an edition or an event, which says which one is meant. */
const YEAR = /^(?:1[5-9]|20)\d\d$/u;

/**
 * How much the query is this name and one word more, 0–1: 1 for a name of one word, ½ for one of two and so on, little words not counted; 0 when the
 * query is not that. `explained`: words of the query that the name, or the record of its entity, explains, one bit each. Cost: a look at each word of the query.
 */
export function extraToken(query: AnalysedLabel, name: NameEvidence | undefined, explained: number): number {
  const { tokens } = query;
  if (name === undefined || !name.contained || name.apartQuery < TELLS_APART || tokens.length > WORDS_WITH_BITS)
    return 0;
  let open = '';
  let telling = 0;
  for (const [i, token] of tokens.entries()) {
    if (hasWord(explained, i)) telling += isLittleWord(token) ? 0 : 1;
    else if (open !== '') return 0;
    else open = token;
  }
  if (open === '' || mayBeLeftOut(open) || isUnspaced(open) || YEAR.test(open) || PARTED.test(query.original)) return 0;
  return 1 / Math.max(1, telling);
}
