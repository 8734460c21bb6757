import { beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowseQuery } from '../../src/browsing/browse-query.js';
import { EntityBrowser } from '../../src/browsing/entity-browser.js';
import { smallSnapshot } from '../support/small-snapshot.js';

const snapshot = smallSnapshot();
const { entities } = snapshot.dataset;
const whole = new EntityBrowser(snapshot, 1_000);
const bounded = new EntityBrowser(snapshot, 10);
const shares: number[] = [];
beforeAll(async () => {
  await whole.build((share) => shares.push(share));
  await bounded.build(() => undefined);
});

const ANY: BrowseQuery = { text: '', type: '', values: [], sort: 'best', isDescending: false, offset: 0, limit: 1_000 };
const idsOf = (browser: typeof whole, query: Partial<BrowseQuery>): readonly string[] =>
  browser.browse({ ...ANY, ...query }).entities;
const ids = (query: Partial<BrowseQuery>): readonly string[] => idsOf(whole, query);

describe('looking through entities', () => {
  it('gives all of them, the best known first, in parts', () => {
    expect(ids({}).length).toBe(entities.size);
    expect(ids({ limit: 3 })).toEqual(['DE', 'FR', 'JP']);
    expect(ids({ limit: 2, offset: 1 })).toEqual(['FR', 'JP']);
    expect(ids({ isDescending: true, limit: 1_000 }).at(-1)).toBe('DE');
    expect(shares.at(-1)).toBe(1);
  });

  it('finds words in names, aliases and records, without case and accents, and names before records', () => {
    expect(ids({ text: 'berlin' }).slice(0, 2).sort()).toEqual(['B', 'BNH']);
    expect(ids({ text: 'MUNCHEN' })).toEqual(['M']);
    expect(ids({ text: 'spree athen' })).toEqual(['B']);
    expect(ids({ text: 'hampshire' })).toEqual(['BNH']);
    expect(ids({ text: 'japan' })[0]).toBe('JP');
    expect(ids({ text: 'japan' })).toContain('T');
  });

  it('completes the last word, and takes a misspelt one', () => {
    expect(ids({ text: 'deuts' })).toEqual(['DE']);
    expect(ids({ text: 'Germny' })[0]).toBe('DE');
  });

  it('makes do with some of the words where nothing has all', () => {
    expect(ids({ text: 'tokyo qwxyz' })[0]).toBe('T');
    expect(ids({ text: 'qwxyz' })).toEqual([]);
  });

  it('suggests other words where little is found', () => {
    expect(whole.browse({ ...ANY, text: 'tok' }).suggestions).toContain('tokyo');
    expect(whole.browse({ ...ANY, text: 'newtown' }).suggestions).toEqual([]);
  });

  it('filters by type, with the types below it, and by values, of references by the id', () => {
    expect(ids({ type: 'Capital' })).toEqual(['T', 'P', 'B']);
    expect(ids({ type: 'Country' })).toEqual(['DE', 'FR', 'JP']);
    expect(ids({ values: [{ property: 'country', value: 'JP' }] })).toEqual(['T']);
    expect(ids({ text: 'berlin', type: 'City', values: [{ property: 'country', value: 'DE' }] })).toEqual(['B']);
    expect(ids({ values: [{ property: 'motto', value: 'nought' }] })).toEqual(['0']);
    expect(ids({ values: [{ property: 'nothing', value: 'x' }] })).toEqual([]);
  });

  it('sorts by name and by values, those without a value last either way', () => {
    expect(ids({ type: 'Capital', sort: 'name' })).toEqual(['B', 'P', 'T']);
    expect(ids({ type: 'City', sort: 'population' }).slice(0, 3)).toEqual(['BNH', 'P', 'B']);
    expect(ids({ type: 'City', sort: 'population', isDescending: true }).slice(0, 3)).toEqual(['B', 'P', 'BNH']);
    expect(ids({ type: 'Capital', sort: 'founded' })).toEqual(['P', 'B', 'T']);
    expect(ids({ type: 'Capital', sort: 'country' })).toEqual(['P', 'B', 'T']);
  });

  it('counts types and values among what is found', () => {
    const { types, facets } = whole.browse({ ...ANY, type: 'City' });
    expect(types.find(({ id }) => id === 'Capital')?.count).toBe(3);
    const country = facets.find(({ property }) => property === 'country');
    expect(country?.values.map(({ value, count }) => [value, count])).toEqual([
      ['DE', 2],
      ['FR', 1],
      ['JP', 1],
    ]);
    expect(facets.some(({ property }) => property === 'code')).toBe(false);
  });

  it('searches the best known only where there are more than it may, and says so', () => {
    expect(bounded.browse(ANY)).toMatchObject({ total: entities.size, lookedAt: entities.size });
    expect(bounded.browse({ ...ANY, text: 'berlin' })).toMatchObject({ total: 3, lookedAt: 10 });
    expect(bounded.browse({ ...ANY, text: 'sisters' })).toMatchObject({ total: 0, lookedAt: 10 });
    expect(idsOf(bounded, { type: 'Village' }).length).toBe(40);
    expect(bounded.browse({ ...ANY, sort: 'name' }).total).toBe(10);
  });

  it('saves the same as JSON and CSV, formulas guarded', () => {
    const json: unknown = JSON.parse(whole.save({ ...ANY, type: 'Capital', limit: 2 }, 'json'));
    expect(json).toMatchObject({
      total: 3,
      searched: entities.size,
      offset: 0,
      entities: [{ id: 'T', properties: { country: [{ id: 'JP', name: 'Japan' }] } }, { id: 'P' }],
    });
    const [head, first] = whole.save({ ...ANY, text: 'munich', limit: Infinity }, 'csv').split('\r\n');
    expect(head).toMatch(/^id,name,types,description,aliases,.*Country/);
    expect(first).toMatch(/^M,München,City,,Munich,.*Germany/);
  });
});
