import { describe, expect, it } from '@jest/globals';
import { foremostShare } from '../../../../src/reconciliation/scoring/names/foremost-words.js';
import { candidatesFor, makeGeneration } from '../../../support/make-generation.js';

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'];
/** A hundred names of two words each, so that the words of two names weigh as in a list. */
const OTHERS = SYLLABLES.flatMap((one) => SYLLABLES.map((two) => `${one}${two}nia ${two}${one}lata`));

function namesFor(names: readonly string[], query: string): readonly string[] {
  const generation = makeGeneration({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });
  return candidatesFor(generation, query).map(({ name }) => name);
}

describe('the words that tell most', () => {
  it('move a name the more, the less alike it is otherwise, and an equal one not at all', () => {
    const words = { open: 0.5, equal: 0.9, half: false };
    expect(foremostShare(1, words)).toBe(1);
    expect(foremostShare(0.6, words)).toBeGreaterThan(foremostShare(0.9, words));
    expect(foremostShare(0.5, { ...words, open: 1 })).toBeLessThan(foremostShare(0.5, words));
    expect(foremostShare(0.5, { ...words, equal: 0 })).toBeLessThan(foremostShare(0.5, words));
    expect(foremostShare(0.5, { ...words, half: true })).toBeLessThan(foremostShare(0.5, words));
    expect(foremostShare(0.5, { open: 0, equal: 0, half: true })).toBe(1);
  });

  it('put a name that has the one half of the query behind one that has the other half and more letters', () => {
    const names = ['Poa', 'Stipa xanthochlamydea', ...OTHERS];
    expect(namesFor(names, 'Poa xanthochlamydea')[0]).toBe('Stipa xanthochlamydea');
    // A word that the list does not know may be anything.
    expect(namesFor(names, 'Poa chrysophylla')[0]).toBe('Poa');
  });

  it('make no candidate surer', () => {
    const generation = makeGeneration({ entities: ['Amanita', 'Boletus erythropus'].map((name, i) => ({ id: `e${String(i)}`, name })) });
    expect(candidatesFor(generation, 'Amanita erythropus').map(({ match }) => match)).not.toContain(true);
  });
});
