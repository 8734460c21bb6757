import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { editDistanceWithin } from '../../../src/text/similarity/edit-distance.js';
import { fullDistance } from '../../support/full-edit-distance.js';

const fewLetters = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'abcd'), maxLength });

describe('the edit distance within a bound', () => {
  it('agrees with the full table for any words and bounds', () => {
    fc.assert(
      fc.property(fewLetters(9), fewLetters(9), fc.integer({ min: 0, max: 4 }), (a, b, most) => {
        expect(editDistanceWithin(a, b, most)).toBe(Math.min(fullDistance(a, b), most + 1));
      }),
      { numRuns: 3000 },
    );
  });

  it('counts a swap of neighbours as one edit', () => {
    expect(editDistanceWithin('berlin', 'belrin', 2)).toBe(1);
  });

  it('measures words of any length', () => {
    expect(editDistanceWithin('a'.repeat(1_000), 'a'.repeat(999), 2)).toBe(1);
    expect(editDistanceWithin(`${'b'.repeat(500)}x`, `${'b'.repeat(499)}yy`, 1)).toBe(2);
  });
});
