/*
 * A set of words of a query is a number: word i is its bit i, the lowest first. Nobody names a thing with more words than a number
 * has bits; in a sentence that is longer, the words behind those belong to no set.
 */

/** Words of a query that have a bit. */
export const WORDS_WITH_BITS = 32;

/** Whether the word at this place belongs to a set of words; never for words without a bit. */
export function hasWord(words: number, at: number): boolean {
  return at < WORDS_WITH_BITS && (words & (1 << at)) !== 0;
}

/** The set of the word at this place; empty for a word without a bit. */
export function bitOfWord(at: number): number {
  return at < WORDS_WITH_BITS ? 1 << at : 0;
}

/** Tokens of a query or a label beyond this many are left out of the comparison. */
export const MAX_TOKENS = 48;
