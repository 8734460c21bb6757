import { describe, expect, it } from '@jest/globals';
import { countQuery, figuresOf, noCounts } from '../../src/evaluation/quality-counts.js';
import { wilsonInterval } from '../../src/foundation/wilson-interval.js';

describe('figuresOf', () => {
  it('makes every figure from the places and the flags', () => {
    const counts = noCounts();
    countQuery(counts, { hasAnswer: true, place: 0, matched: true });
    countQuery(counts, { hasAnswer: true, place: 0, matched: false });
    countQuery(counts, { hasAnswer: true, place: 3, matched: true });
    countQuery(counts, { hasAnswer: true, place: 9, matched: false });
    countQuery(counts, { hasAnswer: true, place: 10, matched: false });
    countQuery(counts, { hasAnswer: false, place: -1, matched: true });
    countQuery(counts, { hasAnswer: false, place: -1, matched: false });
    const figures = figuresOf(counts);
    expect(figures).toMatchObject({
      hitAt1: 2 / 5,
      hitAt5: 3 / 5,
      hitAt10: 4 / 5,
      matchPrecision: 1 / 3,
      matchRecall: 1 / 5,
      falseMatchRate: 1 / 2,
    });
    expect(figures.meanReciprocalRank).toBeCloseTo((1 + 1 + 1 / 4 + 1 / 10 + 1 / 11) / 5, 12);
  });

  it('has no share of nothing', () => {
    expect(Object.values(figuresOf(noCounts())).every((value) => value === undefined)).toBe(true);
  });
});

describe('wilsonInterval', () => {
  it.each([
    // Worked out by the formula of the score interval, and as tables of it give them.
    [8, 10, 0.4902, 0.9433],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [95, 100, 0.8882, 0.9785],
  ])('of %i in %i is %f to %f', (part, whole, low, high) => {
    const interval = wilsonInterval(part, whole);
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });
});
