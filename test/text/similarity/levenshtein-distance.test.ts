import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { levenshteinDistance } from '../../../src/text/similarity/edit-distance.js';

describe('levenshteinDistance', () => {
  it('counts what is put in, taken out and changed; a swap is two changes', () => {
    const pairs = [
      ['kitten', 'sitting'],
      ['', 'abc'],
      ['abc', ''],
      ['ab', 'ba'],
      ['same', 'same'],
    ] as const;
    expect(pairs.map(([one, other]) => levenshteinDistance(one, other))).toEqual([3, 3, 3, 2, 0]);
  });

  it('is the same both ways, at most the longer text, and tells of its steps', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        let steps = 0;
        const distance = levenshteinDistance(one, other, (more) => (steps += more));
        expect(distance).toBe(levenshteinDistance(other, one));
        expect(distance).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(steps).toBe(one.length * other.length);
      }),
    );
  });
});
