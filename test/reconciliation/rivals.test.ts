import { describe, expect, it } from '@jest/globals';
import type { PropertyValue } from '../../src/entities/property.js';
import { candidatesFor, makeSnapshot } from '../support/make-snapshot.js';

const text = (value: string): PropertyValue => ({ kind: 'text', text: value });
const OTHERS = ['Gassim', 'Harima', 'Kasese', 'Hajima', 'Kagama', 'Oshawa', 'Nagoma', 'Agushi', 'Mashima', 'Kashira'];

describe('a property that all others near by name contradict', () => {
  const places = makeSnapshot({
    properties: [{ id: 'country', datatype: 'text' }],
    entities: [
      { id: 'p1', name: 'Kagoshima Airport', properties: { country: [text('Japan')] } },
      ...Array.from({ length: 120 }, (_, i) => ({ id: `o${String(i)}`, name: `${OTHERS[i % OTHERS.length] ?? ''}${i < 10 ? '' : String.fromCharCode(97 + (i % 26)) + String.fromCharCode(97 + (i % 7))} Airport`, properties: { country: [text(i % 12 === 0 && i > 0 ? 'Japan' : `Land ${String(i % 12)}`)] } })),
    ],
  });
  const inJapan = { properties: [{ property: 'country', values: ['Japan'] }] };
  const probabilityOf = (name: string): unknown => candidatesFor(places, name, inJapan)[0]?.features.find(({ id }) => id === 'probability')?.value;

  it('does not make a name sure that is hardly alike', () => {
    expect(probabilityOf('Hachijojima Airport')).toBeLessThan(0.95);
    expect(probabilityOf('Kagoshima Airport')).toBeGreaterThan(0.98);
  });
});
