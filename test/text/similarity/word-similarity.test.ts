import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wordShape } from '../../../src/text/similarity/word-shape.js';
import { lastRelation, wordResemblance, wordSimilarity } from '../../../src/text/similarity/word-similarity.js';

const shortWord = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 }).map((letters) => letters.join(''));

/** How two words relate. */
function relationOf(a: ReturnType<typeof wordShape>, b: ReturnType<typeof wordShape>): string {
  wordSimilarity(a, b);
  return lastRelation();
}

describe('wordSimilarity', () => {
  it('takes forms of one given name for one another, less than a slip of one letter', () => {
    expect(relationOf(wordShape('bill'), wordShape('william'))).toBe('given-name');
    expect(wordSimilarity(wordShape('giuseppe'), wordShape('joseph'))).toBeGreaterThan(0.6);
    expect(relationOf(wordShape('alexandre'), wordShape('alexander'))).toBe('typo');
    expect(wordSimilarity(wordShape('alexandre'), wordShape('alexander'))).toBeGreaterThan(
      wordSimilarity(wordShape('sasha'), wordShape('alexander')),
    );
    expect(wordSimilarity(wordShape('bill'), wordShape('joseph'))).toBe(0);
  });

  it('knows what says the same of father and son', () => {
    for (const [a, b] of [
      ['jr', 'younger'],
      ['ii', 'junior'],
      ['pere', 'elder'],
    ] as const)
      expect(relationOf(wordShape(a), wordShape(b))).toBe('generation');
    expect(wordSimilarity(wordShape('jr'), wordShape('sr'))).toBe(0);
    expect(wordSimilarity(wordShape('ii'), wordShape('elder'))).toBe(0);
    expect(relationOf(wordShape('ii'), wordShape('2nd'))).toBe('number');
  });

  it('trusts an abbreviation the more, the more letters it keeps', () => {
    const [short, long] = [
      wordSimilarity(wordShape('mgr'), wordShape('manager')),
      wordSimilarity(wordShape('dept'), wordShape('department')),
    ];
    expect(short).toBeGreaterThan(wordSimilarity(wordShape('cat'), wordShape('dog')));
    expect(long).toBeGreaterThan(short);
    expect(wordSimilarity(wordShape('univ'), wordShape('university'))).toBeGreaterThan(
      wordSimilarity(wordShape('uni'), wordShape('university')),
    );
  });

  it('never takes an article or a preposition for an abbreviation', () => {
    expect(wordSimilarity(wordShape('de'), wordShape('dominicaine'))).toBe(0);
    expect(wordSimilarity(wordShape('st'), wordShape('saint'))).toBeGreaterThan(0.5);
  });

  it.each([
    ['museum', 'museum', 'equal'],
    ['3', '3rd', 'number'],
    ['xii', '12', 'number'],
    ['second', '2', 'number'],
    ['two', '2', 'number'],
    ['two', 'three', 'none'],
    ['muenchen', 'munchen', 'spelling'],
    ['rueckversicherung', 'ruckversicherung', 'spelling'],
    ['sulphur', 'sulfur', 'spelling'],
    ['2008', '2009', 'none'],
    ['recieve', 'receive', 'typo'],
    ['j', 'johann', 'initial'],
    ['univ', 'university', 'abbreviation'],
    ['dept', 'department', 'abbreviation'],
    ['st', 'saint', 'abbreviation'],
    ['universidade', 'universitat', 'typo'],
    ['republique', 'republic', 'typo'],
    ['communic', 'communication', 'stem'],
    ['galifanachos', 'galifianakis', 'sound'],
    ['fs105', 'fs105na', 'code'],
    ['fs105', 'fs108', 'none'],
    ['cat', 'dog', 'none'],
  ])('%s and %s: %s', (a, b, kind) => {
    expect(relationOf(wordShape(a), wordShape(b))).toBe(kind);
    expect(wordSimilarity(wordShape(a), wordShape(b)) > 0).toBe(kind !== 'none');
  });

  it('is symmetric, within 0 and 1, and 1 only for equal words', () => {
    const word = fc.oneof(shortWord, fc.stringMatching(/^[a-z0-9]{1,12}$/));
    fc.assert(
      fc.property(word, word, (a, b) => {
        const one = wordSimilarity(wordShape(a), wordShape(b));
        expect(wordSimilarity(wordShape(b), wordShape(a))).toBe(one);
        expect(one).toBeGreaterThanOrEqual(0);
        expect(one).toBeLessThanOrEqual(1);
        expect(one === 1).toBe(a === b);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('wordResemblance', () => {
  const resemblance = (a: string, b: string): number => wordResemblance(wordShape(a), wordShape(b));

  it.each([
    ['galafernacus', 'galifianakis'],
    ['macanohey', 'mcconaughey'],
    ['mclockein', 'mclachlan'],
    ['kapernet', 'kaepernick'],
  ])('sees %s in %s, and less than a slip of the pen', (a, b) => {
    expect(resemblance(a, b)).toBeGreaterThan(0);
    expect(resemblance(a, b)).toBeLessThanOrEqual(0.3);
    expect(resemblance(b, a)).toBe(resemblance(a, b));
  });

  it.each([
    ['galafernacus', 'taylor'],
    ['knight', 'wright'],
    ['abcd', 'abce'],
    ['kx5500', 'kx5600'],
    ['second', 'secants'],
  ])('sees nothing in %s and %s', (a, b) => {
    expect(resemblance(a, b)).toBe(0);
  });
});
