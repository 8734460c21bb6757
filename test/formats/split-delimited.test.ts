import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { splitDelimited } from '../../src/formats/delimited/split-delimited.js';
import type { RecordFault } from '../../src/formats/raw-record.js';

function split(
  chunks: readonly string[],
  delimiter = ',',
): { readonly rows: string[][]; readonly lines: number[]; readonly faults: RecordFault[] } {
  const rows: string[][] = [];
  const lines: number[] = [];
  const faults: RecordFault[] = [];
  splitDelimited(
    chunks,
    { delimiter, quote: '"', lineBreak: '\n' },
    (cells, line) => {
      rows.push(cells);
      lines.push(line);
    },
    (fault) => faults.push(fault),
  );
  return { rows, lines, faults };
}

/** Cells full of what makes delimited text difficult. */
const cell = fc
  .array(fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' ', '1', '|', "'", ''), { maxLength: 6 })
  .map((parts) => parts.join(''));
const table = fc
  .integer({ min: 2, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }));

/** The text in pieces at the given places. */
function cut(text: string, places: readonly number[]): readonly string[] {
  const at = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, i) => text.slice(start, at[i] ?? text.length));
}

describe('splitDelimited', () => {
  it('reads well-formed text as csv-parse does, however it is cut into pieces', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.array(fc.nat(), { maxLength: 5 }),
        (rows, delimiter, places) => {
          const text = stringify(rows, { delimiter, quoted_match: /[\r\n ]/, record_delimiter: '\n' });
          const oracle = parse(text, { delimiter, skip_empty_lines: true, relax_column_count: true });
          expect(split(cut(text, places), delimiter).rows).toEqual(oracle);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('gives the same for any text, however it is cut into pieces', () => {
    fc.assert(
      fc.property(cell, cell, cell, fc.array(fc.nat(), { maxLength: 5 }), (a, b, c, places) => {
        const text = `${a},${b}\n${c}`;
        expect(split(cut(text, places))).toEqual(split([text]));
      }),
      { numRuns: 1000 },
    );
  });

  it('counts a line break behind a quotation mark once when it is cut in two', () => {
    expect(split(['a,"b"\r', '\nc,d']).lines).toEqual([1, 2]);
    expect(split(['a,"b"\r']).rows).toEqual([['a', 'b']]);
  });

  it('takes an unclosed quotation mark to its line only, and loses no row', () => {
    const { rows, lines, faults } = split(['id,name\n1,"open\n2,two\n3,"three"\n4,four']);
    expect(rows).toEqual([
      ['id', 'name'],
      ['1', 'open'],
      ['2', 'two'],
      ['3', 'three'],
      ['4', 'four'],
    ]);
    expect(lines).toEqual([1, 2, 3, 4, 5]);
    expect(faults.map(({ kind, line }) => [kind, line])).toEqual([['unclosed-quote', 2]]);
  });

  it('keeps quotation marks inside a cell that are not doubled', () => {
    const { rows, faults } = split(['a,"say "hi" now",b\n5" pipe,x,y\n']);
    expect(rows).toEqual([
      ['a', 'say "hi" now', 'b'],
      ['5" pipe', 'x', 'y'],
    ]);
    expect(faults.map(({ kind, line }) => [kind, line])).toEqual([['stray-quote', 1]]);
  });
});
