import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Property, PropertyValue } from '../../src/entities/property.js';
import {
  attachPropertyValueIndex,
  createPropertyValueCollector,
  type PropertyValueIndex,
} from '../../src/scoring/property-values.js';

const property = (id: string, datatype: Property['datatype']): Property => ({
  id,
  name: id,
  datatype,
  identifying: false,
  usedBy: [],
  entityCount: 1,
});
const CODE = property('code', 'identifier');
const PLACE = property('place', 'text');
const FOUNDED = property('founded', 'date');
const HOME = property('home', 'coordinates');

function indexOf(entities: readonly Readonly<Record<string, readonly PropertyValue[]>>[]): PropertyValueIndex {
  const collector = createPropertyValueCollector();
  for (const properties of entities) collector.add({ properties });
  return attachPropertyValueIndex(collector.finish());
}

const text = (value: string): PropertyValue => ({ kind: 'text', text: value });

describe('the index of property values', () => {
  it('finds the entities that have a value, ascending, as a plain model does', () => {
    const value = fc.constantFrom('Bern', 'bern', 'Basel', 'Genève', 'geneve', '');
    fc.assert(
      fc.property(
        fc.array(fc.array(value, { maxLength: 3 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 10 }),
        (lists, most) => {
          const index = indexOf(lists.map((values) => ({ place: values.filter((each) => each !== '').map(text) })));
          for (const [asked, same] of [
            ['BERN', ['Bern', 'bern']],
            ['basel', ['Basel']],
            ['Geneve', ['Genève', 'geneve']],
          ] as const) {
            const having = lists.flatMap((values, ordinal) =>
              values.some((each) => same.some((one) => one === each)) ? [ordinal] : [],
            );
            expect(index.entitiesWith(PLACE, asked, most)).toEqual(having.length > most ? [] : having);
          }
        },
      ),
    );
  });

  it('keeps properties apart', () => {
    const index = indexOf([{ place: [text('12')] }, { code: [{ kind: 'identifier', text: '12' }] }]);
    expect(index.entitiesWith(CODE, '12', 10)).toEqual([1]);
    expect(index.entitiesWith(PLACE, '12', 10)).toEqual([0]);
  });

  it('finds a full date under its year as well', () => {
    const index = indexOf([
      { founded: [{ kind: 'date', date: { year: 1848, month: 9, day: 12 } }] },
      { founded: [{ kind: 'date', date: { year: 1848 } }] },
    ]);
    expect(index.entitiesWith(FOUNDED, '1848', 10)).toEqual([0, 1]);
    expect(index.entitiesWith(FOUNDED, '1848-09-12', 10)).toEqual([0]);
  });

  it('says nothing of places on a map, of long texts, and of values that very many have', () => {
    const long = 'x'.repeat(81);
    const index = indexOf([
      ...Array.from({ length: 1001 }, () => ({ place: [text('Switzerland')] })),
      { place: [text(long)], home: [{ kind: 'coordinates', latitude: 1, longitude: 2 }] },
    ]);
    expect(index.entitiesWith(PLACE, 'Switzerland', 5000)).toEqual([]);
    expect(index.entitiesWith(PLACE, long, 10)).toEqual([]);
    expect(index.entitiesWith(HOME, '1,2', 10)).toEqual([]);
  });
});
