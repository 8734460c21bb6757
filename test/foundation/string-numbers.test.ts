import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { alphabeticalOrder } from '../../src/foundation/alphabetical-order.js';
import { ascendingNumbers } from '../../src/foundation/stable-order.js';
import { StringNumbers } from '../../src/foundation/string-numbers.js';
import { attachStringTable, orderedStringTable, StringTableBuilder } from '../../src/foundation/string-table.js';

const strings = fc.array(
  fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 })),
  { maxLength: 200 },
);

function numbersOf(texts: readonly string[]): StringNumbers {
  const numbers = new StringNumbers();
  for (const text of texts) numbers.numberOf(text);
  return numbers;
}

describe('StringNumbers', () => {
  it('numbers different strings in the order in which they come', () => {
    fc.assert(
      fc.property(strings, fc.string(), (texts, other) => {
        const numbers = new StringNumbers();
        const different: string[] = [];
        for (const text of texts) {
          expect(numbers.has(text)).toBe(different.includes(text));
          if (!different.includes(text)) different.push(text);
          expect(numbers.numberOf(text)).toBe(different.indexOf(text));
          expect(numbers.get(different.indexOf(text))).toBe(text);
        }
        expect(numbers.size).toBe(different.length);
        expect(numbers.has(other)).toBe(texts.includes(other));
      }),
    );
  });

  it('keeps thousands of strings and finds each again', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) => `text ${String(i * 7919)}`);
    const numbers = numbersOf(texts);
    texts.forEach((text, i) => expect(numbers.numberOf(text)).toBe(i));
    expect(numbers.size).toBe(20_000);
  });

  it('becomes the table that a builder makes of the same strings in the same order', () => {
    fc.assert(
      fc.property(strings, (texts) => {
        const column = numbersOf(texts).view();
        const order = ascendingNumbers(column.hashes.length).reverse();
        const builder = new StringTableBuilder();
        for (const text of [...new Set(texts)].reverse()) builder.add(text);
        expect(orderedStringTable('t', column, order)).toEqual(builder.finish('t', { findable: true }));
      }),
    );
  });
});

describe('alphabeticalOrder', () => {
  it('is the order of JavaScript strings', () => {
    fc.assert(
      fc.property(strings, (texts) => {
        const column = numbersOf(texts).view();
        const table = attachStringTable(orderedStringTable('t', column, alphabeticalOrder(column)), 't');
        expect(Array.from({ length: table.size }, (_, i) => table.get(i))).toEqual([...new Set(texts)].sort());
      }),
    );
  });
});
