import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { countBits } from '../../src/foundation/count-bits.js';

describe('countBits', () => {
  it('is the number of ones that the number is written with', () => {
    fc.assert(
      fc.property(fc.integer(), (bits) => countBits(bits) === (bits >>> 0).toString(2).replaceAll('0', '').length),
    );
    expect([0, 1, -1].map(countBits)).toEqual([0, 1, 32]);
  });
});
