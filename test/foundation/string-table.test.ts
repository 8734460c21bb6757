import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attachStringTable, StringTableBuilder } from '../../src/foundation/string-table.js';

function tableOf(strings: readonly string[], findable = true) {
  const builder = new StringTableBuilder();
  for (const text of strings) builder.add(text);
  return attachStringTable(builder.finish('t', { findable }), 't');
}

describe('a string table', () => {
  it('gives back any strings, in order, and finds the first number of each', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (strings) => {
        const table = tableOf(strings);
        expect(table.size).toBe(strings.length);
        strings.forEach((text, i) => {
          expect(table.get(i)).toBe(text);
          expect(table.lengthOf(i)).toBe(text.length);
          expect(table.find(text)).toBe(strings.indexOf(text));
        });
      }),
    );
  });

  it('does not find what was not added', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.string(), (strings, other) => {
        fc.pre(!strings.includes(other));
        expect(tableOf(strings).find(other)).toBe(-1);
      }),
    );
  });

  it('compares and looks at beginnings as JavaScript strings do', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const table = tableOf([a, b]);
        expect(Math.sign(table.compare(0, 1))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(table.startsWith(0, b)).toBe(a.startsWith(b));
      }),
    );
  });

  it('keeps strings longer than one decoding step', () => {
    const long = 'aß漢'.repeat(20_000);
    expect(tableOf([long]).get(0)).toBe(long);
  });

  it('finds nothing when it was built without a way back', () => {
    expect(tableOf(['x'], false).find('x')).toBe(-1);
  });
});
