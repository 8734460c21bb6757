import { describe, expect, it } from '@jest/globals';
import {
  compareNumberWith,
  compareQuantities,
  readQuantity,
} from '../../../../../src/reconciliation/scoring/properties/values/compare-numbers.js';
import { compareTextWith } from '../../../../../src/reconciliation/scoring/properties/values/compare-texts.js';

describe('quantities', () => {
  it.each([
    ['3:25', 205, 'time'],
    ['1:02:45', 3765, 'time'],
    ['PT3M25S', 205, 'time'],
    ['PT1H35M', 5700, 'time'],
    ['1 h 35 min', 5700, 'time'],
    ['2h05m', 7500, 'time'],
    ['3 min. 25 s', 205, 'time'],
    ['134 min.', 8040, 'time'],
    ['5.60%', 5.6, 'share'],
    ['5,6 % vol', 5.6, 'share'],
    ['1.5 kg', 1500, 'mass'],
    ['75 cl', 0.75, 'volume'],
    ['$ 1,299.00', 1299, 'money usd'],
    ['EUR 12', 12, 'money eur'],
    ['12,50 €', 12.5, 'money eur'],
    ['ca. 320 pp', 320, 'pages'],
    ['134', 134, undefined],
  ])('%s is read with its unit', (text, amount, dimension) => {
    const read = readQuantity(text);
    expect(read?.amount).toBeCloseTo(amount, 6);
    expect(read?.dimension).toBe(dimension);
  });

  it.each([
    '5 Broadway',
    'Route 66',
    'A4',
    '12 High Street',
    'no. 5',
    'GB 12',
    '12:75',
    '3rd',
    '',
    'min',
    '1999-2003',
    '555-1234',
    'EUR',
    '10115 Berlin',
  ])('%s is none', (text) => {
    expect(readQuantity(text)).toBeUndefined();
  });
});

describe('two quantities', () => {
  const agreement = (asked: string, own: string): number | undefined => {
    const [a, b] = [readQuantity(asked), readQuantity(own)];
    return a === undefined || b === undefined ? undefined : compareQuantities(a, b)?.agreement;
  };

  it.each([
    ['3:25', '205 s', 1],
    ['3:25', '3:24', 0.9],
    ['205000', '3:25', 1],
    ['205', '3:25', 1],
    ['3:25', '3:28', 0.5],
    ['5:07', '5:30', -0.5],
    ['5:07', '5:44', -1],
    ['3:25', '5:58', -1],
    ['134', '134 min', 1],
    ['135 min', '134 min', 0.9],
    ['138 min', '134 min', 0.5],
    ['149 min', '208 min', -0.25],
    ['2:14:00', '134 min', 1],
    ['5.6 %', '5.60%', 1],
    ['11 %', '10.6 %', 0],
    ['4.7 %', '7.2 %', -1],
    ['0.5 kg', '500 g', 1],
    ['250 g', '500 g', -1],
    ['$9.99', '9.99', 1],
  ])('%s and %s', (asked, own, expected) => {
    expect(agreement(asked, own)).toBe(expected);
    expect(agreement(own, asked)).toBe(expected);
  });

  it('say nothing of one another in other units, or without any', () => {
    expect(agreement('5 kg', '5 km')).toBeUndefined();
    expect(agreement('$5', '5 €')).toBeUndefined();
    expect(agreement('5', '7')).toBeUndefined();
    expect(agreement('5', '5 kg')).toBeUndefined();
  });

  it('hold another price less against an entity than another length', () => {
    expect(agreement('$10', '$30')).toBeGreaterThan(-0.5);
  });

  it('say as little where prices are equal to the letter: many things cost 9.99', () => {
    const price = compareTextWith('$9.99')?.({ kind: 'text', text: '$9.99' });
    expect(price).toMatchObject({ agreement: 1, most: 1.2 });
    expect(compareTextWith('500 mg')?.({ kind: 'text', text: '500 mg' })?.most).toBeUndefined();
  });

  it('are compared where a property has them as text or as a number', () => {
    expect(compareTextWith('3:24')?.({ kind: 'text', text: '3:25' })).toMatchObject({
      agreement: 0.9,
      reason: 'differs by 1 s',
    });
    expect(compareNumberWith('3:24')?.({ kind: 'integer', number: 205_000 })).toMatchObject({ agreement: 0.9 });
    expect(compareNumberWith('134 min')?.({ kind: 'integer', number: 134 })).toMatchObject({ agreement: 1 });
    expect(compareTextWith('5.6 %')?.({ kind: 'text', text: '5.60%' })).toMatchObject({ agreement: 1 });
  });
});
