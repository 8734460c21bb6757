import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBigramProfile } from '../../../src/text/similarity/bigram-profile.js';
import { editDistanceWithin } from '../../../src/text/similarity/edit-distance.js';
import { numberOfWord } from '../../../src/text/similarity/number-word.js';
import { countBits, wordShape } from '../../../src/text/similarity/word-shape.js';
import { wordRelation, wordResemblance, wordSimilarity } from '../../../src/text/similarity/word-similarity.js';

/** The same measure without a band, written for clearness. */
function plainEditDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const options = [(rows[i - 1]?.[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (rows[i - 1]?.[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) options.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...options));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}

const shortWord = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 }).map((letters) => letters.join(''));

describe('editDistanceWithin', () => {
  it('agrees with the plain measure up to its bound', () => {
    fc.assert(
      fc.property(shortWord, shortWord, fc.integer({ min: 0, max: 5 }), (a, b, max) => {
        expect(editDistanceWithin(a, b, max)).toBe(Math.min(plainEditDistance(a, b), max + 1));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('wordSimilarity', () => {
  it('takes forms of one given name for one another, less than a slip of one letter', () => {
    expect(wordRelation(wordShape('bill'), wordShape('william'))).toBe('given-name');
    expect(wordSimilarity(wordShape('giuseppe'), wordShape('joseph'))).toBeGreaterThan(0.6);
    expect(wordRelation(wordShape('alexandre'), wordShape('alexander'))).toBe('typo');
    expect(wordSimilarity(wordShape('alexandre'), wordShape('alexander'))).toBeGreaterThan(wordSimilarity(wordShape('sasha'), wordShape('alexander')));
    expect(wordSimilarity(wordShape('bill'), wordShape('joseph'))).toBe(0);
  });

  it('knows what says the same of father and son', () => {
    for (const [a, b] of [['jr', 'younger'], ['ii', 'junior'], ['pere', 'elder']] as const) expect(wordRelation(wordShape(a), wordShape(b))).toBe('generation');
    expect(wordSimilarity(wordShape('jr'), wordShape('sr'))).toBe(0);
    expect(wordSimilarity(wordShape('ii'), wordShape('elder'))).toBe(0);
    expect(wordRelation(wordShape('ii'), wordShape('2nd'))).toBe('number');
  });

  it('counts half for a long vowel that Arabic or Hebrew letters leave out, and for an open end', () => {
    const alike = (a: string, b: string): number => wordSimilarity(wordShape(a), wordShape(b));
    for (const [a, b, otherwise] of [
      ['ميلبورن', 'ملبورن', 'ملبورنت'],
      ['מינכן', 'מנכן', 'מקנכן'],
      ['مالقا', 'مالقه', 'مالقت'],
    ] as const) {
      expect(1 - alike(a, b)).toBeCloseTo((1 - alike(otherwise, b)) / 2, 1);
      expect(alike(a, b)).toBe(alike(b, a));
    }
    // At the beginning, or elsewhere than at the end, another letter is another letter.
    expect(alike('املبورن', 'ملبورن')).toBeLessThan(alike('ميلبورن', 'ملبورن') - 0.05);
    expect(alike('مالقا', 'مهلقا')).toBe(alike('مالقا', 'مبلقا'));
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
    expect(wordRelation(wordShape(a), wordShape(b))).toBe(kind);
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

describe('small measures', () => {
  it('read numbers in several forms', () => {
    expect(['007', '21st', 'iv', 'xxxix', 'third', 'mix', 'i', 'abc', '12a'].map(numberOfWord)).toEqual(['7', '21', '4', '39', '3', undefined, undefined, undefined, '12']);
  });

  it('read Roman numbers up to eighty-nine and ordinals in "d", but no names', () => {
    expect(['xlvii', 'xlix', 'lvi', 'lxxxix', '82d', '103d'].map(numberOfWord)).toEqual(['47', '49', '56', '89', '82', '103']);
    expect(['li', 'liv', 'ill', 'mix', 'xlx', '2d', '3d', '84d'].map(numberOfWord)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('count bits', () => {
    fc.assert(fc.property(fc.integer(), (bits) => countBits(bits) === (bits >>> 0).toString(2).replaceAll('0', '').length));
  });

  it('compare letter pairs symmetrically, spaces left out', () => {
    const profile = createBigramProfile();
    profile.set('new castle');
    expect(profile.similarity('newcastle')).toBe(1);
    const forward = profile.similarity('castle new');
    profile.set('castle new');
    expect(profile.similarity('new castle')).toBeCloseTo(forward, 10);
    expect(profile.similarity('xyz')).toBe(0);
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
