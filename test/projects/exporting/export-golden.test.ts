import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { engineConfigSchema } from '../../../src/projects/browsing/engine-config.js';
import { selectRows } from '../../../src/projects/browsing/select-rows.js';
import { prepareExport } from '../../../src/projects/exporting/export-rows.js';
import type { Grid } from '../../../src/projects/grid/grid.js';
import { importScratch } from '../importing/import-scratch.js';
import { operationContext } from '../operation-context.js';
import { gridOfTable, tableOfGrid, type Table } from '../table-grid.js';

const FOLDER = join(import.meta.dirname, '../../golden/exports');
// The file is written for this test alone, in that form.
const table = JSON.parse(readFileSync(join(FOLDER, 'rows.json'), 'utf8')) as Table;
const grid = gridOfTable(table.columns, table.rows);

function exported(of: Grid, format: string, options?: unknown): Buffer {
  const context = operationContext(of);
  const pieces: Uint8Array[] = [];
  prepareExport(context, selectRows(engineConfigSchema.parse({}), context), {
    format,
    options,
    encoding: '',
    projectName: 'Every <kind>',
    template: { template: '', prefix: '', suffix: '', separator: '', limit: -1 },
  }).write({ write: (bytes) => pieces.push(bytes.slice()) });
  return Buffer.concat(pieces);
}

describe('golden exports', () => {
  it.each([
    ['rows.csv', 'csv', undefined],
    ['rows-with-options.csv', 'csv', { separator: ';', lineSeparator: '\r\n', quoteAll: true, outputBlankRows: true }],
    ['rows.tsv', 'tsv', undefined],
    ['rows.html', 'html', undefined],
  ])('%s', (file, format, options) => {
    expect(existsSync(join(FOLDER, file))).toBe(true);
    expect(exported(grid, format, options).toString('utf8')).toBe(readFileSync(join(FOLDER, file), 'utf8'));
  });

  it.each([
    ['rows.xlsx.sheet1.xml', 'xlsx', 'xl/worksheets/sheet1.xml'],
    ['rows.ods.content.xml', 'ods', 'content.xml'],
  ])('%s', (file, format, part) => {
    const content = unzipSync(exported(grid, format))[part];
    expect(content && strFromU8(content)).toBe(readFileSync(join(FOLDER, file), 'utf8'));
  });
});

describe('what is exported', () => {
  it.each([
    ['csv', { separator: ',' }],
    ['tsv', { separator: '\t', processQuotes: false }],
  ])('as %s is imported as the same texts', async (format, options) => {
    const scratch = importScratch();
    try {
      const text = fc.string({
        unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\t', '\\', '#', 'é', '🏔', "'", 'n', 't'),
        maxLength: 8,
      });
      const rows = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(rows, async (given) => {
          // A last column keeps rows from being empty lines.
          const columns = ['a', 'b', 'c'];
          const filled = given.map(([one, other]) => [one, other, 'x']);
          const bytes = exported(gridOfTable(columns, filled), format, {});
          const imported = await scratch.importing([{ name: 'x', bytes }], {
            format: 'text/line-based/*sv',
            options: { ...options, encoding: 'UTF-8', storeBlankCellsAsNulls: false },
          });
          expect(tableOfGrid(imported.grid)).toEqual({ columns, rows: filled });
        }),
        { numRuns: 60 },
      );
    } finally {
      scratch.remove();
    }
  });
});
