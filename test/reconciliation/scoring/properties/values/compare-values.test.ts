import { describe, expect, it } from '@jest/globals';
import type { PropertyValue } from '../../../../../src/entities/property.js';
import {
  compareBooleanWith,
  compareCoordinatesWith,
  compareListWith,
  distanceKm,
} from '../../../../../src/reconciliation/scoring/properties/values/compare-values.js';
import {
  compareCodeWith,
  compareIdentifierWith,
  compareUrlWith,
} from '../../../../../src/reconciliation/scoring/properties/values/compare-identifiers.js';
import {
  compareDateWith,
  readDate,
} from '../../../../../src/reconciliation/scoring/properties/values/compare-dates.js';
import {
  compareNumberWith,
  readNumber,
} from '../../../../../src/reconciliation/scoring/properties/values/compare-numbers.js';
import { compareTextWith } from '../../../../../src/reconciliation/scoring/properties/values/compare-texts.js';
import type { CompareValue } from '../../../../../src/reconciliation/scoring/properties/values/value-comparison.js';

function agreement(compare: CompareValue | undefined, value: PropertyValue): number | undefined {
  return compare?.(value)?.agreement;
}

describe('dates', () => {
  const date = (year: number, month?: number, day?: number): PropertyValue => ({
    kind: 'date',
    date: { year, ...(month === undefined ? {} : { month }), ...(day === undefined ? {} : { day }) },
  });

  it.each<[string, PropertyValue, number]>([
    ['1871-03-18', date(1871, 3, 18), 1],
    ['1871', date(1871, 3, 18), 1],
    ['1871-03-18', date(1871), 1],
    ['18.3.1871', date(1871, 3, 18), 1],
    ['3/18/1871', date(1871, 3, 18), 1],
    ['1871-03-18', date(1871, 3, 19), 0.6],
    ['1871-03-08', date(1871, 8, 3), 0.9],
    ['1871-04-18', date(1871, 3, 18), 0.6],
    ['1817-03-18', date(1871, 3, 18), 0.5],
    ['1870-12-30', date(1871, 1, 9), 0.6],
    ['1871-02-20', date(1871, 3, 18), 0],
    ['1874-03-18', date(1871, 3, 18), 0.5],
    ['1824-03-18', date(1871, 3, 18), -1],
    ['1871-10-02', date(1871, 3, 18), 0],
    ['1872-10-02', date(1871, 3, 18), -0.65],
    ['1880-10-02', date(1871, 3, 18), -1],
    ['1871-01-01', date(1871, 3, 18), 1],
    ['1871-01-01', date(1871, 1, 1), 1],
    ['1871-10', date(1871, 3, 18), 0.3],
    ['1872', date(1871), 0.25],
    ['1880', date(1871), -0.65],
    ['1950', date(1871), -1],
    ['born in 1871, perhaps', date(1871), 1],
    ['18710318', date(1871, 3, 18), 1],
    ['18710318', { kind: 'integer', number: 18710318 }, 1],
    ['18710319', { kind: 'integer', number: 18710318 }, 0.6],
    ['1871', { kind: 'integer', number: 1871 }, 1],
  ])('%s agrees as it should', (asked, value, expected) => {
    expect(agreement(compareDateWith(asked), value)).toBe(expected);
  });

  it('cannot read what is no date', () => {
    expect(readDate('unknown')).toBeUndefined();
    expect(compareDateWith('unknown')).toBeUndefined();
  });
});

describe('numbers', () => {
  const number = (value: number): PropertyValue => ({ kind: 'number', number: value });

  it.each([
    ['100', 100, 1],
    ['1,000', 1000, 1],
    ['1.234,5', 1234.5, 1],
    ['$ 12.50', 12.5, 1],
    [1005, 1000, 0.9],
    ['110', 100, 0.3],
    ['300', 100, -1],
  ])('%s and %d', (asked, own, expected) => {
    expect(agreement(compareNumberWith(asked), number(own))).toBe(expected);
  });

  it('reads thousands marks of several countries', () => {
    expect(['1 234 567', '1.234.567', "1'234'567", '1,234,567'].map(readNumber)).toEqual([
      1234567, 1234567, 1234567, 1234567,
    ]);
  });
});

describe('codes', () => {
  it.each([
    ['60623', 60623, 1],
    ['60623-1234', 60623, 0.8],
    ['60624', 60623, 0],
    ['60637', 60623, -1],
    ['(312) 386-5286', 3865286, 0.8],
    ['3865286', 3865268, 0.4],
    ['3865286', 7485286, -1],
  ])('%s and %d', (asked, own, expected) => {
    expect(agreement(compareCodeWith(asked), { kind: 'integer', number: own })).toBe(expected);
    expect(agreement(compareCodeWith(asked), { kind: 'text', text: String(own) })).toBe(expected);
  });

  it('are made of digits', () => {
    expect(compareCodeWith('SW1A')).toBeUndefined();
    expect(compareCodeWith('60623')?.({ kind: 'text', text: 'SW1A' })).toBeUndefined();
  });
});

describe('lists', () => {
  const shareOf = (key: string): number => (key === 'h02b' ? 0.5 : 0.01);

  it.each([
    ['H02B|H01H', 'H02B|B23B|H01R', { agreement: 0.75, key: 'h02b', reason: '1 in common' }],
    ['H02B | H01R', 'H02B|B23B|H01R', { agreement: 1, key: 'h01r', reason: 'one holds the other' }],
    ['H02G', 'H02B|B23B', { agreement: -0.5, reason: 'no value in common' }],
  ])('%s and %s', (asked, own, expected) => {
    expect(compareListWith(asked, '|', shareOf)?.({ kind: 'text', text: own })).toEqual(expected);
  });

  it('say nothing when they are empty', () => {
    expect(compareListWith(' | ', '|', shareOf)).toBeUndefined();
    expect(compareListWith('H02G', '|', shareOf)?.({ kind: 'text', text: '|' })).toBeUndefined();
  });
});

describe('coordinates', () => {
  it('knows the way from Berlin to Hamburg', () => {
    expect(distanceKm(52.52, 13.405, 53.5511, 9.9937)).toBeCloseTo(255, -1);
  });

  it.each([
    ['52.52, 13.40', 1],
    ['52.50 13.45', 0.8],
    ['53.5511, 9.9937', -1],
  ])('%s against Berlin', (asked, expected) => {
    expect(
      agreement(compareCoordinatesWith(asked), { kind: 'coordinates', latitude: 52.5201, longitude: 13.4002 }),
    ).toBe(expected);
  });

  it('cannot read what lies off the globe', () => {
    expect(compareCoordinatesWith('95.0, 10.0')).toBeUndefined();
  });
});

describe('identifiers, URLs and booleans', () => {
  it('leaves marks and prefixes of identifiers out', () => {
    const value: PropertyValue = { kind: 'identifier', text: '978-3-16-148410-0' };
    expect(agreement(compareIdentifierWith('9783161484100'), value)).toBe(1);
    expect(agreement(compareIdentifierWith('ISBN 978 3 16 148410 0'), value)).toBe(0.8);
    expect(agreement(compareIdentifierWith('9783161484117'), value)).toBe(-1);
  });

  it('leaves scheme, www and the last slash of URLs out', () => {
    const value: PropertyValue = { kind: 'url', url: 'https://www.example.org/' };
    expect(agreement(compareUrlWith('http://example.org'), value)).toBe(1);
    expect(agreement(compareUrlWith('example.org/people'), value)).toBe(0.6);
    expect(agreement(compareUrlWith('example.net'), value)).toBe(-0.5);
  });

  it('reads yes and no', () => {
    expect(agreement(compareBooleanWith('Yes'), { kind: 'boolean', boolean: true })).toBe(1);
    expect(agreement(compareBooleanWith(false), { kind: 'boolean', boolean: true })).toBe(-1);
    expect(compareBooleanWith('perhaps')).toBeUndefined();
  });
});

describe('texts', () => {
  const text = (value: string): PropertyValue => ({ kind: 'text', text: value });

  it.each([
    ['Georgia, GA', 'Georgia', 0.6],
    ['310/274-1893', '310-274-1893', 1],
    ['Los Angeles', 'los angeles', 1],
    ['8638 W. Third St.', '8638 west third street', 0.7],
    ['TX', 'Texas', 0.5],
    ['Texas', 'TX', 0.5],
    ['NY', 'New York', 0.5],
    ['CT', 'Fairfield County, Connecticut', 0.5],
    ['GA', 'Georgia (U.S. state)', 0.5],
    ['DE', 'Germany', 0.5],
    ['Massachusetts, MA', 'Essex County, Massachusetts', 0.7],
    ['New York (NY)', 'New York', 1],
    ['Deutschland', 'Germany', 1],
    ['España', 'Spanien', 1],
    ['USA', 'United States', 1],
  ])('%s and %s agree', (asked, own, least) => {
    expect(agreement(compareTextWith(asked), text(own))).toBeGreaterThanOrEqual(least);
  });

  it('lets texts without a word in common disagree', () => {
    expect(agreement(compareTextWith('Norwegian'), text('American'))).toBe(-1);
    expect(agreement(compareTextWith('TN'), text('Kansas'))).toBe(-1);
    expect(agreement(compareTextWith('Guinea'), text('Equatorial Guinea'))).toBe(-1);
    expect(agreement(compareTextWith('Niger'), text('Nigeria'))).toBe(-1);
    expect(agreement(compareTextWith('ne'), text('New Jersey'))).toBe(-1);
    expect(agreement(compareTextWith('NE'), text('New Jersey'))).toBe(-1);
  });
});
