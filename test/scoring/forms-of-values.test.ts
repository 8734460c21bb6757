import { describe, expect, it } from '@jest/globals';
import type { PropertyValue } from '../../src/entities/property.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const integer = (number: number): readonly PropertyValue[] => [{ kind: 'integer', number }];
const text = (value: string): readonly PropertyValue[] => [{ kind: 'text', text: value }];
const CLASSES = ['A01B', 'B23B', 'C07K', 'D04H', 'E21B', 'F16L'];
/** Forty sites, two of each name. */
const snapshot = makeSnapshot({
  properties: [
    { id: 'zip', datatype: 'integer' },
    { id: 'born', datatype: 'integer' },
    { id: 'inhabitants', datatype: 'integer' },
    { id: 'classes', datatype: 'text' },
  ],
  entities: Array.from({ length: 40 }, (_, i) => ({
    id: `s${String(i)}`,
    name: `Site ${String.fromCharCode(65 + Math.floor(i / 2))}urrow`,
    properties: {
      zip: integer(60601 + 13 * (i % 20) + 370 * Math.floor(i / 20)),
      born: integer(19000101 + 10_000 * i + 100 * (i % 12) + (i % 28)),
      inhabitants: integer(7 ** (1 + (i % 7)) + i),
      classes: text([CLASSES[i % 6], CLASSES[(i + 1 + (i % 3)) % 6]].join('|')),
    },
  })),
});

/** What a property says of a site whose name is that of the query. */
function weightOf(id: string, property: string, value: string): number {
  const index = Number(id.slice(1));
  const candidate = candidatesFor(snapshot, `Site ${String.fromCharCode(65 + Math.floor(index / 2))}urrow`, {
    properties: [{ property, values: [value] }],
  }).find((one) => one.id === id);
  return Number(candidate?.features.find((feature) => feature.id === `property:${property}`)?.value);
}

describe('what the values of a property are', () => {
  it('is a code where all numbers have as many digits, so that near ones are others', () => {
    expect(weightOf('s0', 'zip', '60601')).toBeGreaterThan(2);
    expect(weightOf('s0', 'zip', '60640')).toBeLessThan(-1);
  });

  it('is a day where all numbers are days in one piece', () => {
    expect(weightOf('s3', 'born', '19030404')).toBeGreaterThan(2);
    expect(weightOf('s3', 'born', '19030430')).toBeGreaterThan(0.5);
    expect(weightOf('s3', 'born', '19171224')).toBeLessThan(-1);
  });

  it('is a list where texts have a separator, so that one value in common is agreement', () => {
    expect(weightOf('s0', 'classes', 'A01B|X99X')).toBeGreaterThan(0);
    expect(weightOf('s0', 'classes', 'A01B|B23B')).toBeGreaterThan(weightOf('s0', 'classes', 'A01B|X99X'));
    expect(weightOf('s0', 'classes', 'X99X|Y99Y')).toBeLessThanOrEqual(0);
    expect(weightOf('s0', 'classes', 'X99X|Y99Y')).toBeGreaterThan(-1);
  });
});
