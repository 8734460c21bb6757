import { describe, expect, it } from '@jest/globals';
import { foremostShare } from '../../../../src/reconciliation/scoring/names/foremost-words.js';
import { candidatesFor, makeSnapshot } from '../../../support/make-snapshot.js';

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];
const NOTHING = { open: 0, equal: 0, half: false, parted: false, wholePart: false, reversed: false, surnameAlone: false };
/** A hundred names of two words each, so that the words of two names weigh as in a list. */
const OTHERS = SYLLABLES.flatMap((one) => SYLLABLES.map((two) => `${one}${two}nia ${two}${one}lata`));

function namesFor(names: readonly string[], query: string): readonly string[] {
  const snapshot = makeSnapshot({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });
  return candidatesFor(snapshot, query).map(({ name }) => name);
}

describe('the words that tell most', () => {
  it('move a name the more, the less alike it is otherwise, and an equal one not at all', () => {
    const words = { ...NOTHING, open: 0.5, equal: 0.9 };
    expect(foremostShare(1, words)).toBe(1);
    for (const move of [words, { ...words, open: 0.1 }]) expect(Math.abs(1 - foremostShare(0.6, move))).toBeGreaterThan(Math.abs(1 - foremostShare(0.9, move)));
    expect(foremostShare(0.5, { ...words, open: 1 })).toBeLessThan(foremostShare(0.5, words));
    expect(foremostShare(0.5, { ...words, equal: 0 })).toBeLessThan(foremostShare(0.5, words));
    expect(foremostShare(0.5, { ...words, half: true })).toBeLessThan(foremostShare(0.5, words));
    expect(foremostShare(0.5, { ...NOTHING, half: true })).toBe(1);
    expect(foremostShare(0.5, { ...NOTHING, reversed: true })).toBeLessThan(1);
    expect(foremostShare(0.5, { ...NOTHING, surnameAlone: true })).toBeLessThan(1);
  });

  it('never make a likeness less than 0 or more than 1', () => {
    for (let likeness = 0; likeness <= 1; likeness += 0.1) {
      const most = { ...NOTHING, equal: 1, parted: true, wholePart: true };
      const least = { ...NOTHING, open: 1, half: true, reversed: true, surnameAlone: true };
      expect(likeness * foremostShare(likeness, most)).toBeLessThanOrEqual(1);
      expect(foremostShare(likeness, least)).toBeGreaterThan(0);
    }
  });

  it('cost less where the query has several parts, and a part that the name says as a whole counts by itself', () => {
    const one = { ...NOTHING, open: 0.8, equal: 0.5 };
    const ofParts = { ...one, parted: true };
    expect(foremostShare(0.5, ofParts)).toBeGreaterThan(foremostShare(0.5, one));
    expect(foremostShare(0.5, { ...ofParts, wholePart: true })).toBeGreaterThan(foremostShare(0.5, ofParts));
  });

  it('put a name that has the one half of the query behind one that has the other half and more letters', () => {
    const names = ['Poa', 'Stipa xanthochlamydea', ...OTHERS];
    expect(namesFor(names, 'Poa xanthochlamydea')[0]).toBe('Stipa xanthochlamydea');
    // A word that the list does not know may be anything.
    expect(namesFor(names, 'Poa chrysophylla')[0]).toBe('Poa');
  });

  it('make no candidate surer', () => {
    const snapshot = makeSnapshot({ entities: ['Amanita', 'Boletus erythropus'].map((name, i) => ({ id: `e${String(i)}`, name })) });
    expect(candidatesFor(snapshot, 'Amanita erythropus').map(({ match }) => match)).not.toContain(true);
  });
});

describe('a surname with initials', () => {
  const PERSONS = ['Sutton Drewes', 'Drew Sutton', 'Drew', 'Stephanie Drew', 'Marcus Albright', 'Albright', 'Oliver Whitcombe', 'Whitcombe, Olga', 'Tan S', 'Sutton Tan'];
  const persons = makeSnapshot({ entities: [...PERSONS, ...OTHERS].map((name, i) => ({ id: `p${String(i)}`, name })) });

  it.each([
    { query: 'Drew, S.', first: 'Stephanie Drew', why: 'not the one that has the surname as a given name, nor the surname alone' },
    { query: 'Albright, M. J.', first: 'Marcus Albright', why: 'one initial of two is one' },
    { query: 'Albright, X.', first: 'Albright', why: 'another given name is farther away than none' },
    { query: 'Tan, S.', first: 'Tan S', why: 'initials behind the surname are in the order of the query' },
  ])('$query means $first: $why', ({ query, first }) => {
    expect(candidatesFor(persons, query)[0]?.name).toBe(first);
  });

  it('is equally near to names that are written surname first and last', () => {
    const [one, other] = candidatesFor(persons, 'Whitcombe, O.');
    expect([one?.name, other?.name].sort()).toEqual(['Oliver Whitcombe', 'Whitcombe, Olga']);
    expect(Math.abs((one?.score ?? 0) - (other?.score ?? 0))).toBeLessThan(5);
  });
});
