import { describe, expect, it } from '@jest/globals';
import { extendData } from '../../src/describe/extend-data.js';
import { joinCoordinates } from '../../src/scoring/reconcile.js';
import type { ReconciliationQuery } from '../../src/scoring/query.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const at = (
  latitude: number,
  longitude: number,
): { readonly coordinates: [{ kind: 'coordinates'; latitude: number; longitude: number }] } => ({
  coordinates: [{ kind: 'coordinates', latitude, longitude }],
});
const PLACES = makeSnapshot({
  properties: [{ id: 'coordinates', datatype: 'coordinates' }],
  entities: [
    { id: 'fr', name: 'Paris', properties: at(48.8567, 2.3522) },
    { id: 'tx', name: 'Paris', properties: at(33.6609, -95.5555) },
    ...['Lyon', 'Nice', 'Dallas', 'Austin', 'Lille'].map((name, i) => ({ id: name, name, properties: at(40 + i, i) })),
  ],
});
const query = (properties: ReconciliationQuery['properties']): ReconciliationQuery => ({
  text: 'Paris',
  types: [],
  typeMode: 'any',
  limit: 5,
  properties,
});

describe('latitude and longitude as properties of a dataset that has both in one', () => {
  it('are one condition on the coordinates', () => {
    const halves = [
      { property: 'latitude', values: [33.66] },
      { property: 'Long', values: ['-95.55'] },
    ];
    expect(joinCoordinates(PLACES.dataset, query(halves)).properties).toEqual([
      { property: 'coordinates', values: ['33.66, -95.55'] },
    ]);
    expect(candidatesFor(PLACES, 'Paris', { properties: halves })[0]).toMatchObject({ id: 'tx', match: true });
    expect(
      candidatesFor(PLACES, 'Paris', {
        properties: [
          { property: 'lat', values: [48.85] },
          { property: 'lng', values: [2.35] },
        ],
      })[0],
    ).toMatchObject({ id: 'fr', match: true });
  });

  it('say nothing alone, and leave other conditions as they are', () => {
    const others = [
      { property: 'latitude', values: [33.66] },
      { property: 'country', values: ['US'] },
    ];
    expect(joinCoordinates(PLACES.dataset, query(others)).properties).toEqual(others);
  });

  it('are properties of their own where the dataset has them', () => {
    const own = makeSnapshot({
      properties: [
        { id: 'latitude', datatype: 'number' },
        { id: 'coordinates', datatype: 'coordinates' },
      ],
      entities: [{ id: 'a', name: 'A' }],
    });
    const halves = [
      { property: 'latitude', values: [1] },
      { property: 'longitude', values: [2] },
    ];
    expect(joinCoordinates(own.dataset, query(halves)).properties).toEqual(halves);
  });

  it('can be asked for as columns', () => {
    const settings = { limit: 0, references: 'entity' } as const;
    const { columns, rows } = extendData(PLACES.dataset, {
      ids: ['tx'],
      properties: [
        { id: 'latitude', settings },
        { id: 'lng', settings },
      ],
    });
    expect(columns).toEqual([
      { id: 'latitude', name: 'Latitude' },
      { id: 'lng', name: 'Longitude' },
    ]);
    expect(rows).toEqual([
      { id: 'tx', cells: [[{ kind: 'text', text: '33.6609' }], [{ kind: 'text', text: '-95.5555' }]] },
    ]);
  });
});
