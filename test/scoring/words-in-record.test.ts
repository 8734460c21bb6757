import { describe, expect, it } from '@jest/globals';
import { regionNames } from '../../src/text/region-names.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const year = (value: number) => ({ kind: 'date', date: { year: value } }) as const;
const place = (id: string) => ({ kind: 'reference', id }) as const;

const THINGS = makeSnapshot({
  types: [
    { id: 'person', name: 'Person', broader: [] },
    { id: 'city', name: 'City', broader: [] },
    { id: 'state', name: 'State', broader: [] },
    { id: 'school', name: 'School', broader: [] },
  ],
  properties: [
    { id: 'born', datatype: 'date' },
    { id: 'state', datatype: 'reference' },
    { id: 'town', datatype: 'text' },
    { id: 'country', datatype: 'text' },
    { id: 'pupils', datatype: 'integer' },
  ],
  entities: [
    { id: 'b1', name: 'Johann Holm', types: ['person'], properties: { born: [year(1685)] }, prominence: 5 },
    { id: 'b2', name: 'Johann Holm', types: ['person'], properties: { born: [year(1714)] }, prominence: 9 },
    { id: 'c1', name: 'Elmstead', types: ['city'], properties: { state: [place('s1')] }, prominence: 900 },
    { id: 'c2', name: 'Elmstead', types: ['city'], properties: { state: [place('XQ-NO')] }, prominence: 10 },
    { id: 'c3', name: 'Avonlee', types: ['city'], description: 'Harbour town in Northland', prominence: 10 },
    { id: 's1', name: 'Westmark', types: ['state'], prominence: 50 },
    { id: 'XQ-NO', name: 'New Ostland', types: ['state'], aliases: ['Neu-Ostland'], prominence: 50 },
    { id: 'e1', name: 'Quellen', types: ['state'], prominence: 1 },
    { id: 'e2', name: 'Quellen', types: ['city'], prominence: 9 },
    {
      id: 'h1',
      name: 'School of Mines',
      types: ['school'],
      properties: { town: [text('Freiburg')], country: [text('DE')], pupils: [{ kind: 'integer', number: 1685 }] },
    },
    {
      id: 'h2',
      name: 'School of Mines',
      types: ['school'],
      properties: { town: [text('New Leeds')], country: [text('US')] },
      prominence: 7,
    },
    ...Array.from({ length: 80 }, (_, i) => ({
      id: `f${String(i)}`,
      name: `Filler${String.fromCharCode(97 + (i % 26))} Thing${String(i)}`,
      types: ['person'],
      properties: { pupils: [{ kind: 'integer' as const, number: 7 * i }] },
    })),
  ],
});

const firstOf = (query: string): string | undefined => candidatesFor(THINGS, query)[0]?.id;

describe('words of the query that only the record has', () => {
  it('name the state that a property refers to, by any of its names', () => {
    expect(firstOf('Elmstead')).toBe('c1');
    expect(firstOf('Elmstead, Westmark')).toBe('c1');
    expect(firstOf('Elmstead, New Ostland')).toBe('c2');
    expect(firstOf('Elmstead (Neu-Ostland)')).toBe('c2');
  });

  it('are years of a date, but not any number', () => {
    expect(firstOf('Holm, Johann, 1685')).toBe('b1');
    expect(firstOf('Holm, Johann, 1714-')).toBe('b2');
    const mines = candidatesFor(THINGS, 'School of Mines 1685');
    expect(mines.find(({ id }) => id === 'h1')?.features.some(({ id }) => id === 'record')).toBe(false);
  });

  it('are texts of properties as a whole, and countries by their names', () => {
    expect(firstOf('School of Mines, Freiburg')).toBe('h1');
    expect(firstOf('School of Mines, New Leeds')).toBe('h2');
    expect(candidatesFor(THINGS, 'School of Mines, New')[0]?.features.some(({ id }) => id === 'record')).toBe(false);
    expect(firstOf('School of Mines, Allemagne')).toBe('h1');
    expect(firstOf('School of Mines, U.S.A.')).toBe('h2');
  });

  it('are the type and words of a short description', () => {
    expect(firstOf('Quellen')).toBe('e2');
    expect(firstOf('Quellen (state)')).toBe('e1');
    expect(candidatesFor(THINGS, 'Avonlee, Northland')[0]?.features.find(({ id }) => id === 'record')?.reason).toBe(
      '"northland" stands in its description',
    );
  });

  it('raise score and probability, and are told apart from the name', () => {
    const [told] = candidatesFor(THINGS, 'Elmstead, New Ostland');
    const [untold] = candidatesFor(THINGS, 'Elmstead, Somewhere Else');
    expect(told?.score).toBeGreaterThan((untold?.score ?? 100) + 5);
    const value = (id: string): number => Number(told?.features.find((feature) => feature.id === id)?.value);
    expect(value('record')).toBeGreaterThan(0);
    expect(told?.features.find(({ id }) => id === 'record')?.reason).toBe('"new ostland" is its state');
    expect(told?.features.find(({ id }) => id === 'name')?.reason).not.toContain('ostland');
    expect(value('probability')).toBeGreaterThan(0.8);
    expect(untold?.match).toBe(false);
  });

  it('never bring the score of an equal name', () => {
    expect(candidatesFor(THINGS, 'Elmstead, New Ostland')[0]?.score).toBeLessThan(99);
  });
});

describe('another name beside a name', () => {
  const OFFICES = makeSnapshot({
    entities: [
      { id: 'o1', name: 'Office of Tides', aliases: ['QFT', 'Bureau of the Sea'] },
      { id: 'o2', name: 'Office of Winds and Clouds', aliases: ['QFWC'] },
      ...Array.from({ length: 80 }, (_, i) => ({
        id: `f${String(i)}`,
        name: `Filler${String.fromCharCode(97 + (i % 26))} Thing${String(i)}`,
      })),
    ],
  });

  it.each(['Office of Tides (QFT)', 'QFT, Office of Tides', 'Office of Tides / Bureau of the Sea'])(
    'is told as such, and makes "%s" a match',
    (query) => {
      const [first] = candidatesFor(OFFICES, query);
      expect(first?.id).toBe('o1');
      expect(first?.features.find(({ id }) => id === 'record')?.reason).toMatch(/^"[^"]+" is its other name$/);
      expect(first?.match).toBe(true);
      expect(Number(first?.features.find(({ id }) => id === 'probability')?.value)).toBeGreaterThan(
        Number(
          candidatesFor(OFFICES, 'Office of Tides (QZB)')[0]?.features.find(({ id }) => id === 'probability')?.value,
        ),
      );
    },
  );

  it.each([
    'Office of Tides, Bureau',
    'Office of Tides (QFWC)',
    'Office of Winds and Tides (QFWC)',
    'Office of Winds (QFWC)',
  ])('counts only where the query has both as a whole, which "%s" has not', (query) => {
    for (const candidate of candidatesFor(OFFICES, query))
      expect(candidate.features.some(({ id }) => id === 'record')).toBe(false);
  });
});

describe('regionNames', () => {
  it('gives names of a country in several languages, the short code of a state, and none for other texts', () => {
    expect(regionNames('DE')).toEqual(expect.arrayContaining(['Germany', 'Deutschland', 'Allemagne']));
    expect(regionNames('GB')).toEqual(expect.arrayContaining(['United Kingdom', 'UK']));
    expect(regionNames('US-MA')).toEqual(['MA']);
    expect(regionNames('de')).toEqual([]);
    expect(regionNames('QX')).toEqual([]);
    expect(regionNames('Germany')).toEqual([]);
  });
});

describe('regionCodeOf', () => {
  it('knows all names, whether they were prepared in part or not', async () => {
    // A copy of the module in which nothing has been prepared yet.
    const copy: string = '../../src/text/region-names.js?unprepared';
    const { prepareRegionCodes, regionCodeOf } = (await import(
      copy
    )) as typeof import('../../src/text/region-names.js'); // the same module
    expect(prepareRegionCodes()).toBe(true);
    expect(regionCodeOf('allemagne')).toBe('DE');
    expect(regionCodeOf('vereinigte staaten')).toBe('US');
    expect(regionCodeOf('no country')).toBeUndefined();
    expect(prepareRegionCodes()).toBe(false);
    expect(regionCodeOf('deutschland')).toBe('DE');
  });
});
