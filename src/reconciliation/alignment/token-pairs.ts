import type { NameQuery } from './name-query.js';
import type { TokenSimilarities, WordMatchKind } from './token-similarity.js';
import { bitOfWord, hasWord, MAX_TOKENS } from './word-bits.js';
import type { LabelTable } from '../../search/label-table.js';
import { weakenAtEnd, type QualifierAtEnd } from './qualifier.js';
import type { LabelToken } from './token-weights.js';

// What lists of tokens begin with: copied in one step, each is as long as it has to be, where one that grows has room for a dozen more.
const NONE_MET: readonly number[] = Array.from({ length: MAX_TOKENS }, () => -1);
const ALL_ALIKE: readonly number[] = Array.from({ length: MAX_TOKENS }, () => 1);
const NO_KINDS: readonly undefined[] = Array.from({ length: MAX_TOKENS }, () => undefined);
const NONE: readonly false[] = Array.from({ length: MAX_TOKENS }, () => false as const);

/** Zero as a number with a fraction: a field that begins as a whole number changes the form of its objects with the first weight, and all code compiled for them is thrown away. */
export const NO_WEIGHT = -0;

/**
 * Which tokens of a label matched which of the query, and the weight that they have in common. A token is *free* until it matches one; several may match one
 * where they are written together or are its letters. `i` is a place in the query, `j` one in the label.
 */
export class TokenPairs {
  readonly query: NameQuery;
  readonly label: AlignedLabel;
  /** Token of the label → the first and the last token of the query that it matched; -1 for a free one. */
  readonly metBy: number[];
  readonly metLast: number[];
  /** Token of the label → how it matched; `undefined` where the similarity of the tokens says it. */
  readonly metAs: (WordMatchKind | undefined)[];
  /** Token of the label → how similar it is to the one that it matched, 0–1; 1 where it is not compared by letters. */
  readonly alikeness: number[];
  /** Token of the query → whether it matched one. */
  readonly taken: boolean[];
  /** Token of the label → whether it is free and asked for beside the name. */
  readonly beside: boolean[];
  /** Weight in common by tokens that are similar, what is lost of it by how they differ, and how much the least similar differ, 0–1. */
  alike = NO_WEIGHT;
  lost = NO_WEIGHT;
  unlike = NO_WEIGHT;
  /** Weight in common by tokens written together or apart, by acronyms, and by one that the label itself gives. */
  joined = NO_WEIGHT;
  byAcronym = NO_WEIGHT;
  byGivenAcronym = NO_WEIGHT;
  /** Of the weight of tokens of the query, what an acronym of the label leaves out. */
  lostByAcronym = NO_WEIGHT;

  constructor(query: NameQuery, label: AlignedLabel) {
    this.query = query;
    this.label = label;
    this.metBy = NONE_MET.slice(0, label.count);
    this.metLast = NONE_MET.slice(0, label.count);
    this.metAs = NO_KINDS.slice(0, label.count);
    this.alikeness = ALL_ALIKE.slice(0, label.count);
    this.taken = NONE.slice(0, query.tokens.length);
    this.beside = NONE.slice(0, label.count);
  }

  /** Pairs a token of the label with those of the query from `first` to `last`; gives its weight. */
  meet(j: number, first: number, last: number, as: WordMatchKind | undefined): number {
    for (let i = first; i <= last; i++) this.taken[i] = true;
    this.metBy[j] = first;
    this.metLast[j] = last;
    this.metAs[j] = as;
    return this.label.weights[j] ?? 0;
  }

  /** Weight in common. Scores depend on the order of these additions in their last digits. */
  weightInCommon(): number {
    let sum = this.alike + (this.byGivenAcronym + this.joined + this.byAcronym);
    for (let j = 0; j < this.label.count; j++) if (this.metAs[j] === 'equal') sum += this.label.weights[j] ?? 0;
    return sum;
  }

  /** The token, or nothing where it has matched one. */
  freeQueryWord(i: number): string {
    return this.taken[i] === true ? '' : (this.query.tokens[i]?.shape.text ?? '');
  }

  freeLabelWord(j: number): string {
    return this.metBy[j] === -1 ? (this.label.tokens[j]?.shape.text ?? '') : '';
  }

  /** Whether a token of the query is missing from the label, and is none of those that something else says (one bit each). */
  isOpen(i: number, matchedElsewhere: number): boolean {
    return this.taken[i] === false && !hasWord(matchedElsewhere, i);
  }

  /** Tokens of the query that matched one, one bit each for the first 32. */
  matched(): number {
    let bits = 0;
    for (let i = 0; i < this.taken.length; i++) if (this.taken[i] === true) bits |= bitOfWord(i);
    return bits;
  }

  /** Those that matched by being written together or apart. */
  joinedWords(): number {
    let bits = 0;
    for (let j = 0; j < this.label.count; j++) {
      if (this.metAs[j] === 'joined')
        for (let i = this.metBy[j] ?? 0; i <= (this.metLast[j] ?? 0); i++) bits |= bitOfWord(i);
    }
    return bits;
  }

  /** Whether a letter of the query was taken for the initial of a word: "Anna B." need not have "Anna Bianchi" in it. */
  meetsInitial(): boolean {
    return this.metBy.some(
      (at, j) => at !== -1 && this.metAs[j] === undefined && this.query.tokens[at]?.shape.text.length === 1,
    );
  }
}

/** The label of one row, as it is aligned with a query: its tokens, and what each weighs. */
export class AlignedLabel {
  readonly row: number;
  /** Tokens that are compared, `MAX_TOKENS` at most. */
  readonly count: number;
  readonly tokens: readonly LabelToken[];
  readonly weights: number[];
  /** Whether it has tokens that are not compared. */
  readonly isCut: boolean;
  /** Tokens of the qualifier at its end; 0 until `weakenQualifier`. */
  qualifierTokens = 0;
  readonly #labels: LabelTable;

  /** Cost: a look-up a token. */
  constructor(labels: LabelTable, row: number, similarities: TokenSimilarities) {
    this.#labels = labels;
    this.row = row;
    const read = similarities.read(row);
    this.count = Math.min(read, MAX_TOKENS);
    this.isCut = read > MAX_TOKENS;
    const tokens = new Array<LabelToken>(this.count);
    const weights = new Array<number>(this.count);
    for (let j = 0; j < this.count; j++) {
      tokens[j] = similarities.tokenAt(j);
      weights[j] = similarities.weightAt(j);
    }
    this.tokens = tokens;
    this.weights = weights;
  }

  /** What stands at the end of a label in brackets, and the years of a life, is mostly a qualifier that tells homonyms apart: it weighs less. */
  weakenQualifier(qualifierOf: (row: number) => QualifierAtEnd): void {
    if (this.count < 2 || this.isTransliteration()) return;
    const { words, footnote } = qualifierOf(this.row);
    this.qualifierTokens = words;
    weakenAtEnd(this.weights, this.count, words, footnote);
  }

  isTransliteration(): boolean {
    return this.#labels.isTransliteration(this.row);
  }

  text(): string {
    return this.#labels.textOf(this.row);
  }

  /** Cost: decoding it, as much as all the rest of a comparison. */
  folded(): string {
    return this.#labels.foldedOf(this.row);
  }
}
