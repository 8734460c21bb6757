import type { ComparedLabel } from '../compared-label.js';
import type { ComparedQuery } from '../compared-query.js';
import type { WordMatchKind } from '../name-evidence.js';
import { bitOfWord, hasWord } from '../word-bits.js';
import { MAX_WORDS } from '../word-slots.js';

/**
 * Which words of a label met which of the query, and the weight that they have in common. A word is *free* until it meets one; several words may meet one
 * where they are written together or are its letters. `i` is a place in the query, `j` one in the label.
 */
export class WordPairs {
  readonly query: Readonly<ComparedQuery>;
  readonly label: Readonly<ComparedLabel>;
  /** Word of the label → the first and the last word of the query that it met; -1 for a free one. */
  readonly metBy = new Int32Array(MAX_WORDS);
  readonly metLast = new Int32Array(MAX_WORDS);
  /** Word of the label → how it met; `undefined` where the likeness of the words says it. */
  readonly metAs: (WordMatchKind | undefined)[] = new Array<WordMatchKind | undefined>(MAX_WORDS).fill(undefined);
  /** Word of the query → 1 when it met one, 0 when it is free. */
  readonly taken = new Uint8Array(MAX_WORDS);
  /** Word of the label → 1 when it is free and asked for beside the name. */
  readonly beside = new Uint8Array(MAX_WORDS);
  /** Words of the query that need not be in the label, because something else says them; one bit each. */
  told = 0;
  /** Weight in common by words that are alike, what is lost of it by how they differ, and how much the least alike differ, 0–1. */
  alike = 0;
  lost = 0;
  unlike = 0;
  /** Weight in common by words written together or apart, by acronyms, and by one that the label itself gives. */
  joined = 0;
  byAcronym = 0;
  byGivenAcronym = 0;
  /** Of the weight of words of the query, what an acronym of the label leaves out. */
  lostByAcronym = 0;

  constructor(query: ComparedQuery, label: ComparedLabel) {
    this.query = query;
    this.label = label;
  }

  /** Makes all words free, for another label. */
  begin(): void {
    for (let j = 0; j < this.label.count; j++) {
      this.metBy[j] = -1;
      this.metAs[j] = undefined;
      this.beside[j] = 0;
    }
    for (let i = 0; i < this.query.words.length; i++) this.taken[i] = 0;
    this.told = 0;
    this.alike = this.lost = this.unlike = 0;
    this.joined = this.byAcronym = this.byGivenAcronym = this.lostByAcronym = 0;
  }

  /** Pairs a word of the label with those of the query from `first` to `last`; gives its weight. */
  meet(j: number, first: number, last: number, as: WordMatchKind | undefined): number {
    for (let i = first; i <= last; i++) this.taken[i] = 1;
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

  /** The word, or nothing where it has met one. */
  readonly freeQueryWord = (i: number): string => (this.taken[i] === 0 ? (this.query.words[i]?.shape.text ?? '') : '');
  readonly freeLabelWord = (j: number): string => (this.metBy[j] === -1 ? (this.label.words[j]?.shape.text ?? '') : '');

  /** Whether a word of the query is missing from the label: it met none, and nothing else says it. */
  readonly isOpen = (i: number): boolean => this.taken[i] === 0 && !hasWord(this.told, i);

  /** Marks the free words of the label that a value asked for beside the name has, with its rarest. */
  markBeside(): void {
    const { label, query, beside } = this;
    for (const [k, words] of query.beside.entries()) {
      const rarest = query.rarestOfValues[k];
      let isSaid = false;
      for (let j = 0; j < label.count; j++) isSaid ||= this.freeLabelWord(j) === rarest;
      if (isSaid) for (let j = 0; j < label.count; j++) if (words.includes(this.freeLabelWord(j))) beside[j] = 1;
    }
  }

  /** Words of the query that met one, one bit each for the first 32. */
  explained(): number {
    let bits = 0;
    for (let i = 0; i < this.query.words.length; i++) if (this.taken[i] !== 0) bits |= bitOfWord(i);
    return bits;
  }

  /** Those that met by being written together or apart. */
  joinedWords(): number {
    let bits = 0;
    for (let j = 0; j < this.label.count; j++) {
      if (this.metAs[j] === 'joined') for (let i = this.metBy[j] ?? 0; i <= (this.metLast[j] ?? 0); i++) bits |= bitOfWord(i);
    }
    return bits;
  }

  /** Whether a letter of the query was taken for the initial of a word: "Anna B." need not have "Anna Bianchi" in it. */
  meetsInitial(): boolean {
    for (let j = 0; j < this.label.count; j++) {
      const at = this.metBy[j] ?? -1;
      if (at !== -1 && this.metAs[j] === undefined && this.query.words[at]?.shape.text.length === 1) return true;
    }
    return false;
  }

  meetsAcronym(): boolean {
    for (let j = 0; j < this.label.count; j++) if (this.metAs[j] === 'acronym') return true;
    return false;
  }
}
