import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { engineConfigSchema } from '../../../src/projects/browsing/engine-config.js';
import { selectRows } from '../../../src/projects/browsing/select-rows.js';
import { prepareExport } from '../../../src/projects/exporting/export-rows.js';
import { operationContext } from '../operation-context.js';
import { gridOfTable, type JsonCell } from '../table-grid.js';

/*
 * CSV in UTF-8 is copied as bytes, in other encodings it is made from texts: both have to say the same. fast-check prints the seed of a failure.
 */

const someText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'x',
    '#x',
    'a,b',
    'a;b',
    '"',
    'tab\there',
    'two\nlines',
    'cr\rhere',
    'back\\slash',
    '=1+1',
    '-5',
    '-5+f()',
    '@x',
    'käse',
    '東京',
    '𝔘lm',
    '\u0000',
  ),
  fc.string({ maxLength: 8, unit: 'grapheme' }),
);
const cell: fc.Arbitrary<JsonCell> = fc.oneof(
  { weight: 6, arbitrary: someText },
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<JsonCell>(
      6,
      2.5,
      true,
      { floating: 6 },
      { date: '2020-01-31T00:00:00Z' },
      { error: 'a "b"' },
    ),
  },
);
const options = fc.option(
  fc.record(
    {
      separator: fc.constantFrom(',', ';', '\t', '|', '"', 'x', '::', 'ä', ''),
      lineSeparator: fc.constantFrom('\n', '\r\n', ''),
      quoteAll: fc.boolean(),
      guardFormulas: fc.boolean(),
      outputBlankRows: fc.boolean(),
      outputColumnHeaders: fc.boolean(),
      limit: fc.integer({ min: 0, max: 4 }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined },
);

function exported(format: string, encoding: string, given: unknown, rows: readonly (readonly JsonCell[])[]): Buffer {
  const context = operationContext(gridOfTable(['name', '#b', 'c,"d'], rows));
  const pieces: Uint8Array[] = [];
  prepareExport(context, selectRows(engineConfigSchema.parse({}), context), {
    format,
    options: given,
    encoding,
    projectName: 'p',
    template: { template: '', prefix: '', suffix: '', separator: '', limit: -1 },
  }).write({ write: (bytes) => pieces.push(Buffer.from(bytes)) });
  return Buffer.concat(pieces);
}

describe('separated text in UTF-8', () => {
  it('is the same as in another encoding, whatever the cells and the options', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('csv', 'tsv'),
        options,
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 8 }),
        (format, given, rows) => {
          expect(exported(format, '', given, rows).toString('utf8')).toBe(
            iconv.decode(exported(format, 'UTF-16LE', given, rows), 'UTF-16LE', { stripBOM: false }),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it('goes on past the buffer, and past texts longer than it', () => {
    const long = `${'é'.repeat(200_000)}"`;
    const rows = Array.from({ length: 30_000 }, (_, i) => [
      `row ${String(i)}`,
      i % 1000 === 0 ? long : 'some text',
      null,
    ]);
    const text = exported('csv', 'utf8', undefined, rows).toString('utf8');
    const lines = text.split('\n');
    expect(lines).toHaveLength(30_002);
    expect(lines[1]).toBe(`row 0,"${long}"",`);
    expect(lines[30_000]).toBe('row 29999,some text,');
  }, 240_000);
});
