import { describe, expect, it } from '@jest/globals';
import { jsonDifferences, textAgrees } from './example-differences.js';
import { fencedBlocks } from './markdown-blocks.js';

describe('jsonDifferences', () => {
  it('finds none between equal values', () => {
    const value = { a: [1, 'two', null, { b: false }] };
    expect(jsonDifferences(value, structuredClone(value))).toEqual([]);
  });

  it('names each difference by its path', () => {
    expect(jsonDifferences({ a: 1, b: [1, 2], c: { d: 'x' }, e: 0 }, { a: 2, b: [1], c: { d: 'y' }, f: 0 })).toEqual([
      '$.f: not in the example',
      '$.a: 1 expected, 2 found',
      '$.b: 2 items expected, 1 found',
      '$.c.d: "x" expected, "y" found',
      '$.e: missing',
    ]);
  });

  it('takes … for anything', () => {
    expect(
      jsonDifferences(
        { a: '…', b: ['x', '…'], c: { d: 1, '…': '…' }, e: 'from … on' },
        { a: 7, b: ['x', 1, 2], c: { d: 1, z: 2 }, e: 'from now on' },
      ),
    ).toEqual([]);
    expect(jsonDifferences(['x', '…'], [])).toHaveLength(1);
  });
});

describe('textAgrees', () => {
  it('compares whole lines', () => {
    expect(textAgrees('a\nb (c)\n', 'a\nb (c)')).toBe(true);
    expect(textAgrees('a', 'a\nb')).toBe(false);
    expect(textAgrees('a.c', 'abc')).toBe(false);
  });

  it('takes … for a part of a line and for lines', () => {
    expect(textAgrees('ready in … s\n', 'ready in 1.25 s\n')).toBe(true);
    expect(textAgrees('a\n…\nz', 'a\nb\nc\nz')).toBe(true);
    expect(textAgrees('a … z', 'a\nz')).toBe(false);
  });
});

describe('fencedBlocks', () => {
  it('gives language, file name, text and line, also inside a list', () => {
    expect(fencedBlocks('Text\n\n```csv people.csv\na,b\n```\n* item\n  ```sh\n  ls\n    -l\n  ```\n')).toEqual([
      { language: 'csv', info: 'people.csv', text: 'a,b\n', line: 3 },
      { language: 'sh', info: '', text: 'ls\n  -l\n', line: 7 },
    ]);
  });

  it('complains of a block that is not closed', () => {
    expect(() => fencedBlocks('```sh\nls\n')).toThrow('line 1');
  });
});
