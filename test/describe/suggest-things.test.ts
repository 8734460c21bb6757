import { describe, expect, it } from '@jest/globals';
import { suggestProperties, suggestTypes } from '../../src/describe/suggest-things.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const snapshot = makeSnapshot({
  entities: [
    {
      id: 'e',
      name: 'Entity',
      types: ['City', 'Museum', 'Country'],
      properties: { plz: [{ kind: 'text', text: 'SW1A 2AA' }], population: [{ kind: 'integer', number: 70_481 }] },
    },
  ],
  types: ['City', 'Museum', 'Country'].map((id) => ({ id, name: id, broader: [] })),
  properties: [
    { id: 'country', name: 'Country', datatype: 'text' },
    { id: 'population', name: 'Population', datatype: 'integer' },
    { id: 'dateOfBirth', name: 'Date of birth', datatype: 'date' },
    { id: 'plz', name: 'PLZ', datatype: 'text' },
  ],
});
const { dataset } = snapshot;
const page = { offset: 0, limit: 5 };
const properties = (typed: string): readonly string[] =>
  suggestProperties(snapshot, typed, '', page).items.map(({ id }) => id);
const types = (typed: string): readonly string[] => suggestTypes(dataset, typed, page).items.map(({ id }) => id);

describe('properties are found by a value, where nothing is called so', () => {
  it.each([
    ['SW1A 2AA', ['plz']],
    ['sw1a2aa', []],
    ['70481', ['population']],
    ['70482', []],
  ])('%s', (typed, ids) => {
    expect(properties(typed)).toEqual(ids);
  });
});

describe('properties are found by what people call them', () => {
  it.each([
    ['Land', 'country'],
    ['pays', 'country'],
    ['nation', 'country'],
    ['страна', 'country'],
    ['国', 'country'],
    ['Einwohner', 'population'],
    ['Einwonerzahl', 'population'],
    ['popn', 'population'],
    ['Populaton', 'population'],
    ['birth date', 'dateOfBirth'],
    ['birth of date', 'dateOfBirth'],
    ['geburtsd', 'dateOfBirth'],
    ['Postleitzahl', 'plz'],
    ['zip code', 'plz'],
  ])('%s', (typed, id) => {
    expect(properties(typed)[0]).toBe(id);
  });

  it('by their own names before what means the same', () => {
    expect(properties('p')).toEqual(['population', 'plz']);
    expect(properties('count')[0]).toBe('country');
  });

  it('or not at all', () => {
    expect(properties('xyzzy')).toEqual([]);
    expect(properties('l')).not.toContain('country');
  });
});

describe('types are found by what people call them', () => {
  it.each([
    ['Stadt', 'City'],
    ['ville', 'City'],
    ['Musée', 'Museum'],
    ['museo', 'Museum'],
    ['musuem', 'Museum'],
    ['Länder', 'Country'],
    ['Contry', 'Country'],
  ])('%s', (typed, id) => {
    expect(types(typed)[0]).toBe(id);
  });

  it('all of them where nothing is typed', () => {
    expect([...types('')].sort()).toEqual(['City', 'Country', 'Museum']);
  });
});
