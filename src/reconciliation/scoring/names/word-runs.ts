import { isLittleWord } from '../../../text/similarity/common-words.js';
import { bitOfWord } from './word-bits.js';

/** Pieces into which a word may be split. */
const MOST_PIECES = 4;
const LONGEST_ACRONYM = 7;
/** Letters of a name that a particle is joined with. */
const LEAST_BEHIND = 3;

/**
 * Where a query says a word twice, a word of the label may have met the wrong one: in "Institute of Physics, Institute of
 * Chemistry", the second institute is that of chemistry. Moves words of the label to the place before the one after them.
 */
export function closeRanks(metBy: Int32Array, metLast: Int32Array, labelCount: number, taken: Uint8Array, words: readonly { readonly id: number }[]): void {
  for (let j = labelCount - 2; j >= 0; j--) {
    const at = metBy[j] ?? -1;
    const before = (metBy[j + 1] ?? -1) - 1;
    if (at === -1 || before < 0 || at === before || taken[before] !== 0 || words[at]?.id !== words[before]?.id || words[at]?.id === -1) continue;
    taken[at] = 0;
    taken[before] = 1;
    metBy[j] = metLast[j] = before;
  }
}

/** Whether a letter of the query was taken for the initial of a word: "Anna B." need not have "Anna Bianchi" in it. */
export function meetsInitial(metBy: Int32Array, metAs: readonly unknown[], labelCount: number, words: readonly { readonly shape: { readonly text: string } }[]): boolean {
  for (let j = 0; j < labelCount; j++) {
    const at = metBy[j] ?? -1;
    if (at !== -1 && metAs[j] === undefined && words[at]?.shape.text.length === 1) return true;
  }
  return false;
}

/** One past the last of two to four free words from `start` on that make `whole` when written together; -1 for none. */
export function joinedRun(whole: string, start: number, count: number, wordIfFree: (index: number) => string): number {
  let length = 0;
  for (let at = start; at < count && at < start + MOST_PIECES; at++) {
    const piece = wordIfFree(at);
    if (piece === '' || !whole.startsWith(piece, length)) return -1;
    length += piece.length;
    if (length === whole.length) return at > start ? at + 1 : -1;
  }
  return -1;
}

/** Words of the query that met words of a label by being written together or apart, one bit each for the first 32; the arrays are those of the label's words. */
export function joinedWords(labelCount: number, metAs: readonly (string | undefined)[], metBy: Int32Array, metLast: Int32Array): number {
  let bits = 0;
  for (let j = 0; j < labelCount; j++) {
    if (metAs[j] === 'joined') for (let i = metBy[j] ?? 0; i <= (metLast[j] ?? 0); i++) bits |= bitOfWord(i);
  }
  return bits;
}

/** What `particleBehind` gives for none. */
export const NOTHING_BEHIND: readonly [number, number] = [-1, -1];

/**
 * Of the free words, an article or preposition and a word before it that make `whole` when they are written together: "Launay,
 * Robert de" and "Delaunay". First where the particle stands, then the other; -1 for none.
 */
export function particleBehind(whole: string, count: number, wordIfFree: (index: number) => string): readonly [number, number] {
  for (let particle = 1; particle < count; particle++) {
    const little = wordIfFree(particle);
    if (little === '' || !whole.startsWith(little) || !isLittleWord(little)) continue;
    for (let at = 0; at < particle; at++) {
      const rest = wordIfFree(at);
      if (rest.length >= LEAST_BEHIND && rest.length + little.length === whole.length && whole.endsWith(rest)) return [particle, at];
    }
  }
  return NOTHING_BEHIND;
}

const ONLY_DIGITS = /^\p{Nd}+$/u;

/** Two letters are the beginnings of far too many names, unless other words are equal or they are all there is; a number is of none. */
export function mayBeAcronym(word: string, twoSuffice: boolean): boolean {
  if (word.length < 2 || word.length > LONGEST_ACRONYM) return false;
  if (word.length === 2 && (!twoSuffice || isLittleWord(word))) return false;
  return !ONLY_DIGITS.test(word);
}

/** First and one past the last of a run of free words whose first letters are the acronym, little words left out or not. */
export function acronymRun(acronym: string, count: number, wordIfFree: (index: number) => string): readonly [number, number] | undefined {
  for (let start = 0; start + 2 <= count; start++) {
    let letter = 0;
    let end = start;
    while (end < count && letter < acronym.length) {
      const word = wordIfFree(end);
      if (word === '') break;
      if (word.charCodeAt(0) === acronym.charCodeAt(letter)) letter++;
      else if (letter === 0 || !isLittleWord(word)) break;
      end++;
    }
    if (letter === acronym.length && end - start >= 2) return [start, end];
  }
  return undefined;
}

const LEAST_LETTERS = 3;
/** Names that are put together of one or two words ("Strafgesetzbuch") have letters inside them in their short forms. */
const MOST_PUT_TOGETHER = 2;

/** Whether a short form is that of all these words: their first letters ("nasa"), or of one or two words letters in order, the first at the beginning ("stgb"). */
export function isShortFor(short: string, count: number, wordAt: (index: number) => string): boolean {
  if (short.length < LEAST_LETTERS || short.length > LONGEST_ACRONYM) return false;
  if (count > MOST_PUT_TOGETHER) {
    const run = acronymRun(short, count, wordAt);
    return run !== undefined && run[1] === count && (run[0] === 0 || (run[0] === 1 && isLittleWord(wordAt(0))));
  }
  if (wordAt(0).charCodeAt(0) !== short.charCodeAt(0)) return false;
  let letter = 0;
  for (let j = 0; j < count; j++) {
    const word = wordAt(j);
    for (let i = 0; i < word.length && letter < short.length; i++) if (word.charCodeAt(i) === short.charCodeAt(letter)) letter++;
  }
  return letter === short.length;
}

/** Places taken, one bit each for the first 32. */
export function placesTaken(taken: Uint8Array, count: number): number {
  let bits = 0;
  for (let i = 0; i < count; i++) if (taken[i] !== 0) bits |= bitOfWord(i);
  return bits;
}

/** Whether something is so of any of the first `count` places. */
export function anyPlace(count: number, isSo: (at: number) => boolean): boolean {
  for (let at = 0; at < count; at++) if (isSo(at)) return true;
  return false;
}
