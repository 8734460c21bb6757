import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DATATYPES, type PropertyValue } from '../../src/entities/property.js';
import { valueText } from '../../src/entities/value-text.js';
import { compareProperty, prepareConditions } from '../../src/scoring/property-conditions.js';
import type { ValueComparison } from '../../src/values/value-level.js';
import { describeValueComparator } from '../contract/value-comparator.contract.js';
import { makeSnapshot } from '../support/make-snapshot.js';

const WORDS = ['Oslo', 'Lima', 'Cairo', 'Delhi', 'Quito', 'Hanoi', 'Accra', 'Dakar', 'Oslo'];
/** Values of eight entities by property; how they are compared is estimated from them. */
const PROPERTIES: readonly (readonly [property: string, valueOf: (i: number) => PropertyValue])[] = [
  ['text', (i) => ({ kind: 'text', text: WORDS[i] ?? '' })],
  ['list', (i) => ({ kind: 'text', text: WORDS.slice(i, i + 2).join('|') })],
  ['integer', (i) => ({ kind: 'integer', number: 7 ** i })],
  ['number', (i) => ({ kind: 'number', number: 1.25 * 9 ** i })],
  ['boolean', (i) => ({ kind: 'boolean', boolean: i % 2 === 0 })],
  ['date', (i) => ({ kind: 'date', date: { year: 1600 + 31 * i } })],
  ['coordinates', (i) => ({ kind: 'coordinates', latitude: 5.5 * i, longitude: -12 * i })],
  ['url', (i) => ({ kind: 'url', url: `https://host${String(i)}.example/a` })],
  ['reference', (i) => ({ kind: 'reference', id: `e${String(i)}` })],
  ['identifier', (i) => ({ kind: 'identifier', text: `R-${String(1000 + 37 * i)}` })],
];
const SNAPSHOT = makeSnapshot({
  properties: PROPERTIES.map(([id]) => ({ id, datatype: DATATYPES.find((datatype) => datatype === id) ?? 'text' })),
  entities: WORDS.slice(1).map((name, i) => ({
    id: `e${String(i)}`,
    name,
    properties: Object.fromEntries(PROPERTIES.map(([id, valueOf]) => [id, [valueOf(i)]])),
  })),
});

/** Compares the values of an entity with a condition; `undefined` for a text that cannot be compared. */
function comparing(
  property: string,
  asked: string,
): ((...own: readonly PropertyValue[]) => ValueComparison) | undefined {
  const [condition] = prepareConditions(SNAPSHOT, [{ property, values: [asked] }]);
  if (condition?.comparable !== true) return undefined;
  return (...own) => {
    const entity = { id: 'own', name: 'Own', aliases: [], types: [], prominence: 0, properties: { [property]: own } };
    const { level, similarity, reason } = compareProperty(condition, entity);
    return { level, similarity, reason };
  };
}

for (const [property, valueOf] of PROPERTIES)
  describeValueComparator(`a condition on a property of ${property}`, {
    values: fc.nat(7).map(valueOf),
    symmetric: true,
    asked: valueText(valueOf(3)),
    levels: { exact: [valueOf(3)], different: [valueOf(6)] },
    incomparable: [],
    compare: (asked) => {
      const compare = comparing(property, asked);
      if (compare === undefined) return undefined;
      return (value) => {
        const found = compare(value);
        return found.level === 'missing' ? undefined : found;
      };
    },
  });

describe('a condition', () => {
  it.each(PROPERTIES)('on a property of %s says nothing of an entity without a value', (property, valueOf) => {
    expect(comparing(property, valueText(valueOf(3)))?.()).toMatchObject({ level: 'missing', similarity: 0 });
  });
});
