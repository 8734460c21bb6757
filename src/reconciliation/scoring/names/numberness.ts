import type { WordShape } from '../../../text/similarity/word-shape.js';

/**
 * 2 for numbers and codes, 1.5 for a number in letters, which is more often part of a name that is used without it than
 * a number in digits is, 1 for a letter that may be a Roman number, 0 for words.
 */
export function numberness(word: WordShape | undefined): number {
  if (word === undefined) return 0;
  if (word.numeral) return 1.5;
  if (word.number !== undefined || word.code) return 2;
  return word.smallRoman ? 1 : 0;
}
