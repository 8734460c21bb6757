import { describe, expect, it } from '@jest/globals';
import { nextStamp } from '../../src/search/next-stamp.js';

describe('nextStamp', () => {
  it('gives one that nothing bears yet, however often it is asked', () => {
    const stamps = new Uint8Array(3);
    let stamp = 0;
    for (let round = 0; round < 600; round++) {
      stamp = nextStamp(stamp, stamps);
      expect(stamps.includes(stamp)).toBe(false);
      stamps[round % 3] = stamp;
    }
  });
});
