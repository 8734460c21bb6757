import { parquetMetadataAsync, parquetReadObjects, parquetSchema, type AsyncBuffer, type RowGroup } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { FileBytes } from '../../formats/read-bytes.js';
import { RowLines } from '../../formats/rows/row-lines.js';
import { MAX_RECORD_CHARACTERS } from '../../formats/record-too-long.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { DataFile, FileOptions } from '../data-file.js';
import { openRows } from '../open-rows.js';

/** More rows are no dataset. */
const MAX_ROWS = 200_000_000;
/** Rows that are unpacked at once. */
const ROWS_AT_ONCE = 20_000;

/** The rows of a Parquet file, in whatever compression. Errors: `file-damaged`, and `source-invalid` for more rows than a dataset may have. */
export async function openParquet(options: FileOptions, { bytes, stored }: FileBytes): Promise<DataFile> {
  const file: AsyncBuffer = { byteLength: bytes.length, slice: (start, end) => copyOf(bytes.subarray(start, end)) };
  try {
    const metadata = await parquetMetadataAsync(file);
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    const count = Number(metadata.num_rows);
    if (count > MAX_ROWS)
      throw new SameasError('source-invalid', `${options.path} declares ${count} rows; the limit is ${MAX_ROWS}.`, {
        advice: 'Split the file, or write the columns that are needed to a smaller one.',
        facts: { file: options.path, limit: MAX_ROWS },
      });
    if (columns.length === 0 || metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0) !== count)
      throw new Error('the groups of rows do not hold the rows that the file declares');
    refuseLongValues(options.path, metadata.row_groups);
    const lines = new RowLines(columns);
    for (let rowStart = 0; rowStart < count; rowStart += ROWS_AT_ONCE) {
      const rows = await parquetReadObjects({
        file,
        metadata,
        compressors,
        rowStart,
        rowEnd: Math.min(count, rowStart + ROWS_AT_ONCE),
      });
      if (rows.length === 0) throw new Error('rows that the file declares are missing');
      for (const row of rows) lines.add(columns.map((column): unknown => row[column]));
    }
    return openRows({ options: { ...options, format: 'parquet' }, rows: lines.finish(), stored, readAs: 'Parquet' });
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    throw new SameasError('file-damaged', `${options.path} is a Parquet file, but it is incomplete or damaged.`, {
      advice: 'Copy or download the file again.',
      facts: { file: options.path },
      cause: thrown,
    });
  }
}

/** Refuses, before anything is unpacked, columns whose values are so long in the mean that a record is longer than the limit. */
function refuseLongValues(file: string, groups: readonly RowGroup[]): void {
  for (const { columns, num_rows: rows } of groups)
    for (const { meta_data: column } of columns)
      if (column !== undefined && Number(column.total_uncompressed_size) > MAX_RECORD_CHARACTERS * Number(rows)) {
        const name = column.path_in_schema.join('.');
        throw new SameasError(
          'file-unreadable',
          `The column "${name}" of ${file} has values of more than ${String(MAX_RECORD_CHARACTERS / 1e6)} MB, which is the limit of a record.`,
          {
            advice: 'Write the file without this column.',
            facts: { file, column: name, limit: MAX_RECORD_CHARACTERS },
          },
        );
      }
}

/** What is not shared with the rest of the file. */
function copyOf(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}
