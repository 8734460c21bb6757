import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeChunk } from '../../../src/projects/grid/chunk-format.js';
import { encodeChunk } from '../../../src/projects/grid/chunk-format.js';
import {
  cellText,
  DateValue,
  ErrorValue,
  isBlank,
  isEmpty,
  sameValue,
  type CellValue,
} from '../../../src/projects/grid/cell-value.js';
import { cellOf } from '../../../src/projects/grid/cell-value.js';
import type { Recon } from '../../../src/projects/grid/recon.js';

const anyValue: fc.Arbitrary<CellValue> = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  // Half a surrogate pair, as cutting a text can leave it.
  fc.string().map((text) => `${text}\ud83d`),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double(),
  fc.boolean(),
  fc.date({ noInvalidDate: true }).map((date) => new DateValue(date.getTime(), 7)),
  fc.string().map((message) => new ErrorValue(message)),
);

const recon: Recon = {
  id: 5,
  service: 'http://127.0.0.1/',
  identifierSpace: 'i',
  schemaSpace: 's',
  judgment: 'matched',
  judgmentAction: 'auto',
  judgmentHistoryEntry: 1,
  judgmentBatchSize: 0,
  match: { id: 'Q1', name: 'Ünïverse', types: ['t'], score: 99.5 },
  matchRank: 0,
  candidates: [],
  features: { typeMatch: null, nameMatch: true, nameLevenshtein: 0, nameWordDistance: 1 },
  error: null,
};

describe('a chunk of cells', () => {
  it('gives back every value that was put in, of every kind', () => {
    fc.assert(
      fc.property(fc.array(anyValue, { maxLength: 60 }), (values) => {
        const chunk = decodeChunk(encodeChunk(values.map(cellOf)));
        expect(chunk.rowCount).toBe(values.length);
        values.forEach((value, row) => {
          expect(sameValue(chunk.value(row), value)).toBe(true);
          expect(chunk.isEmpty(row)).toBe(isEmpty(value));
          expect(chunk.isBlank(row)).toBe(isBlank(value));
        });
      }),
    );
  });

  it('keeps recon data, shared by the cells that shared it, also where the value is null', () => {
    const chunk = decodeChunk(encodeChunk([{ value: 'a', recon }, null, { value: null, recon }, cellOf('b')]));
    expect(chunk.cell(0)?.recon).toEqual(recon);
    expect(chunk.cell(1)).toBeNull();
    expect(chunk.cell(2)).toEqual({ value: null, recon });
    expect(chunk.cell(0)?.recon).toBe(chunk.cell(2)?.recon);
    expect(chunk.cell(3)?.recon).toBeNull();
  });

  it('writes a text that occurs often only once', () => {
    const once = encodeChunk([cellOf('a long text that occurs in every row')]);
    const often = encodeChunk(new Array(100).fill(cellOf('a long text that occurs in every row')));
    expect(often.length - once.length).toBeLessThan(100 * 10);
  });

  it('is read from bytes that begin anywhere', () => {
    const bytes = encodeChunk([cellOf('a'), cellOf(7n)]);
    for (const shift of [1, 2, 3]) {
      const moved = new Uint8Array(bytes.length + shift);
      moved.set(bytes, shift);
      expect(decodeChunk(moved.subarray(shift)).value(1)).toBe(7n);
    }
  });

  it('refuses bytes that break off', () => {
    const bytes = encodeChunk([cellOf('some text')]);
    expect(() => decodeChunk(bytes.subarray(0, bytes.length - 1))).toThrow(RangeError);
  });
});

describe('the text of a value', () => {
  it.each<readonly [CellValue, string]>([
    [6n, '6'],
    [6, '6.0'],
    [0.1, '0.1'],
    [1e10, '1.0E10'],
    [1e-4, '1.0E-4'],
    [1.234e-5, '1.234E-5'],
    [12345678.9, '1.23456789E7'],
    [9999999, '9999999.0'],
    [-0, '-0.0'],
    [NaN, 'NaN'],
    [-Infinity, '-Infinity'],
    [true, 'true'],
    [new DateValue(0), '1970-01-01T00:00Z'],
    [new DateValue(60_000), '1970-01-01T00:01Z'],
    [new DateValue(1000), '1970-01-01T00:00:01Z'],
    [new DateValue(-1), '1969-12-31T23:59:59.999Z'],
    [new DateValue(1500, 250_000), '1970-01-01T00:00:01.500250Z'],
    [new ErrorValue('Unable to parse as number'), 'Unable to parse as number'],
    [null, ''],
  ])('of %p is %p', (value, text) => {
    expect(cellText(value)).toBe(text);
  });

  it('tells blank from empty: an error is blank, but not empty; spaces are neither', () => {
    expect([null, '', new ErrorValue('x'), ' '].map((value) => isBlank(value))).toEqual([true, true, true, false]);
    expect([null, '', new ErrorValue('x'), ' '].map((value) => isEmpty(value))).toEqual([true, true, false, false]);
  });
});
