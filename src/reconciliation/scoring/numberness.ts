import type { WordShape } from '../../text/similarity/word-shape.js';

/** 2 for numbers and codes, 1 for a letter that may be a Roman number, 0 for words. */
export function numberness(word: WordShape | undefined): number {
  if (word === undefined) return 0;
  if (word.number !== undefined || word.code) return 2;
  return word.smallRoman ? 1 : 0;
}
