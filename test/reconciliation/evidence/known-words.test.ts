import { describe, expect, it } from '@jest/globals';
import { shareOfKnownWords } from '../../../src/reconciliation/evidence/null-candidate.js';
import { analyseLabel } from '../../../src/text/analyse-label.js';

function knows(...words: readonly string[]): (word: string) => boolean {
  return (word) => words.includes(word);
}

describe('words of a query that a list knows', () => {
  it.each([
    ['Lake Placid', ['lake', 'placid'], 1],
    ['Lake Wobegon', ['lake', 'placid'], 0.5],
    ['The Lake', ['lake'], 1],
    ['Univ. Lake', ['lake'], 1],
    ['Lake Berhad', ['lake'], 1],
  ])('of "%s", when there are %j, are a share of %d', (query, words, share) => {
    expect(shareOfKnownWords(analyseLabel(query), knows(...words), 0)).toBe(share);
  });

  it('are those as well that a name has otherwise', () => {
    expect(shareOfKnownWords(analyseLabel('Lake Wobegon'), knows('lake'), 0b10)).toBe(1);
  });

  it('have no unknown one between two pairs of characters that say it all', () => {
    expect(shareOfKnownWords(analyseLabel('巴林王国'), knows('巴林', '王国'), 0)).toBe(1);
    expect(shareOfKnownWords(analyseLabel('巴林王国'), knows('巴林'), 0)).toBeCloseTo(1 / 3);
    expect(shareOfKnownWords(analyseLabel('巴林大王国'), knows('巴林', '王国'), 0)).toBe(0.5);
  });
});
