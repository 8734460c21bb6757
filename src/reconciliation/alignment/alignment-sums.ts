import { isCodeInOnePiece } from '../../text/codes-in.js';
import type { WordShape } from '../../text/similarity/word-shape.js';
import { NO_WEIGHT, type AlignedLabel, type TokenPairs } from './token-pairs.js';
import { similarityWeights } from '../evidence/weights.js';
import { hasWord } from './word-bits.js';

/** Names that are not equal are not more similar than this. */
const MOST_UNEQUAL = 0.985;

/** What the tokens of a query and a label come to, those that matched and those that did not. All sums are of token weights. */
export class AlignmentSums {
  /** Weight that both have in common. */
  readonly matched: number;
  /** Weight of tokens, and of parts of tokens, that only one of the two has. */
  onlyQuery = NO_WEIGHT;
  onlyLabel = NO_WEIGHT;
  /** Of the label, what is asked for beside the name. */
  asked = NO_WEIGHT;
  /** How surely such tokens separate entities, 0–1: the surest of them. */
  apartQuery = NO_WEIGHT;
  apartLabel = NO_WEIGHT;
  /** How much they are numbers: the most of them. */
  numberInQuery = NO_WEIGHT;
  numberInLabel = NO_WEIGHT;
  /** Whether the query is the label but for its qualifier: whoever writes "Casablanca" or "Thomas Mann" leaves out "(1942)" and ", 1875-1955". */
  readonly isBareName: boolean;
  /** Whether all tokens of the label stand in the query, next to each other and in order, beside others. */
  readonly isContained: boolean;
  /** Whether both have a qualifier, and no token of either is in the other name. */
  readonly qualifiersDiffer: boolean;
  /** A code that both have, in one piece; empty for none. Then what else they say tells less, and other numbers nothing. */
  readonly code: string;

  /** `matchedElsewhere`: tokens of the query that something else says, one bit each; `code`: what both are known to have in common. Cost: a look at each token. */
  constructor(pairs: TokenPairs, matchedElsewhere: number, code = '') {
    this.matched = pairs.weightInCommon();
    this.code = code === '' ? codeInCommon(pairs, pairs.query.by.weights.weightOfFew) : code;
    this.qualifiersDiffer = qualifiersDiffer(pairs);
    this.isBareName = isBareName(pairs);
    this.isContained = isContained(pairs);
    this.#addQuery(pairs, matchedElsewhere);
    this.#addLabel(pairs);
  }

  /** How similar two names are that are not equal, 0–1. `labelTokens`: how many the label has; `letters`: the share of letter pairs in common, 0–1. */
  similarity(labelTokens: number, letters: number): number {
    const weights = similarityWeights();
    const whole = this.matched + this.weightOfOpen(labelTokens) * this.onlyQuery + weights.onlyLabel * this.onlyLabel;
    const byWords = whole === 0 ? 0 : this.matched / whole;
    return Math.min(
      ((1 - weights.letters) * byWords + weights.letters * letters) * this.shareByNumbers(),
      MOST_UNEQUAL,
    );
  }

  /** Whether both have numbers, codes or ordinals that the other lacks. An "i" alone is a number only if it meets one. */
  numbersDiffer(): boolean {
    return this.numberInQuery + this.numberInLabel >= 3 && this.numberInQuery > 0 && this.numberInLabel > 0;
  }

  /** What weight that only the query has costs: less where it contains the label. */
  weightOfOpen(labelTokens: number): number {
    const { onlyQuery, containedOne, containedTwo, containedMore } = similarityWeights();
    if (!this.isContained) return onlyQuery;
    return labelTokens === 1 ? containedOne : labelTokens === 2 ? containedTwo : containedMore;
  }

  /** What numbers leave of the similarity. */
  shareByNumbers(): number {
    if (this.numbersDiffer()) return similarityWeights().numbersDiffer;
    return (this.numberInQuery === 2) !== (this.numberInLabel === 2) ? similarityWeights().numberMissing : 1;
  }

  #addQuery({ query, taken, lost, lostByAcronym }: TokenPairs, matchedElsewhere: number): void {
    this.onlyQuery = lostByAcronym + lost;
    for (let i = 0; i < query.tokens.length; i++) {
      if (taken[i] === true || hasWord(matchedElsewhere, i)) continue;
      const shape = query.tokens[i]?.shape;
      const share = this.#shareBesideCode(shape);
      const inQualifier = this.qualifiersDiffer && i >= query.tokens.length - query.qualifierTokens;
      this.onlyQuery += (query.missingCosts[i] ?? 0) * (inQualifier ? moreInQualifiers() : 1) * share;
      this.apartQuery = Math.max(this.apartQuery, (query.apart[i] ?? 0) * share);
      if (share === 1) this.numberInQuery = Math.max(this.numberInQuery, numberness(shape));
    }
  }

  #addLabel({ label, metBy, lost, beside }: TokenPairs): void {
    this.onlyLabel = lost;
    const qualifierStart = label.count - label.qualifierTokens;
    if (this.isBareName) {
      const cost = similarityWeights().bareQualifier * this.matched;
      if (beside.includes(true, qualifierStart)) this.asked = cost;
      else this.onlyLabel += cost;
      return;
    }
    for (let j = 0; j < label.count; j++) {
      if (metBy[j] !== -1) continue;
      const token = label.tokens[j];
      const cost = (label.weights[j] ?? 0) * (token?.missing ?? 1);
      if (beside[j] === true) {
        this.asked += cost;
        continue;
      }
      const share = this.#shareBesideCode(token?.shape);
      this.onlyLabel += cost * (this.qualifiersDiffer && j >= qualifierStart ? moreInQualifiers() : 1) * share;
      this.apartLabel = Math.max(this.apartLabel, (token?.apart ?? 0) * share);
      if (share === 1) this.numberInLabel = Math.max(this.numberInLabel, numberness(token?.shape));
    }
  }

  /** What is left of a token that only one side has. What says the code once more, or a piece of it, is nothing more. */
  #shareBesideCode(word: WordShape | undefined): number {
    if (this.code === '') return 1;
    return word !== undefined && word.text.length > 1 && this.code.includes(word.text)
      ? 0
      : similarityWeights().besideCode;
  }
}

/** What a token of a qualifier costs where the qualifiers of two names differ, beside what it costs else. */
function moreInQualifiers(): number {
  const { qualifier, qualifiersDiffer } = similarityWeights();
  return qualifiersDiffer / qualifier;
}

/**
 * 2 for numbers and codes, 1.5 for a number in letters, which is more often part of a name that is used without it than
 * a number in digits is, 1 for a letter that may be a Roman number, 0 for words.
 */
function numberness(word: WordShape | undefined): number {
  if (word === undefined) return 0;
  if (word.numeral) return 1.5;
  if (word.number !== undefined || word.code) return 2;
  return word.smallRoman ? 1 : 0;
}

function qualifiersDiffer({ query, label, metBy, taken }: TokenPairs): boolean {
  if (
    label.qualifierTokens === 0 ||
    query.qualifierTokens === 0 ||
    label.qualifierTokens >= label.count ||
    query.qualifierTokens >= query.tokens.length
  )
    return false;
  for (let j = label.count - label.qualifierTokens; j < label.count; j++) if (metBy[j] !== -1) return false;
  for (let i = query.tokens.length - query.qualifierTokens; i < query.tokens.length; i++)
    if (taken[i] === true) return false;
  return true;
}

function isBareName({ query, label, metBy, taken }: TokenPairs): boolean {
  if (label.qualifierTokens === 0 || label.qualifierTokens >= label.count) return false;
  for (let i = 0; i < query.tokens.length; i++) if (taken[i] === false) return false;
  for (let j = 0; j < label.count - label.qualifierTokens; j++) if (metBy[j] === -1) return false;
  return true;
}

function isContained({ query, label, metBy, metLast }: TokenPairs): boolean {
  if (label.count === 0 || label.count >= query.tokens.length) return false;
  let before = -1;
  for (let j = 0; j < label.count; j++) {
    const at = metBy[j] ?? -1;
    // A joined word or an acronym meets several words of the label, or several of the query.
    if (at === -1 || (j > 0 && at !== before && at !== before + 1)) return false;
    before = metLast[j] ?? at;
  }
  return true;
}

/** Words in which a label may write a code. */
const MOST_PIECES = 4;

/**
 * A code that the query and the label both have ("KXTS108W" and "KX-TS108W"), in one piece; empty for none. Of the words that it is written with in the
 * label, one weighs `least` or more: a code of many things tells little. Cost: for queries with a code a look at each word, else at those that met joined ones.
 */
function codeInCommon({ query, label, metBy, metLast, metAs }: TokenPairs, least: number): string {
  for (const code of query.codes) {
    for (let j = 0; j < label.count; j++) if (heaviestOfRun(label, code, j) >= least) return code;
  }
  for (let j = 0; j < label.count; j++) {
    const word = label.tokens[j];
    // What the query writes in several words is none of its codes.
    if (metAs[j] !== 'joined' || metLast[j] === metBy[j] || word === undefined || word.weight < least) continue;
    if (isCodeInOnePiece(word.shape.text)) return word.shape.text;
  }
  return '';
}

/** Weight of the heaviest of the words of a label from `start` on that make the code when they are written together; 0 where they do not. */
function heaviestOfRun({ tokens, count }: AlignedLabel, code: string, start: number): number {
  let length = 0;
  let heaviest = 0;
  for (let j = start; j < count && j < start + MOST_PIECES; j++) {
    const word = tokens[j];
    if (word === undefined || !code.startsWith(word.shape.text, length)) return 0;
    length += word.shape.text.length;
    heaviest = Math.max(heaviest, word.weight);
    if (length === code.length) return heaviest;
  }
  return 0;
}
