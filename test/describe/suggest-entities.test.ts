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

describe('an identifier that was typed whole', () => {
  const languages = makeSnapshot({
    entities: [
      { id: 'mun', name: 'Mundari' },
      { id: 'm1', name: 'Munich', prominence: 9 },
      { id: 'm2', name: 'Munster' },
    ],
  });
  const ids = (typed: string): readonly string[] =>
    suggestEntities(languages, { typed, types: [], typeMode: 'any', uriPrefixes: [], offset: 0, limit: 5 }).items.map(
      ({ ordinal }) => languages.dataset.entities.entity(ordinal).id,
    );

  it('comes first', () => {
    expect(ids('mun')).toEqual(['mun', 'm1', 'm2']);
    expect(ids('m2')).toEqual(['m2']);
  });

  it('is not completed', () => {
    expect(ids('mu')).toEqual(['m1', 'mun', 'm2']);
    expect(
      suggestEntities(languages, { typed: 'm1x', types: [], typeMode: 'any', uriPrefixes: [], offset: 0, limit: 5 })
        .items,
    ).toEqual([]);
  });
});
