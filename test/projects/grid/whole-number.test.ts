import { describe, expect, it } from '@jest/globals';
import { isWhole } from '../../../src/projects/grid/cell-value.js';

describe('a whole number', () => {
  it('has 64 bits, the sign among them', () => {
    const edges = [
      9_223_372_036_854_775_807n,
      9_223_372_036_854_775_808n,
      -9_223_372_036_854_775_808n,
      -9_223_372_036_854_775_809n,
    ];
    expect(edges.map(isWhole)).toEqual([true, false, true, false]);
  });
});
