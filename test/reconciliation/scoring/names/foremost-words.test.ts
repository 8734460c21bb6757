import { describe, expect, it } from '@jest/globals';
import { foremostShare } from '../../../../src/reconciliation/scoring/names/foremost-words.js';
import { candidatesFor, makeSnapshot } from '../../../support/make-snapshot.js';

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];
const NOTHING = { open: 0, equal: 0, half: false, parted: false, wholePart: false };
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
  });

  it('never make a likeness less than 0 or more than 1', () => {
    for (let likeness = 0; likeness <= 1; likeness += 0.1) {
      const most = { ...NOTHING, equal: 1, parted: true, wholePart: true };
      const least = { ...NOTHING, open: 1, half: true };
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
