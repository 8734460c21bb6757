import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ascendingNumbers, stableOrder } from '../../src/foundation/stable-order.js';

describe('stableOrder', () => {
  it('is what sorting with a comparison gives, for keys of every size', () => {
    const key = fc.oneof(fc.nat(3), fc.nat(), fc.double({ min: 0, noNaN: true }));
    fc.assert(
      fc.property(fc.array(key, { maxLength: 300 }), (list) => {
        const keys = Float64Array.from(list);
        const numbers = ascendingNumbers(list.length);
        const sorted = (sign: number): number[] =>
          [...numbers].sort((a, b) =>
            (list[a] ?? 0) < (list[b] ?? 0) ? -sign : (list[a] ?? 0) > (list[b] ?? 0) ? sign : a - b,
          );
        expect([...stableOrder(numbers, keys, 'ascending')]).toEqual(sorted(1));
        expect([...stableOrder(numbers, keys, 'descending')]).toEqual(sorted(-1));
      }),
    );
  });

  it('keeps the order of equal keys, takes zero for zero whatever its sign, and leaves what it was given alone', () => {
    const order = Uint32Array.of(3, 1, 0, 2);
    expect([...stableOrder(order, Float64Array.of(-0, 0, 5, 0), 'ascending')]).toEqual([3, 1, 0, 2]);
    expect([...stableOrder(order, Float64Array.of(7, 7, 5, 7), 'descending')]).toEqual([3, 1, 0, 2]);
    expect([...order]).toEqual([3, 1, 0, 2]);
  });
});
