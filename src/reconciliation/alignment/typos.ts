import type { WordShape } from '../../text/similarity/word-shape.js';
import { wordRelation } from '../../text/similarity/word-similarity.js';
import type { TokenPairs } from './token-pairs.js';
import { bitOfWord } from './word-bits.js';
import type { QueryToken } from './token-similarity.js';

/*
 * "Anderson" for "Andersen" may be another name; "Kensignton" is none. A word of some length that no name of the list has, one
 * typo inside away from a word that they do have, is that word as surely as if it were written right.
 */

/** In a shorter word, one other letter makes another name too often. */
const LEAST_LETTERS = 6;
/** What one typo behind the first letter takes off the likeness of two words, times the letters of the longer one, and a little more. */
const ONE_TYPO = 1.15;

/** The words that were taken for one another although they are unlike. */
export interface UnlikeWords {
  /** Words of the query, one bit each for the first 32, that are one typo away from the word they met. */
  readonly slipped: number;
  /** How unlike the most unlike of the others are, 0–1. */
  readonly unlike: number;
}

/** Parts them. Cost: for each pair of unlike words, comparing them once more. */
export function singleTypos({ query, label, metBy, metAs, alikeness }: TokenPairs): UnlikeWords {
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
