import { describe, expect, it } from '@jest/globals';
import { propertyIdOf } from '../../src/datasets/property-naming.js';
import { findProperty } from '../../src/entities/dataset.js';

const HEADINGS = [
  ['birthDate', 'birth_date'],
  ['Birth date', 'birth_date'],
  ['birth-date', 'birth_date'],
  ['BIRTH_DATE', 'birth_date'],
  ['ISBN-13', 'isbn_13'],
  ['ISBNNumber', 'isbn_number'],
  ['address.streetName', 'address_street_name'],
  ['Größe (cm)', 'große_cm'],
  ['P31', 'P31'],
  ['dc:creator', 'dc_creator'],
  ['生年', '生年'],
  ['…', 'property'],
] as const;

describe('ids of properties', () => {
  it.each(HEADINGS)('are of one style, whatever the style of the heading: %s', (heading, id) => {
    expect(propertyIdOf(heading, new Set())).toBe(id);
  });

  it('are told apart by a number', () => {
    expect(propertyIdOf('Birth date', new Set(['birth_date', 'birth_date_2']))).toBe('birth_date_3');
  });

  it.each(HEADINGS.filter(([, id]) => id !== 'property'))(
    'are found by the heading as the file has it: %s',
    (heading, id) => {
      expect(
        findProperty(
          [
            { id: 'other', name: 'Other' },
            { id, name: heading },
          ],
          heading,
        )?.id,
      ).toBe(id);
      expect(
        findProperty(
          [
            { id: 'other', name: 'Other' },
            { id, name: 'Else' },
          ],
          heading,
        )?.id,
      ).toBe(id);
    },
  );

  it('go before names, and exact ones before similar ones', () => {
    const properties = [
      { id: 'a_b', name: 'ab' },
      { id: 'ab', name: 'x' },
      { id: 'AB', name: 'y' },
    ];
    expect(['AB', 'ab', 'a b'].map((text) => findProperty(properties, text)?.id)).toEqual(['AB', 'ab', 'a_b']);
    expect(findProperty(properties, '–')).toBeUndefined();
  });
});
