import { describe, expect, it } from '@jest/globals';
import { bitOfWord, hasWord, WORDS_WITH_BITS } from '../../../src/reconciliation/alignment/word-bits.js';

describe('a set of words of a query', () => {
  it('holds the words that were put into it, up to the last that has a bit', () => {
    const words = bitOfWord(0) | bitOfWord(5) | bitOfWord(WORDS_WITH_BITS - 1);
    const held = Array.from({ length: 2 * WORDS_WITH_BITS }, (_, at) => at).filter((at) => hasWord(words, at));
    expect(held).toEqual([0, 5, WORDS_WITH_BITS - 1]);
  });

  it('never holds a word beyond those, not even one that was put into it', () => {
    expect(bitOfWord(WORDS_WITH_BITS)).toBe(0);
    expect(hasWord(-1, WORDS_WITH_BITS)).toBe(false);
  });
});
