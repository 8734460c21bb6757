import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstAtLeast } from '../../src/foundation/first-at-least.js';

it('finds what looking at each number from the start finds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(21), (numbers, wanted) => {
      const ascending = Uint32Array.from(numbers).sort();
      const naive = ascending.findIndex((number) => number >= wanted);
      expect(firstAtLeast(ascending, wanted)).toBe(naive === -1 ? ascending.length : naive);
    }),
  );
});
