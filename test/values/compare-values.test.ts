import { describe, expect, it } from '@jest/globals';
import type { Entity } from '../../src/entities/entity.js';
import type { Property, PropertyValue } from '../../src/entities/property.js';
import { comparatorFor, type AskedValue, type ValueKind } from '../../src/values/compare-values.js';
import { valueFormOf, type FoundKind } from '../../src/values/value-form.js';
import type { ValueLevel } from '../../src/values/value-level.js';

const FORMS: readonly (readonly [FoundKind, string | undefined, readonly string[]])[] = [
  ['year', undefined, ['1882', '1930', '2001']],
  ['date', undefined, ['19161214', '19511119', '19440908']],
  ['date', undefined, ['1882-01-25', '25.1.1882']],
  ['coordinates', undefined, ['-6.0817, 145.3919', '59.28, -158.6']],
  ['small integer', undefined, ['3', '12', '140']],
  ['number', undefined, ['12.65', '1020.28', '$ 9.99']],
  ['number', undefined, ['12034', '7', '980221']],
  ['code', undefined, ['4560', '2135', '0801']],
  ['code', undefined, ['310-475-3585', '213/612-1580']],
  ['code', undefined, ['DCS-1100', 'KX-TS108W', 'EX81244']],
  ['duration', undefined, ['3:25', '1:02:45']],
  ['list', '|', ['H02B|H01H', 'C07K', 'B65D|B29L']],
  ['text', undefined, ['12 pinkerton circuit', '905 macquoid place']],
  ['text', undefined, ['vic', 'sa', 'nsw']],
  ['text', undefined, []],
];

describe('valueFormOf', () => {
  it.each(FORMS)('finds %s (separator %s) in %j', (kind, separator, values) => {
    expect(valueFormOf(values)).toEqual({ kind, separator });
  });
});

/** Kind, value asked for, value of the entity as text, level. */
const PAIRS: readonly (readonly [ValueKind, AskedValue, string, ValueLevel])[] = [
  ['text', 'Pinkerton Circuit', 'pinkerton-circuit', 'exact'],
  ['text', 'Los Angeles', 'los angeles', 'exact'],
  ['text', '14 elizabeth xrescent', '14 elizabeth crescent', 'close'],
  ['text', '8638 W. Third St.', '8638 west third street', 'close'],
  ['text', 'Georgia, GA', 'Georgia', 'exact'],
  ['text', 'TX', 'Texas', 'close'],
  ['text', 'NY', 'New York', 'close'],
  ['text', 'CT', 'Fairfield County, Connecticut', 'close'],
  ['text', 'Massachusetts, MA', 'Essex County, Massachusetts', 'close'],
  ['text', 'New York (NY)', 'New York', 'exact'],
  ['text', 'Deutschland', 'Germany', 'exact'],
  ['text', 'España', 'Spanien', 'exact'],
  ['text', 'Niger', 'Nigeria', 'different'],
  ['text', 'Guinea', 'Equatorial Guinea', 'different'],
  ['text', 'ne', 'New Jersey', 'different'],
  ['text', 'NE', 'New Jersey', 'different'],
  ['text', 'TN', 'Kansas', 'different'],
  ['text', 'Norwegian', 'American', 'different'],
  ['text', 'richlands', 'south grafton', 'different'],
  ['text', 'KX-TS108W', 'KX-TS3282', 'different'],
  ['text', '$9.99', '9.99', 'exact'],
  ['text', '0.5 kg', '500 g', 'exact'],
  ['text', '250 g', '500 g', 'different'],
  ['text', '', 'south grafton', 'missing'],
  ['text', 'south grafton', '', 'missing'],
  ['list', 'H02B', 'H01H|H02B|F16L', 'exact'],
  ['list', 'H02B|H01H', 'H02B|F16L', 'close'],
  ['list', 'H02B|H01H|A61K', 'H02B|F16L|C12N', 'partial'],
  ['list', 'Smith, Jon|Miller', 'Smith, John|Brown', 'partial'],
  ['list', 'H02B', 'F16L', 'different'],
  ['list', '|', 'F16L', 'missing'],
  ['code', '310-475-3585', '310/475-3585', 'exact'],
  ['code', '60623-1234', '60623', 'close'],
  ['code', '(312) 386-5286', '3865286', 'close'],
  ['code', '3865286', '3865268', 'close'],
  ['code', 'DCS-1100', 'D-Link DCS-1100', 'close'],
  ['code', '4560', '4650', 'partial'],
  ['code', '60637', '60623', 'different'],
  ['code', '2135', '4560', 'different'],
  ['identifier', '978-3-16-148410-0', '9783161484100', 'exact'],
  ['identifier', 'ISBN 978 3 16 148410 0', '9783161484100', 'close'],
  ['identifier', '9783161484117', '9783161484100', 'different'],
  ['url', 'http://example.org', 'https://www.example.org/', 'exact'],
  ['url', 'example.org/people', 'https://example.org', 'partial'],
  ['url', 'example.net', 'https://example.org', 'different'],
  ['boolean', 'Yes', 'true', 'exact'],
  ['boolean', false, 'true', 'different'],
  ['boolean', 'perhaps', 'true', 'missing'],
  ['year', '1882', 'about 1882', 'exact'],
  ['year', '1882', '1883', 'close'],
  ['year', '1882', '1885', 'partial'],
  ['year', '1882', '1982', 'partial'],
  ['year', '1882', '1901', 'different'],
  ['date', '19161214', '1916-12-14', 'exact'],
  ['date', '18.3.1871', '1871-03-18', 'exact'],
  ['date', '3/18/1871', '1871-03-18', 'exact'],
  ['date', '1871', '1871-03-18', 'exact'],
  ['date', '1871-01-01', '1871-03-18', 'exact'],
  ['date', '1871-03-08', '1871-08-03', 'close'],
  ['date', '19161214', '19161124', 'close'],
  ['date', '1817-03-18', '1871-03-18', 'close'],
  ['date', '1870-12-30', '1871-01-09', 'close'],
  ['date', '1871-02-20', '1871-03-18', 'partial'],
  ['date', '19161214', '19160302', 'partial'],
  ['date', '1871-10', '1871-03-18', 'partial'],
  ['date', '19161214', '19510201', 'different'],
  ['date', 'unknown', '1916', 'missing'],
  ['small integer', '3', '3', 'exact'],
  ['small integer', '3', '4', 'close'],
  ['small integer', '3', '5', 'partial'],
  ['small integer', '3', '6', 'different'],
  ['number', '9.99', '$ 9.99', 'exact'],
  ['number', '1,000', '1000', 'exact'],
  ['number', '1.234,5', '1234.5', 'exact'],
  ['number', '100', '97', 'close'],
  ['number', '110', '100', 'partial'],
  ['number', '100', '50', 'different'],
  ['number', '134 min', '134', 'exact'],
  ['number', '3:24', '204000', 'exact'],
  ['duration', '3:25', '3:26', 'exact'],
  ['duration', '3:25', '205000', 'exact'],
  ['duration', '2:14:00', '134 min', 'exact'],
  ['duration', '3:25', '3:29', 'close'],
  ['duration', '5:07', '5:44', 'different'],
  ['coordinates', '-6.0817, 145.3919', '-6.08170 145.39200', 'exact'],
  ['coordinates', '52.50 13.45', '52.5201, 13.4002', 'close'],
  ['coordinates', '-6.0817, 145.3919', '-6.2, 145.5', 'partial'],
  ['coordinates', '-6.0817, 145.3919', '46.5, 11.35', 'different'],
  ['coordinates', '95.0, 10.0', '46.5, 11.35', 'missing'],
];

function levelOf(kind: ValueKind, asked: AskedValue, text: string): ValueLevel {
  const form = { kind, separator: kind === 'list' ? '|' : undefined };
  return comparatorFor(asked, form)?.({ kind: 'text', text })?.level ?? 'missing';
}

describe('the comparator of values', () => {
  it.each(PAIRS)('%s: %j and %j', (kind, asked, own, level) => {
    expect(levelOf(kind, asked, own)).toBe(level);
  });

  it.each(PAIRS.filter(([, asked, own]) => typeof asked === 'string' && asked !== '' && own !== ''))(
    'is symmetric: %s, %j and %j',
    (kind, asked, own, level) => {
      expect(levelOf(kind, own, typeof asked === 'string' ? asked : '')).toBe(level);
    },
  );

  it.each<[ValueKind, string, PropertyValue]>([
    ['date', '1871-03-18', { kind: 'date', date: { year: 1871, month: 3, day: 18 } }],
    ['date', '18710318', { kind: 'integer', number: 18710318 }],
    ['number', '12.5', { kind: 'number', number: 12.5 }],
    ['boolean', 'yes', { kind: 'boolean', boolean: true }],
    ['coordinates', '52.52, 13.4', { kind: 'coordinates', latitude: 52.52, longitude: 13.4 }],
    ['url', 'example.org', { kind: 'url', url: 'https://example.org/' }],
    ['identifier', 'q-42', { kind: 'identifier', text: 'Q42' }],
  ])('reads %s %j from a typed value as from a text', (kind, asked, value) => {
    const compare = comparatorFor(asked, { kind, separator: undefined });
    expect(compare?.(value)).toMatchObject({ level: 'exact' });
    expect(compare?.(value)).toEqual(compare?.(value));
  });

  it.each(PAIRS)('gives %s %j and %j a similarity within its level', (kind, asked, own) => {
    const form = { kind, separator: kind === 'list' ? '|' : undefined };
    const found = comparatorFor(asked, form)?.({ kind: 'text', text: own });
    if (found === undefined) return;
    const bounds = {
      exact: [0.97, 1],
      close: [0.65, 0.97],
      partial: [0.3, 0.65],
      different: [0, 0.3],
      missing: [1, 0],
    };
    const [least = 1, most = 0] = bounds[found.level];
    expect(found.similarity).toBeGreaterThanOrEqual(least);
    expect(found.similarity).toBeLessThanOrEqual(most);
  });

  it('says what of a list or a day is in common', () => {
    const list = comparatorFor('H02B|H01H', { kind: 'list', separator: '|' });
    expect(list?.({ kind: 'text', text: 'H02B|B23B|H01R' })).toMatchObject({ key: 'h02b', reason: '1 in common' });
    const day = comparatorFor('18.3.1871', { kind: 'date', separator: undefined });
    expect(day?.({ kind: 'date', date: { year: 1871, month: 3, day: 18 } })?.key).toBe('1871-03-18');
    expect(day?.({ kind: 'date', date: { year: 1871 } })?.key).toBeUndefined();
  });
});

describe('references', () => {
  const isbn: Property = {
    id: 'isbn',
    name: 'ISBN',
    datatype: 'identifier',
    identifying: true,
    usedBy: [],
    entityCount: 1,
  };
  const book = (id: string, name: string, properties: Entity['properties']): Entity => ({
    id,
    name,
    aliases: id === 'B1' ? [{ text: 'Der Prozess' }] : [],
    types: [],
    properties,
    prominence: 0,
  });
  const entities = new Map(
    [
      book('B1', 'The Trial', { isbn: [{ kind: 'identifier', text: '9783161484100' }] }),
      book('B2', 'The Trail', {}),
    ].map((entity) => [entity.id, entity]),
  );
  const targets = {
    entityWithId: (id: string) => entities.get(id),
    isNameOf: (folded: string) => [...entities.values()].some(({ name }) => name.toLowerCase() === folded),
    properties: [isbn],
    types: [],
  };
  const level = (asked: AskedValue, id: string): ValueLevel | undefined =>
    comparatorFor(asked, { kind: 'reference', separator: undefined }, targets)?.({ kind: 'reference', id })?.level;

  it.each<[AskedValue, string, ValueLevel]>([
    ['B1', 'B1', 'exact'],
    [{ id: 'B1' }, 'B2', 'different'],
    ['Der Prozess', 'B1', 'exact'],
    ['978-3-16-148410-0', 'B1', 'exact'],
    [{ id: 'Q1', name: 'The Trial' }, 'B1', 'exact'],
    // The exact name of another entity is no support.
    ['The Trail', 'B1', 'partial'],
  ])('%j and the entity %s', (asked, id, expected) => {
    expect(level(asked, id)).toBe(expected);
  });

  it('says nothing of an unknown identifier without a name', () => {
    expect(level({ id: 'Q7' }, 'B1')).toBeUndefined();
  });
});
