import { describe, expect, it } from '@jest/globals';
import { detectDialect, sampleRows } from '../../src/formats/delimited/read-delimited.js';
import { piecesWhile } from '../../src/formats/delimited/split-delimited.js';

const COMMAS = { delimiter: ',', quote: '"', lineBreak: '\n' } as const;

describe('the first rows of a file', () => {
  it('are the same however much stands behind them', () => {
    const row = (i: number): string => `${String(i)},"a name, ${'long '.repeat(i % 40)}",x\n`;
    const head = Array.from({ length: 4000 }, (_, i) => row(i)).join('');
    const rows = sampleRows(head, COMMAS);
    expect(rows).toHaveLength(300);
    expect(rows).toEqual(sampleRows(head.slice(0, head.indexOf('\n300,') + 1), COMMAS));
    expect(detectDialect(head, {})).toEqual(COMMAS);
  });

  it('may hold a cell that is longer than what is read at a time', () => {
    const long = 'a rather long line\n'.repeat(1900).slice(0, -1);
    expect(sampleRows(`1,"${long}",x\n2,b,y\n`, COMMAS)).toEqual([
      ['1', long, 'x'],
      ['2', 'b', 'y'],
    ]);
  });
});

describe('tabs in nearly every line', () => {
  const none = (): boolean => false;
  const lines = (line: (i: number) => string): string =>
    `${Array.from({ length: 60 }, (_, i) => line(i)).join('\n')}\n`;

  it.each([
    ['values with commas', lines((i) => `${String(i)}\tSmith, J. ${String(i)}\tOslo, Norway`)],
    ['as many commas as tabs', lines((i) => `${String(i)}\tHead of Dept, Botany`)],
    ['empty cells left out at the end', lines((i) => `S${String(i)}\tfern, dried${'\tleaf, green'.repeat(i % 4)}`)],
    ['a first line with fewer cells', `herbarium\tsheets, all\n${lines((i) => `${String(i)}\ta, b\tc\t\t\td, e, f`)}`],
  ])('separate cells, with %s', (_, text) => {
    expect(detectDialect(text, {}, none)).toMatchObject({ delimiter: '\t' });
  });

  it.each([
    ['they indent', lines((i) => `\tx${String(i)},y,z`), ','],
    [
      'they are in quoted texts',
      lines((i) => `${String(i)},"one\ttwo",${String(i * 7)}`).replaceAll(/"one\ttwo"(?=,\d*[1-9]\n)/g, 'plain'),
      ',',
    ],
    ['there is one line', 'a,b,c\td\n', ','],
  ])('do not where %s', (_, text, delimiter) => {
    expect(detectDialect(text, {}, none)).toMatchObject({ delimiter });
  });
});

describe('a text in pieces', () => {
  it('is whole when all of it is wanted, and breaks off when no more is', () => {
    const text = 'é,x\n'.repeat(20_000);
    expect([...piecesWhile(text, () => true)].join('')).toBe(text);
    let length = 0;
    for (const piece of piecesWhile(text, () => length < 20_000)) length += piece.length;
    expect(length).toBeGreaterThanOrEqual(20_000);
    expect(length).toBeLessThan(text.length);
  });
});
