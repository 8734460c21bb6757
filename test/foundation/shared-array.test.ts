import { describe, expect, it } from '@jest/globals';
import { sharedArray } from '../../src/foundation/sections.js';

describe('sharedArray', () => {
  it('gives arrays of zeroes that do not touch one another', () => {
    const kinds = ['Uint8Array', 'Float64Array', 'Uint16Array', 'Uint32Array'] as const;
    const arrays = Array.from({ length: 200 }, (_, i) => sharedArray(kinds[i % kinds.length] ?? 'Uint8Array', i % 17));
    for (const array of arrays) expect([...array].every((value) => value === 0)).toBe(true);
    arrays.forEach((array, i) => array.fill(i));
    arrays.forEach((array, i) => expect([...array].every((value) => value === i)).toBe(true));
  });

  it('gives many times what one stretch of memory holds', () => {
    const arrays = Array.from({ length: 9 }, () => sharedArray('Float64Array', 2_500_000));
    arrays.push(sharedArray('Float64Array', 5_000_000));
    arrays.forEach((array, i) => (array[array.length - 1] = i + 1));
    arrays.forEach((array, i) => expect([array[0], array[array.length - 1]]).toEqual([0, i + 1]));
  });
});
