import { describe, expect, it } from '@jest/globals';
import { splitDelimited } from '../../src/formats/delimited/split-delimited.js';
import { nameColumns } from '../../src/formats/delimited/detect-header.js';

/*
 * Texts that were made to be slow cost no more than their length says: eight times the text may take some dozens of times as long on a busy machine, and never the
 * square of it, which would be sixty-four times and, at these lengths, minutes.
 */

const COMMA = { delimiter: ',', quote: '"', lineBreak: '\n' } as const;

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

function split(text: string): number {
  let cells = 0;
  splitDelimited(
    pieces(text),
    COMMA,
    (row) => (cells += row.length),
    () => undefined,
  );
  return cells;
}

const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  commas: (n) => ','.repeat(n),
  'quotation marks': (n) => '"'.repeat(n),
  'marks that open cells of one line and are never closed': (n) => '"a,'.repeat(n / 3),
  'marks that open a cell on each line and are never closed': (n) => '"a\n'.repeat(n / 3),
  'quoted cells in one line': (n) => '"a",'.repeat(n / 4),
  'doubled marks on each line': (n) => '""x\n'.repeat(n / 4),
  'doubled marks after marks that are never closed': (n) => '"x,""",'.repeat(n / 7),
};

/** The least of three, in milliseconds of the processor. */
function costOf(work: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const start = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    }),
  );
}

describe('the cost of delimited text', () => {
  it.each(Object.entries(TEXTS))('grows no faster than its length: %s', (_, make) => {
    const [short, long] = [make(84_000), make(84_000 * 8)];
    split(short);
    expect(costOf(() => split(long))).toBeLessThan(
      32 *
        Math.max(
          5,
          costOf(() => split(short)),
        ),
    );
  });

  it('grows no faster than the columns where all have the same heading', () => {
    const named = (width: number): readonly string[] =>
      nameColumns(
        Array.from({ length: width }, () => 'a'),
        width,
      );
    expect(named(4)).toEqual(['a', 'a (2)', 'a (3)', 'a (4)']);
    expect(nameColumns(['a (2)', 'a', 'a', 'a'], 4)).toEqual(['a (2)', 'a', 'a (3)', 'a (4)']);
    expect(costOf(() => named(80_000))).toBeLessThan(
      32 *
        Math.max(
          5,
          costOf(() => named(10_000)),
        ),
    );
  });
});

describe('a mark that is never closed', () => {
  const rowsOf = (text: string): readonly (readonly string[])[] => {
    const rows: string[][] = [];
    splitDelimited(
      [text],
      COMMA,
      (row) => rows.push(row),
      () => undefined,
    );
    return rows;
  };

  it('ends with its cell, and the cells behind it on the line are what they are by themselves', () => {
    expect(rowsOf('"a,"b,"",c\nd,"e"\n')).toEqual([
      ['a', 'b', '', 'c'],
      ['d', 'e'],
    ]);
    expect(rowsOf('"a,"",""""\nx')).toEqual([['a', '', '"'], ['x']]);
  });
});
