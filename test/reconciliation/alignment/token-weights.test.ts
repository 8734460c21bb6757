import { describe, expect, it } from '@jest/globals';
import { rememberLabelTokens, tokenWeights } from '../../../src/reconciliation/alignment/token-weights.js';
import type { WordStatistics } from '../../../src/reconciliation/dataset-statistics.js';
import { wordShape } from '../../../src/text/similarity/word-shape.js';

const COSTS = {
  weightOf: (word: string) => word.length + 0.5,
  tellsApart: (word: string) => word.length / 1e6,
  missingShare: () => 0.25,
};

describe('words of labels', () => {
  it('are worked out once, with all that they cost', () => {
    let asked = 0;
    const tokenOf = (id: number): string => {
      asked++;
      return `word${String(id)}`;
    };
    const words = rememberLabelTokens({ size: 10, tokenOf }, COSTS);
    const seven = words(7);
    expect(seven).toEqual({
      shape: wordShape('word7'),
      firstLetter: 'w'.charCodeAt(0),
      weight: 5.5,
      apart: 5 / 1e6,
      missing: 0.25,
    });
    expect(words(7)).toBe(seven);
    expect(asked).toBe(1);
  });

  it('are forgotten when there are too many, and worked out again', () => {
    const size = 50_001;
    const words = rememberLabelTokens({ size, tokenOf: String }, COSTS);
    const first = words(0);
    for (let token = 0; token < size; token++) words(token);
    expect(words(0)).not.toBe(first);
    expect(words(0)).toEqual(first);
    expect(words(size - 1)).toBe(words(size - 1));
  });
});

describe('what words cost', () => {
  it('is known from the dataset, and an article of which it says nothing hardly tells entities apart', () => {
    const words: WordStatistics = {
      entityCount: 100,
      labelCount: 100,
      isKnown: () => true,
      idfOf: () => 4,
      exchangesOf: () => undefined,
      leftOutShareOf: () => 0,
      separationOf: (word) => (word === 'the' ? { anywhere: 0.9, between: 0.8 } : undefined),
      usualSeparation: { anywhere: 0.5, between: 0.2 },
      usualWordsOfType: () => undefined,
    };
    const costs = tokenWeights(words);
    expect([costs.tellsApart('the'), costs.tellsApartBetween('the')]).toEqual([0.9, 0.8]);
    expect([costs.tellsApart('lake'), costs.tellsApartBetween('lake')]).toEqual([0.5, 0.2]);
    expect(costs.tellsApart('le')).toBeLessThan(0.2);
  });
});
