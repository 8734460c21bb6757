import { describe, expect, it } from '@jest/globals';
import { suggestEntities } from '../../src/describe/suggest-entities.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const names = ['Kandinsky, Wassily', 'Ignatovich, Elizaveta', 'Игнатьев, Николай', 'Mahfouz, Naguib'];
const snapshot = makeSnapshot({ entities: names.map((name, i) => ({ id: `e${String(i)}`, name })) });

function suggested(typed: string): readonly string[] {
  const page = suggestEntities(snapshot, { typed, types: [], typeMode: 'any', uriPrefixes: [], limit: 10, offset: 0 });
  return page.items.map(({ ordinal }) => names[ordinal] ?? '');
}

describe('what is suggested for letters that the names are not written in', () => {
  it('are names that begin so in Latin letters', () => {
    expect(suggested('Кандинс')).toEqual(['Kandinsky, Wassily']);
    expect(suggested('محفو')).toEqual(['Mahfouz, Naguib']);
  });

  it('are names in the letters typed before all, when there are any', () => {
    expect(suggested('Игнат')[0]).toBe('Игнатьев, Николай');
  });

  it('is nothing when nothing begins so', () => {
    expect(suggested('Щерба')).toEqual([]);
  });
});
