import { describe, expect, it } from '@jest/globals';
import { rememberLabelWords } from '../../../../src/reconciliation/scoring/names/label-words.js';
import { wordCosts } from '../../../../src/reconciliation/scoring/names/word-costs.js';
import type { LabelTable } from '../../../../src/search/label-table.js';
import { wordShape } from '../../../../src/text/similarity/word-shape.js';

const COSTS = { weightOf: (token: number) => token + 0.5, tellsApart: (token: number) => token / 1e6, tellsApartBetween: () => 0.5, missingShare: () => 0.25 };

describe('words of labels', () => {
  it('are worked out once, with all that they cost', () => {
    let asked = 0;
    const tokenOf = (id: number): string => {
      asked++;
      return `word${String(id)}`;
    };
    const words = rememberLabelWords({ size: 10, tokenOf }, COSTS);
    const seven = words(7);
    expect(seven).toEqual({ shape: wordShape('word7'), firstLetter: 'w'.charCodeAt(0), weight: 7.5, apart: 7 / 1e6, missing: 0.25 });
    expect(words(7)).toBe(seven);
    expect(asked).toBe(1);
  });

  it('are forgotten when there are too many, and worked out again', () => {
    const size = 50_001;
    const words = rememberLabelWords({ size, tokenOf: String }, COSTS);
    const first = words(0);
    for (let token = 0; token < size; token++) words(token);
    expect(words(0)).not.toBe(first);
    expect(words(0)).toEqual(first);
    expect(words(size - 1)).toBe(words(size - 1));
  });
});

describe('what words cost', () => {
  it('is known from the dataset, and an article of which it says nothing hardly tells entities apart', () => {
    const labels: Pick<LabelTable, 'rowCount' | 'vocabulary'> = {
      rowCount: 100,
      vocabulary: { size: 3, idOf: () => -1, tokenOf: String, entityFrequency: () => 1, weightOf: () => 4 },
    };
    const costs = wordCosts(labels, { exchanged: [], leftOut: [], apart: [[0, 0.9, 0.8]], usuallyApart: 0.5, usuallyApartBetween: 0.2 });
    expect(costs.tellsApart(0, 'the')).toBe(0.9);
    expect(costs.tellsApart(1, 'lake')).toBe(0.5);
    expect(costs.tellsApart(2, 'the')).toBeLessThan(0.2);
    expect(costs.tellsApart(-1, 'le')).toBeLessThan(0.2);
  });
});
