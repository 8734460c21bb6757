import { describe, expect, it } from '@jest/globals';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const references = (id: string): { readonly country: [{ kind: 'reference'; id: string }] } => ({
  country: [{ kind: 'reference', id }],
});
const PLACES = makeSnapshot({
  properties: [{ id: 'country', datatype: 'reference', targetTypes: ['Country'] }],
  types: [
    { id: 'Country', name: 'Country', broader: [] },
    { id: 'City', name: 'City', broader: [] },
  ],
  entities: [
    { id: 'US', name: 'United States', types: ['Country'] },
    { id: 'MX', name: 'Mexico', aliases: ['United Mexican States'], types: ['Country'] },
    { id: 'sj', name: 'San Jose', types: ['City'], properties: references('US') },
    { id: 'nm', name: 'Nanacamilpa', aliases: ['San José'], types: ['City'], properties: references('MX') },
    ...['Dallas', 'Austin', 'Boston', 'Reno'].map((name) => ({
      id: name,
      name,
      types: ['City'],
      properties: references('US'),
    })),
  ],
});
const best = (country: string): string | undefined =>
  candidatesFor(PLACES, 'San José', { types: ['City'], properties: [{ property: 'country', values: [country] }] })[0]
    ?.id;

it('a name that is exactly that of another entity does not support one whose name is like it', () => {
  expect(best('United States')).toBe('sj');
  expect(best('Mexico')).toBe('nm');
});

describe('a path of properties', () => {
  const text = (value: string): readonly [{ kind: 'text'; text: string }] => [{ kind: 'text', text: value }];
  const snapshot = makeSnapshot({
    properties: [
      { id: 'country', datatype: 'reference', targetTypes: ['Country'] },
      { id: 'continent', datatype: 'text' },
    ],
    types: [
      { id: 'Country', name: 'Country', broader: [] },
      { id: 'City', name: 'City', broader: [] },
    ],
    entities: [
      { id: 'US', name: 'United States', types: ['Country'], properties: { continent: text('North America') } },
      { id: 'GB', name: 'United Kingdom', types: ['Country'], properties: { continent: text('Europe') } },
      { id: 'us', name: 'Boston', types: ['City'], properties: references('US') },
      { id: 'gb', name: 'Boston', types: ['City'], properties: references('GB') },
      { id: 'nowhere', name: 'Boston', types: ['City'] },
    ],
  });
  const ids = (property: string, value: string, required = false): readonly string[] =>
    candidatesFor(snapshot, 'Boston', {
      types: ['City'],
      properties: [{ property, values: [value], ...(required && { required }) }],
    }).map(({ id }) => id);

  it.each([
    ['country/continent', 'Europe', 'gb'],
    ['country → continent', 'north america', 'us'],
    ['country/name', 'United Kingdom', 'gb'],
  ])('%s = %s tells namesakes apart', (property, value, id) => {
    expect(ids(property, value)[0]).toBe(id);
    expect(ids(property, value, true)).toEqual([id]);
  });

  it('says nothing where it leads nowhere, or does not exist', () => {
    expect(new Set(ids('country/country', 'Europe'))).toEqual(new Set(['us', 'gb', 'nowhere']));
    expect(new Set(ids('continent/country', 'Europe'))).toEqual(new Set(['us', 'gb', 'nowhere']));
  });
});
