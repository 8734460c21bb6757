import type { WordShape } from '../../../text/similarity/word-shape.js';
import { wordRelation } from '../../../text/similarity/word-similarity.js';
import type { WordPairs } from './pairing/word-pairs.js';
import { bitOfWord } from './word-bits.js';
import type { QueryWord } from './word-likeness.js';

/*
 * "Anderson" for "Andersen" may be another name; "Kensignton" is none. A word of some length that no name of the list has, one
 * slip inside away from a word that they do have, is that word as surely as if it were written right.
 */

/** In a shorter word, one other letter makes another name too often. */
const LEAST_LETTERS = 6;
/** What one slip behind the first letter takes off the likeness of two words, times the letters of the longer one, and a little more. */
const ONE_SLIP = 1.15;

/** The words that were taken for one another although they are unlike. */
export interface UnlikeWords {
  /** Words of the query, one bit each for the first 32, that are one slip away from the word they met. */
  readonly slipped: number;
  /** How unlike the most unlike of the others are, 0–1. */
  readonly unlike: number;
}

/** Parts them. Cost: for each pair of unlike words, comparing them once more. */
export function unlikeWords({ query, label, metBy, metAs }: WordPairs): UnlikeWords {
  let [slipped, unlike] = [0, 0];
  for (let j = 0; j < label.count; j++) {
    const by = metBy[j] ?? -1;
    const word = query.words[by];
    const shape = label.words[j]?.shape;
    if (word === undefined || shape === undefined || metAs[j] !== undefined) continue;
    const alike = label.likeness(j, by);
    if (isSingleSlip(word, shape, alike)) slipped |= bitOfWord(by);
    else unlike = Math.max(unlike, 1 - alike);
  }
  return { slipped, unlike };
}

function isSingleSlip(word: QueryWord, shape: WordShape, alike: number): boolean {
  const [a, b] = [word.shape.text.length, shape.text.length];
  return !word.known && alike < 1 && Math.min(a, b) >= LEAST_LETTERS && (1 - alike) * Math.max(a, b) <= ONE_SLIP && wordRelation(word.shape, shape) === 'typo';
}
