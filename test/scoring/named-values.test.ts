import { describe, expect, it } from '@jest/globals';
import { namedValues } from '../../src/scoring/compare-record.js';
import { analyseLabel } from '../../src/text/analyse-label.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const COUNTRIES = ['PL', 'MY', 'FR', 'IN'] as const;

const INSTITUTES = makeSnapshot({
  types: [{ id: 'institute', name: 'Institute', broader: [] }],
  properties: [
    { id: 'country', datatype: 'text' },
    { id: 'town', datatype: 'text' },
  ],
  entities: [
    {
      id: 'i1',
      name: 'Forest Survey',
      types: ['institute'],
      properties: { country: [text('MY')], town: [text('Kepong')] },
    },
    { id: 'i2', name: 'Canal Authority', types: ['institute'], properties: { country: [text('IN')] }, prominence: 5 },
    { id: 'i3', name: 'Canal Authority', types: ['institute'], properties: { country: [text('PL')] } },
    { id: 'i4', name: 'Malt Office', types: ['institute'] },
    { id: 'i5', name: 'Bank of Poland', types: ['institute'], properties: { country: [text('FR')] } },
    ...Array.from({ length: 60 }, (_, i) => ({
      id: `f${String(i)}`,
      name: `Filler${String.fromCharCode(97 + (i % 26))} Thing${String(i)}`,
      types: ['institute'],
      properties: { country: [text(COUNTRIES[i % COUNTRIES.length] ?? '')], town: [text(`Town${String(i)}`)] },
    })),
  ],
});

const named = (query: string): readonly string[] => {
  const label = analyseLabel(query);
  const found = namedValues(INSTITUTES.dataset, INSTITUTES.statistics, label);
  return found.map(
    ({ property, words }) => `${property}: ${label.tokens.filter((_, i) => (words & (1 << i)) !== 0).join(' ')}`,
  );
};
const firstOf = (query: string) => candidatesFor(INSTITUTES, query)[0];
const recordOf = (query: string) => firstOf(query)?.features.find(({ id }) => id === 'record');

describe('namedValues', () => {
  it('gives countries that stand as a piece of their own or at the end, by their names', () => {
    expect(named('Forest Survey, Poland')).toEqual(['country: poland']);
    expect(named('Forest Survey (Pologne)')).toEqual(['country: pologne']);
    expect(named('Forest Survey, 81-700 Poland, Laboratory 7')).toEqual(['country: poland']);
    expect(named('Forest Survey India')).toEqual(['country: india']);
    expect(named('India Forest Survey')).toEqual([]);
  });

  it('gives no values of properties that hardly two entities share, and no codes of two letters', () => {
    expect(named('Forest Survey, Town7')).toEqual([]);
    expect(named('Forest Survey, in')).toEqual([]);
  });
});

describe('a value that the query names and the entity has otherwise', () => {
  it('lowers score and probability, and the answer says so', () => {
    const [against, unknown] = [firstOf('Forest Survey, Poland'), firstOf('Forest Survey, Quellen')];
    expect(against?.id).toBe('i1');
    expect(against?.score).toBeLessThan(0.8 * (unknown?.score ?? 0));
    expect(Number(against?.features.find(({ id }) => id === 'probability')?.value)).toBeLessThan(
      Number(unknown?.features.find(({ id }) => id === 'probability')?.value),
    );
    expect(recordOf('Forest Survey, Poland')?.reason).toBe('its country is not "poland"');
    expect(recordOf('Forest Survey, Poland')?.value).toBe(-1);
  });

  it('does not count where the entity has no value, where the query names its own one too, or where something else in the record agrees', () => {
    expect(recordOf('Malt Office, Poland')).toBeUndefined();
    expect(recordOf('Forest Survey, Malaysia; Survey Office, Poland')?.reason).toBe('"malaysia" is its country');
    expect(recordOf('Forest Survey, Kepong, Poland')?.reason).toBe('"kepong" is its town');
  });

  it('does not count where the word is one of its name', () => {
    expect(recordOf('Bank of Poland, Warsaw, Poland')).toBeUndefined();
    expect(firstOf('Bank of Poland')?.score).toBe(100);
  });

  it('puts the namesake first that is in the country', () => {
    expect(firstOf('Canal Authority, Poland')?.id).toBe('i3');
    expect(firstOf('Canal Authority, India')?.id).toBe('i2');
  });
});
