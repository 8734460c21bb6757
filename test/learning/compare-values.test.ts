import { describe, expect, it } from '@jest/globals';
import { LEVELS, type LevelName } from '../../src/learning/comparison-level.js';
import { levelOfValues } from '../../src/learning/compare-values.js';
import { valueFormOf, type ValueKind } from '../../src/reconciliation/scoring/model/value-statistics.js';

const FORMS: readonly (readonly [ValueKind, string | undefined, readonly string[]])[] = [
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

const PAIRS: readonly (readonly [ValueKind, string, string, LevelName])[] = [
  ['text', 'Pinkerton Circuit', 'pinkerton-circuit', 'exact'],
  ['text', '14 elizabeth xrescent', '14 elizabeth crescent', 'close'],
  ['text', 'richlands', 'south grafton', 'different'],
  ['text', '', 'south grafton', 'missing'],
  ['code', '310-475-3585', '310/475-3585', 'exact'],
  ['code', '4560', '4650', 'close'],
  ['code', 'DCS-1100', 'D-Link DCS-1100', 'close'],
  ['code', '2135', '4560', 'different'],
  ['year', '1882', 'about 1882', 'exact'],
  ['year', '1882', '1883', 'close'],
  ['year', '1882', '1982', 'partial'],
  ['year', '1882', '1901', 'different'],
  ['date', '19161214', '1916-12-14', 'exact'],
  ['date', '19161214', '19161124', 'close'],
  ['date', '19161214', '19160302', 'partial'],
  ['date', '19161214', '19510201', 'different'],
  ['date', '19161214', '1916', 'close'],
  ['small integer', '3', '4', 'close'],
  ['number', '9.99', '$ 9.99', 'exact'],
  ['number', '100', '97', 'close'],
  ['number', '100', '50', 'different'],
  ['duration', '3:25', '3:26', 'exact'],
  ['duration', '3:25', '5:25', 'different'],
  ['coordinates', '-6.0817, 145.3919', '-6.08170 145.39200', 'exact'],
  ['coordinates', '-6.0817, 145.3919', '-6.2, 145.5', 'partial'],
  ['coordinates', '-6.0817, 145.3919', '46.5, 11.35', 'different'],
];

describe('levelOfValues', () => {
  it.each(PAIRS)('%s: %j and %j', (kind, asked, own, level) => {
    expect(LEVELS[levelOfValues([asked], [own], { kind, separator: undefined })]).toBe(level);
  });

  it('takes the nearest of several values', () => {
    expect(LEVELS[levelOfValues(['1901', '1882'], ['1882'], { kind: 'year', separator: undefined })]).toBe('exact');
  });

  it.each<readonly [string, string, LevelName]>([
    ['H02B', 'H01H|H02B|F16L', 'exact'],
    ['H02B|H01H', 'H02B|F16L', 'close'],
    ['H02B|H01H|A61K', 'H02B|F16L|C12N', 'partial'],
    ['H02B', 'F16L', 'different'],
    ['|', 'F16L', 'missing'],
  ])('lists that overlap agree: %j and %j', (asked, own, level) => {
    expect(LEVELS[levelOfValues([asked], [own], { kind: 'list', separator: '|' })]).toBe(level);
  });
});
