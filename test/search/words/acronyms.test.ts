import { describe, expect, it } from '@jest/globals';
import { acronymsOf, attachAcronyms, buildAcronyms, type WordsOfForms } from '../../../src/search/words/acronyms.js';

/** Words numbered as they come. */
function numbered(names: readonly (readonly string[])[]): WordsOfForms {
  const words = [...new Set(names.flat())];
  return {
    words,
    firstWordOfForm: Uint32Array.from([0, ...names], (_, i) => names.slice(0, i).flat().length),
    wordsOfForms: Uint32Array.from(names.flat(), (word) => words.indexOf(word)),
  };
}

describe('acronyms', () => {
  it('are the initials of all words and of those that are not little', () => {
    expect(acronymsOf(['massachusetts', 'institute', 'of', 'technology'])).toEqual(['mit', 'miot']);
    expect(acronymsOf(['european', 'space', 'agency'])).toEqual(['esa']);
  });

  it('are not asked for two words, nor made of sentences, or names with numbers', () => {
    expect(acronymsOf(['new', 'york'])).toEqual([]);
    expect(acronymsOf(['apollo', '11', 'mission'])).toEqual([]);
    expect(acronymsOf(new Array<string>(11).fill('word'))).toEqual([]);
  });

  it('lead to every name that has them, lightest first', () => {
    const names = ['european space agency', 'rome', 'english speaking association', 'bank of the west', 'new york'].map(
      (name) => name.split(' '),
    );
    const formsOf = attachAcronyms(buildAcronyms(numbered(names)));
    expect([...formsOf('esa')]).toEqual([0, 2]);
    expect([...formsOf('bw')]).toEqual([3]);
    expect([...formsOf('botw')]).toEqual([3]);
    expect([...formsOf('ny')]).toEqual([4]);
    expect([...formsOf('xyz')]).toEqual([]);
  });
});
