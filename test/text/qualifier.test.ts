import { describe, expect, it } from '@jest/globals';
import { qualifierAtEnd, startOfQualifier } from '../../src/text/qualifier.js';
import { markedAbbreviations } from '../../src/text/similarity/marked-abbreviation.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const filler = Array.from({ length: 60 }, (_, i) => ({
  id: `f${String(i)}`,
  name: `Filler${String.fromCharCode(97 + (i % 26))} Thing${String(i)}`,
  types: ['t'],
}));

function listOf(...names: readonly string[]): ReturnType<typeof makeSnapshot> {
  return makeSnapshot({
    types: [{ id: 't', name: 'Thing', broader: [] }],
    entities: [...names.map((name) => ({ id: name, name, types: ['t'] })), ...filler],
  });
}

describe('the qualifier at the end of a name', () => {
  it.each([
    ['Alien (1979)', 1],
    ['Mercury (Roman deity)', 2],
    ['Bach, Johann Sebastian, 1685-1750', 2],
    ['Smith, Zadie, 1975-', 1],
    ['Thomas, Aquinas, Saint, 1225?-1274', 2],
    ['Gutenberg, Johann, approximately 1400-1468.', 3],
    ['World War, 1914–1918', 2],
    ['Olympic Games, 2008', 0],
    ['Apollo 11', 0],
    ['Sony KDL-1080', 0],
    ['(all of it)', 0],
  ])('of %s has %i words', (name, words) => {
    expect(qualifierAtEnd(name).words).toBe(words);
  });

  it('costs little when it is all that the query lacks, whatever it says', () => {
    const list = listOf(
      'Mann, Thomas, 1875-1955',
      'Mann, Heinrich, 1871-1950',
      'Casablanca (1942)',
      'Casablanca Express',
    );
    for (const [query, id] of [
      ['Thomas Mann', 'Mann, Thomas, 1875-1955'],
      ['Casablanca', 'Casablanca (1942)'],
    ] as const) {
      const [first, second] = candidatesFor(list, query);
      expect(first?.id).toBe(id);
      expect(first?.score).toBeLessThan(98);
      expect(first?.score).toBeGreaterThan((second?.score ?? 0) + 15);
    }
  });

  it('says that two things are meant where both have one and no word of them is the same', () => {
    const list = listOf('Office of Weights (Norway)', 'Office of Weights and Measures (Sweden)', 'Office of Weights');
    const [first, second] = candidatesFor(list, 'Office of Weights (Sweden)');
    const scoreOf = (id: string): number =>
      candidatesFor(list, 'Office of Weights (Sweden)').find((candidate) => candidate.id === id)?.score ?? 0;
    expect([first?.id, second?.id]).not.toContain('Office of Weights (Norway)');
    expect(scoreOf('Office of Weights and Measures (Sweden)')).toBeGreaterThan(
      scoreOf('Office of Weights (Norway)') + 5,
    );
  });

  it('leaves those undecided that only their notes tell apart', () => {
    const candidates = candidatesFor(
      listOf('King Kong (1933)', 'King Kong (1976)', 'King Kong (2005 film)'),
      'King Kong',
    );
    expect(candidates.some(({ match }) => match)).toBe(false);
  });

  it('tells them apart when the query has it', () => {
    const list = listOf('Strauss, Johann, 1804-1849', 'Strauss, Johann, 1825-1899');
    expect(candidatesFor(list, 'Johann Strauss (1825-1899)')[0]?.id).toBe('Strauss, Johann, 1825-1899');
  });
});

describe('a word that may be short for another one', () => {
  const scoreOf = (list: ReturnType<typeof makeSnapshot>, query: string, id: string): number =>
    candidatesFor(list, query).find((candidate) => candidate.id === id)?.score ?? 0;

  it('is less likely so when names of the list have both', () => {
    const known = scoreOf(listOf('Harbour West', 'Western Bank'), 'Harbour Western', 'Harbour West');
    const unknown = scoreOf(listOf('Harbour West', 'Eastern Bank'), 'Harbour Western', 'Harbour West');
    expect(known).toBeLessThan(unknown);
    expect(known).toBeGreaterThan(50);
  });

  it.each([
    ['Harbour Univ', 'Harbour University', 'Univ Press'],
    ['Frederick Harbour', 'Fred Harbour', 'Frederick Bank'],
    ['Harbour West.', 'Harbour Western', 'West Bank'],
  ])('is not less likely in "%s" for "%s", which is usual', (query, name, other) => {
    expect(scoreOf(listOf(name, other), query, name)).toBeGreaterThan(
      scoreOf(listOf(name, 'Lake Bank'), query, name) - 3,
    );
  });
});

describe('words that a full stop marks as abbreviated', () => {
  it.each([
    ['J. Biol. Chem.', ['j', 'biol', 'chem']],
    ['Z. Naturforsch.', ['z', 'naturforsch']],
    ['St. Petersburg', ['st']],
    ['We went to Petersburg.', []],
    ['Univ.', ['univ']],
    ['version 2.0', []],
  ])('in %s are %j', (text, words) => {
    expect([...(markedAbbreviations(text) ?? [])]).toEqual(words);
  });

  it('are alike to what they are short for, however long they are', () => {
    const list = listOf(
      'Nature',
      'Nature Communications',
      'Chemical Communications',
      'Journal of the American Chemical Society',
      'Journal of Physical Chemistry C',
    );
    for (const [query, id] of [
      ['Nat. Commun.', 'Nature Communications'],
      ['Chem. Commun.', 'Chemical Communications'],
      ['J. Am. Chem. Soc.', 'Journal of the American Chemical Society'],
    ] as const) {
      const [first, second] = candidatesFor(list, query);
      expect(first?.id).toBe(id);
      expect((first?.score ?? 0) - (second?.score ?? 0)).toBeGreaterThan(10);
    }
  });
});

describe('where the qualifier in brackets begins', () => {
  it.each([
    ['Alien (1979)', 6],
    ['Alien (1979)  ', 6],
    ['Alien (a) (b)', 10],
    ['Alien ((a', -1],
    ['Alien ((a)', 6],
    ['Alien (a) b', -1],
    ['(all of it)', 0],
    ['', -1],
    [')', -1],
  ])('%j: at %i', (text, place) => {
    expect(startOfQualifier(text, '([{', ')]}')).toBe(place);
  });

  it('is looked for with the brackets that are named alone', () => {
    expect(startOfQualifier('Alien（1979）', '(（', ')）')).toBe(5);
    expect(startOfQualifier('Alien [2]', '(（', ')）')).toBe(-1);
  });
});
