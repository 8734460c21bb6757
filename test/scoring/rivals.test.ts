import { describe, expect, it } from '@jest/globals';
import type { PropertyValue } from '../../src/entities/property.js';
import type { EnglishCandidate } from '../support/make-snapshot.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const text = (value: string): PropertyValue => ({ kind: 'text', text: value });
const OTHERS = ['Gassim', 'Harima', 'Kasese', 'Hajima', 'Kagama', 'Oshawa', 'Nagoma', 'Agushi', 'Mashima', 'Kashira'];

describe('a property that all others near by name contradict', () => {
  const places = makeSnapshot({
    properties: [{ id: 'country', datatype: 'text' }],
    entities: [
      { id: 'p1', name: 'Kagoshima Airport', properties: { country: [text('Japan')] } },
      ...Array.from({ length: 120 }, (_, i) => ({
        id: `o${String(i)}`,
        name: `${OTHERS[i % OTHERS.length] ?? ''}${i < 10 ? '' : String.fromCharCode(97 + (i % 26)) + String.fromCharCode(97 + (i % 7))} Airport`,
        properties: { country: [text(i % 12 === 0 && i > 0 ? 'Japan' : `Land ${String(i % 12)}`)] },
      })),
    ],
  });
  const inJapan = { properties: [{ property: 'country', values: ['Japan'] }] };
  const probabilityOf = (name: string): unknown =>
    candidatesFor(places, name, inJapan)[0]?.features.find(({ id }) => id === 'probability')?.value;

  it('does not make a name sure that is hardly alike', () => {
    expect(probabilityOf('Hachijojima Airport')).toBeLessThan(0.95);
    expect(probabilityOf('Kagoshima Airport')).toBeGreaterThan(0.98);
  });
});

describe('a property that says of the first and of its rivals the same', () => {
  const COUNTRIES = ['Austria', 'Norway', 'Portugal', 'Greece', 'Japan', 'Chile'];
  const FEW = [
    'Ashing',
    'Bramber',
    'Claywell',
    'Dunlow',
    'Elmford',
    'Farnham',
    'Gorsley',
    'Holmby',
    'Ibstone',
    'Jarrow',
  ];
  const inCountry = (country: string) => ({ country: [text(country)] });
  const towns = makeSnapshot({
    properties: [{ id: 'country', datatype: 'text' }],
    entities: [
      { id: 'vienna', name: 'Vienna', aliases: ['Wien'], properties: inCountry('Austria') },
      { id: 'baden', name: 'Baden', aliases: ['Baden bei Wien'], properties: inCountry('Austria') },
      ...['Gerasdorf', 'Breitenfurt', 'Perchtoldsdorf'].map((name) => ({
        id: name,
        name: `${name} bei Wien`,
        properties: inCountry('Austria'),
      })),
      ...COUNTRIES.flatMap((country, i) =>
        FEW.map((name, k) => ({
          id: `${name}${String(i)}`,
          name: `${name}${'aeiouy'.charAt(i)} ${(FEW[(k + i) % FEW.length] ?? '').toLowerCase()}`,
          properties: inCountry(country),
        })),
      ),
    ],
  });
  const answer = (name: string, country?: string): readonly EnglishCandidate[] =>
    candidatesFor(
      towns,
      name,
      country === undefined ? {} : { properties: [{ property: 'country', values: [country] }] },
    );
  const probabilityOf = (found: readonly EnglishCandidate[], id: string): number =>
    Number(found.find((one) => one.id === id)?.features.find((feature) => feature.id === 'probability')?.value);

  it.each([
    ['Wien', 'vienna', 'baden', 'Austria'],
    ['Wien', 'vienna', 'Gerasdorf', 'Austria'],
    ['Wiem', 'vienna', 'baden', 'Austria'],
    ['Gerasdorf Wien', 'Gerasdorf', 'vienna', 'Austria'],
    ['Wien', 'vienna', 'baden', 'Chile'],
  ])('%s: %s is no less sure than %s, in %s, than without a country', (name, first, rival, country) => {
    const [without, withCountry] = [answer(name), answer(name, country)];
    expect([without[0]?.id, withCountry[0]?.id]).toEqual([first, first]);
    const oddsOf = (found: readonly EnglishCandidate[]): number =>
      probabilityOf(found, first) / probabilityOf(found, rival);
    expect(oddsOf(withCountry) / oddsOf(without)).toBeGreaterThan(0.65);
  });

  it('leaves a name matched that is matched without it', () => {
    expect(answer('Wien')[0]).toMatchObject({ id: 'vienna', match: true });
    expect(answer('Wien', 'Austria')[0]).toMatchObject({ id: 'vienna', match: true });
    expect(probabilityOf(answer('Wien', 'Austria'), 'vienna')).toBeGreaterThan(probabilityOf(answer('Wien'), 'vienna'));
  });
});
