import { describe, expect, it } from '@jest/globals';
import type { PropertyValue } from '../../src/entities/property.js';
import { alignColumns, type ColumnAlignment } from '../../src/input/align-columns.js';
import { assignByGain } from '../../src/input/pair-agreement.js';
import { inferColumns } from '../../src/input/input-columns.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const FIRST = ['Blue', 'Old', 'Harbour', 'Green', 'Market', 'Station', 'Garden', 'River', 'Castle', 'Corner'];
const SECOND = ['Lantern', 'Anchor', 'Kettle', 'Thistle', 'Compass', 'Barrel'];
const STREETS = ['Mill Lane', 'High Street', 'Abbey Road', 'Kings Avenue', 'Canal Walk', 'Church Hill', 'Bridge Place'];
const TOWNS = ['Leeds', 'York', 'Hull', 'Derby', 'Bath'];

/** Sixty shops: nothing in one column follows from another. */
const shops = Array.from({ length: 60 }, (_, i) => ({
  id: `s${String(i)}`,
  name: `${FIRST[i % 10] ?? ''} ${SECOND[Math.floor(i / 10)] ?? ''} Shop`,
  street: `${String(3 + ((i * 17) % 95))} ${STREETS[(i * 5) % 7] ?? ''}`,
  town: TOWNS[(i * 7) % 5] ?? '',
  phone: `0${String(1_134_560_000 + i * 7919)}`,
  opened: 1900 + ((i * 31) % 97),
  latitude: 50 + ((i * 37) % 60) / 13,
  longitude: -3 + ((i * 41) % 60) / 17,
}));
const text = (value: string): PropertyValue => ({ kind: 'text', text: value });
const { dataset } = makeSnapshot({
  entities: shops.map(({ id, name, street, town, phone, opened, latitude, longitude }) => ({
    id,
    name,
    properties: {
      street: [text(street)],
      town: [text(town)],
      phone: [text(phone)],
      opened: [{ kind: 'integer', number: opened }],
      place: [{ kind: 'coordinates', latitude, longitude }],
    },
  })),
  properties: [
    { id: 'street', datatype: 'text' },
    { id: 'town', datatype: 'text' },
    { id: 'phone', datatype: 'text' },
    { id: 'opened', datatype: 'integer' },
    { id: 'place', datatype: 'coordinates' },
  ],
});

/** The table of somebody else: other headings, other spelling, some values that differ. */
const rows = shops.map(({ name, street, town, phone, opened, latitude, longitude }, i) => [
  String(i + 1),
  name.replace('Shop', 'Store'),
  i % 4 === 0 ? '1 New Square' : street.toUpperCase(),
  town,
  phone.replace(/^0(\d{3})/, '(0$1) '),
  String(i % 5 === 0 ? opened + 1 : opened),
  latitude.toFixed(4),
  longitude.toFixed(4),
  i % 2 === 0 ? 'open' : 'closed',
]);
const headings = rows[0]?.map((_, i) => `col${String(i + 1)}`) ?? [];

function align(table: readonly (readonly string[])[], called = headings): readonly ColumnAlignment[] {
  const columns = called.flatMap((_, column) => (column === 1 ? [] : [column]));
  return alignColumns({ headings: called, rows: table, query: 1, columns }, dataset, { mostEntities: 1_000 });
}

const meanings = (found: readonly ColumnAlignment[]): readonly string[] =>
  found.map(({ column, target }) =>
    `${String(column)} ${target.kind} ${'property' in target ? target.property.id : ''}`.trim(),
  );

describe('alignColumns', () => {
  it('finds by the values alone what columns say, and leaves out those without a counterpart', () => {
    expect(meanings(align(rows))).toEqual([
      '2 property street',
      '3 property town',
      '4 property phone',
      '5 property opened',
      '6 latitude place',
      '7 longitude place',
    ]);
  });

  it('says how often values agree, how often by chance, and shows pairs of them', () => {
    const street = align(rows).find(({ column }) => column === 2);
    expect(street?.agreement).toBeGreaterThan(0.6);
    expect(street?.chance).toBeLessThan(0.3);
    expect(street?.examples).toHaveLength(3);
    expect(street?.examples[0]?.[0].toLowerCase()).toBe(street?.examples[0]?.[1].toLowerCase());
  });

  it('tells keys from values that several entities have', () => {
    const isKey = new Map(align(rows).map(({ column, isKey: is }) => [column, is]));
    expect([isKey.get(3), isKey.get(4)]).toEqual([false, true]);
  });

  it('compares no column with a property of the same name whose values say something else', () => {
    const swapped = ['no', 'name', 'town', 'street', 'opened', 'phone', 'a', 'b', 'c'];
    expect(meanings(align(rows, swapped)).filter((one) => /street|town|phone|opened/.test(one))).toEqual([
      '2 property street',
      '3 property town',
      '4 property phone',
      '5 property opened',
    ]);
  });

  it('goes by headings, in other languages too, where no row has the name of an entity', () => {
    const strangers = rows.slice(0, 8).map((cells, i) =>
      cells
        .with(1, `Qx${String(i)}`)
        .with(2, `${String(i)} Zz`)
        .with(4, `9${String(i)}`),
    );
    const german = ['Nr', 'Name', 'Straße', 'Stadt', 'Telefonnummer', '', '', '', ''];
    expect(meanings(align(strangers, german))).toEqual(
      expect.arrayContaining(['2 property street', '4 property phone']),
    );
  });

  it('recognises ids of the dataset as a key', () => {
    const withIds = rows.map((cells, i) => cells.with(8, `s${String(i)}`));
    const found = align(withIds).find(({ column }) => column === 8);
    expect([found?.target.kind, found?.isKey]).toEqual(['id', true]);
  });

  it('takes pairs that are known in place of those of the names', () => {
    const unnamed = rows.map((cells) => cells.with(1, '?'));
    const found = alignColumns({ headings, rows: unnamed, query: 1, columns: [5] }, dataset, {
      mostEntities: 1_000,
      pairs: rows.map((_, row) => ({ row, entity: row, weight: 1 })),
    });
    expect(meanings(found)).toEqual(['5 property opened']);
  });
});

describe('inferColumns', () => {
  const sought = { query: 1, entities: 1_000, except: [] };

  it('gives latitude and longitude as one place', () => {
    const { point, ignored } = inferColumns({ headings, rows }, dataset, sought);
    expect([point?.latitude, point?.longitude, point?.property.id]).toEqual([6, 7, 'place']);
    expect(ignored).toEqual([0, 8]);
  });

  it('follows what the user says of a column', () => {
    const chosen = new Map([
      [8, 'town'],
      [4, ''],
    ]);
    const { properties } = inferColumns({ headings, rows }, dataset, { ...sought, chosen });
    expect(properties.map(({ column, property }) => `${String(column)} ${property.id}`)).toEqual([
      '2 street',
      '5 opened',
      '8 town',
    ]);
  });

  it('refuses a property that the dataset does not have', () => {
    expect(() => inferColumns({ headings, rows }, dataset, { ...sought, chosen: new Map([[8, 'colour']]) })).toThrow(
      'The dataset has no property "colour" to compare "col9" with.',
    );
  });
});

describe('assignByGain', () => {
  it('makes the sum of gains as large as it can be, and leaves out what gains nothing', () => {
    expect(
      assignByGain([
        [5, 4],
        [5, 1],
        [-1, 0],
      ]),
    ).toEqual([1, 0, undefined]);
    expect(assignByGain([[3]])).toEqual([0]);
    expect(assignByGain([])).toEqual([]);
  });

  it('is as good as trying every assignment', () => {
    const gains = [
      [7, 3, 2],
      [6, 5, 1],
      [6, 4, 4],
      [1, 2, 3],
    ];
    const best = (row: number, taken: readonly number[]): number =>
      row === gains.length
        ? 0
        : Math.max(
            best(row + 1, taken),
            ...[0, 1, 2]
              .filter((at) => !taken.includes(at))
              .map((at) => (gains[row]?.[at] ?? 0) + best(row + 1, [...taken, at])),
          );
    const sum = assignByGain(gains).reduce<number>(
      (all, at, row) => all + (at === undefined ? 0 : (gains[row]?.[at] ?? 0)),
      0,
    );
    expect(sum).toBe(best(0, []));
  });
});
