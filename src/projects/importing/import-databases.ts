import { FILE_FORMATS, type FormatId } from '../../formats/file-formats.js';
import { jsonOfValue } from '../../formats/rows/row-lines.js';
import { DateValue, type CellValue } from '../grid/cell-value.js';
import type { Grid } from '../grid/grid.js';
import { isWhole } from '../grid/whole-number.js';
import { asImportError } from './import-errors.js';
import { always, type ImportOptions } from './import-options.js';
import type { ImportTarget, SourceFile } from './import-request.js';
import { TableBuilder, type SourceColumns } from './table-builder.js';
import { readTableOptions } from './table-options.js';

/** The rows of databases and of files of columns; `table` or `query` selects them. Throws errors of an import. */
export async function importDatabases(
  format: FormatId,
  files: readonly SourceFile[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
): Promise<Grid> {
  const tableOptions = readTableOptions(options, { headerLines: always(1), trimsWhenGuessed: false });
  // The names of the columns are no lines.
  const builder = new TableBuilder(target, { ...tableOptions, ignoreLines: -1, headerLines: 1 }, sources);
  const readRows = await FILE_FORMATS[format].rows?.();
  for (const file of files) {
    builder.beginFile(file);
    try {
      await readRows?.(
        {
          file: file.name,
          content: file.path,
          table: options.text('table'),
          query: options.text('query'),
          ways: { table: 'the option "table"', query: 'the option "query"' },
        },
        (columns) => {
          if (tableOptions.columnNames === undefined) builder.takeTexts(columns);
          return (values) => builder.takeValues(values.map(cellValueOf), []);
        },
      );
    } catch (thrown) {
      throw asImportError(file.name, thrown);
    }
    builder.endFile();
  }
  return builder.finish();
}

/** Numbers are whole without a fraction, as in spreadsheets; structured values are JSON, and bytes are unreadable. */
function cellValueOf(value: unknown): CellValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return isWhole(value) ? value : String(value);
    case 'number':
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    default:
      if (value === null || value === undefined || value instanceof Uint8Array) return null;
      if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : new DateValue(value.getTime());
      return jsonOfValue(value);
  }
}
