import type { WordShape } from '../../../text/similarity/word-shape.js';
import { codeInCommon } from './code-in-common.js';
import { NAME_WEIGHTS } from './name-weights.js';
import { numberness } from './numberness.js';
import type { WordPairs } from './pairing/word-pairs.js';

/** What a word of a note costs where the notes of two names differ, beside what it costs else. */
const MORE_IN_NOTES = NAME_WEIGHTS.notesDiffer / NAME_WEIGHTS.noted;

/** What the words of a query and a label come to, those that met and those that did not. All sums are of word weights. */
export class NameSums {
  /** Weight that both have in common. */
  matched = 0;
  /** Weight of words, and of parts of words, that only one of the two has. */
  onlyQuery = 0;
  onlyLabel = 0;
  /** Of the label, what is asked for beside the name. */
  asked = 0;
  /** How surely such words tell entities apart, 0–1: the surest of them. */
  apartQuery = 0;
  apartLabel = 0;
  /** How much they are numbers: the most of them (numberness.ts). */
  numberInQuery = 0;
  numberInLabel = 0;
  /** Whether the query is the label but for its note: whoever writes "Casablanca" or "Thomas Mann" leaves out "(1942)" and ", 1875-1955". */
  isBareName = false;
  /** Whether all words of the label stand in the query, next to each other and in order, beside others. */
  isContained = false;
  /** Whether both have a note, and no word of either is in the other name. */
  notesDiffer = false;
  /** A code that both have, in one piece; empty for none. Then what else they say tells less, and other numbers nothing. */
  code = '';
  readonly #leastOfCode: number;

  /** `leastOfCode`: what a word weighs at least to be a code of few things. */
  constructor(leastOfCode: number) {
    this.#leastOfCode = leastOfCode;
  }

  /** Sums up the pairs; `code`: what both are known to have in common. Cost: a look at each word. */
  add(pairs: WordPairs, code = ''): void {
    this.matched = pairs.weightInCommon();
    this.code = code === '' ? codeInCommon(pairs, this.#leastOfCode) : code;
    this.notesDiffer = notesDiffer(pairs);
    this.isBareName = isBareName(pairs);
    this.isContained = isContained(pairs);
    this.#addQuery(pairs);
    this.#addLabel(pairs);
  }

  /** Takes out what the words of the query cost that something else says. */
  leaveOutTold(pairs: WordPairs): void {
    const { query, taken } = pairs;
    this.numberInQuery = this.apartQuery = 0;
    for (let i = 0; i < query.words.length; i++) {
      if (pairs.isOpen(i)) this.#noteOpen(pairs, i);
      else if (taken[i] === 0) this.onlyQuery -= this.#missingCost(pairs, i);
    }
    this.onlyQuery = Math.max(0, this.onlyQuery);
  }

  #addQuery(pairs: WordPairs): void {
    const { query, taken } = pairs;
    this.onlyQuery = pairs.lostByAcronym + pairs.lost;
    this.numberInQuery = this.apartQuery = 0;
    for (let i = 0; i < query.words.length; i++) {
      if (taken[i] !== 0) continue;
      this.onlyQuery += this.#missingCost(pairs, i);
      this.#noteOpen(pairs, i);
    }
  }

  #addLabel({ label, metBy, lost, beside }: WordPairs): void {
    this.onlyLabel = lost;
    this.asked = 0;
    this.numberInLabel = this.apartLabel = 0;
    const noteStart = label.count - label.noteWords;
    if (this.isBareName) {
      const note = NAME_WEIGHTS.bareNote * this.matched;
      if (beside.subarray(noteStart, label.count).includes(1)) this.asked = note;
      else this.onlyLabel += note;
      return;
    }
    for (let j = 0; j < label.count; j++) {
      if (metBy[j] !== -1) continue;
      const word = label.words[j];
      if (beside[j] === 1) {
        this.asked += (label.weights[j] ?? 0) * (word?.missing ?? 1);
        continue;
      }
      const share = this.#shareBesideCode(word?.shape);
      this.onlyLabel += (label.weights[j] ?? 0) * (word?.missing ?? 1) * (this.notesDiffer && j >= noteStart ? MORE_IN_NOTES : 1) * share;
      this.apartLabel = Math.max(this.apartLabel, (word?.apart ?? 0) * share);
      if (share === 1) this.numberInLabel = Math.max(this.numberInLabel, numberness(word?.shape));
    }
  }

  #missingCost({ query }: WordPairs, i: number): number {
    const inNote = this.notesDiffer && i >= query.words.length - query.noteWords;
    return (query.missingCosts[i] ?? 0) * (inNote ? MORE_IN_NOTES : 1) * this.#shareBesideCode(query.words[i]?.shape);
  }

  #noteOpen({ query }: WordPairs, i: number): void {
    const shape = query.words[i]?.shape;
    const share = this.#shareBesideCode(shape);
    this.apartQuery = Math.max(this.apartQuery, (query.apart[i] ?? 0) * share);
    if (share === 1) this.numberInQuery = Math.max(this.numberInQuery, numberness(shape));
  }

  /** What is left of a word that only one side has. What says the code once more, or a piece of it, is nothing more. */
  #shareBesideCode(word: WordShape | undefined): number {
    if (this.code === '') return 1;
    return word !== undefined && word.text.length > 1 && this.code.includes(word.text) ? 0 : NAME_WEIGHTS.besideCode;
  }
}

function notesDiffer({ query, label, metBy, taken }: WordPairs): boolean {
  if (label.noteWords === 0 || query.noteWords === 0 || label.noteWords >= label.count || query.noteWords >= query.words.length) return false;
  for (let j = label.count - label.noteWords; j < label.count; j++) if (metBy[j] !== -1) return false;
  for (let i = query.words.length - query.noteWords; i < query.words.length; i++) if (taken[i] !== 0) return false;
  return true;
}

function isBareName({ query, label, metBy, taken }: WordPairs): boolean {
  if (label.noteWords === 0 || label.noteWords >= label.count) return false;
  for (let i = 0; i < query.words.length; i++) if (taken[i] === 0) return false;
  for (let j = 0; j < label.count - label.noteWords; j++) if (metBy[j] === -1) return false;
  return true;
}

function isContained({ query, label, metBy, metLast }: WordPairs): boolean {
  if (label.count === 0 || label.count >= query.words.length) return false;
  let before = -1;
  for (let j = 0; j < label.count; j++) {
    const at = metBy[j] ?? -1;
    // A joined word or an acronym meets several words of the label, or several of the query.
    if (at === -1 || (j > 0 && at !== before && at !== before + 1)) return false;
    before = metLast[j] ?? at;
  }
  return true;
}
