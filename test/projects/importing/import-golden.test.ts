import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { cellText } from '../../../src/projects/grid/cell-value.js';
import { readRows } from '../../../src/projects/grid/grid.js';
import { cellsOfJson, tableOfGrid, type JsonRow } from '../table-grid.js';
import { importScratch, type ImportScratch, type TestUpload } from './import-scratch.js';

/** A case in test/golden/imports: files, options, and the table that they give. */
interface GoldenImport {
  readonly title: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly format?: string;
  readonly options?: unknown;
  readonly legacyFields?: Readonly<Record<string, string>>;
  /** Numbers are compared by their digits, for those that JSON cannot write. */
  readonly digits?: boolean;
  readonly columns: readonly string[];
  readonly rows: readonly JsonRow[];
  readonly columnGroups?: readonly unknown[];
}

const FOLDER = join(import.meta.dirname, '../../golden/imports');

/** Each case as it is, each file gzipped, and all files in one archive. */
type Packing = 'plain' | 'gzip' | 'zip';

/** Folders are kept in an archive, and are not in the name of an upload. */
function packingsOf({ files }: GoldenImport): readonly Packing[] {
  return files.some(({ name }) => /[/\\]/.test(name)) ? ['plain', 'gzip'] : ['plain', 'gzip', 'zip'];
}

function packed(files: GoldenImport['files'], packing: Packing): readonly TestUpload[] {
  switch (packing) {
    case 'plain':
      return files.map(({ name, text }) => ({ name, bytes: text }));
    case 'gzip':
      return files.map(({ name, text }) => ({ name: `${name}.gz`, bytes: gzipSync(text) }));
    case 'zip':
      return [
        { name: 'files.zip', bytes: zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)]))) },
      ];
  }
}

let scratch: ImportScratch;
beforeAll(() => {
  scratch = importScratch();
});
afterAll(() => scratch.remove());

for (const file of readdirSync(FOLDER)) {
  // The files are written for this test alone, in the form of the interface above.
  const cases = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as readonly GoldenImport[];
  describe(`imports/${file}`, () => {
    it.each(cases.flatMap((one) => packingsOf(one).map((packing) => [one.title, packing, one] as const)))(
      '%s (%s)',
      async (_, packing, { files, format, options, legacyFields, digits, columns, rows, columnGroups }) => {
        const { grid } = await scratch.importing(packed(files, packing), {
          ...(format === undefined ? {} : { format }),
          ...(options === undefined ? {} : { options }),
          ...(legacyFields === undefined ? {} : { legacyFields }),
        });
        // Where nothing is said, tables out of an archive have its name before all.
        const table = tableOfGrid(grid);
        const own = packing === 'zip' && table.columns[0] === 'Archive' ? 1 : 0;
        expect(table.columns.slice(own)).toEqual(columns);
        if (own === 1) {
          expect(options).toBeUndefined();
          expect(new Set(table.rows.map((row) => cellsOfJson(row)[0]))).toEqual(new Set(rows.map(() => 'files.zip')));
        }
        if (digits === true)
          expect(
            [...readRows(grid)].map((row) =>
              grid.model.columns.map(({ cellIndex }) => cellText(row.value(cellIndex))).slice(own),
            ),
          ).toEqual(rows);
        else expect(table.rows.map((row) => cellsOfJson(row).slice(own))).toEqual(rows);
        if (columnGroups !== undefined) expect(grid.model.columnGroups).toEqual(columnGroups);
        expect(readdirSync(scratch.folder).filter((name) => !name.startsWith('upload-'))).toEqual([]);
      },
    );
  });
}
