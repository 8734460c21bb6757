import { parquetMetadataAsync, parquetReadObjects, parquetSchema, type AsyncBuffer } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { FileBytes } from '../../formats/read-bytes.js';
import { RowLines } from '../../formats/rows/row-lines.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { DataFile, FileOptions } from '../data-file.js';
import { openRows } from '../open-rows.js';

/** Rows that are unpacked at once. */
const ROWS_AT_ONCE = 20_000;

/** The rows of a Parquet file, in whatever compression. Errors: `file-damaged`. */
export async function openParquet(options: FileOptions, { bytes, stored }: FileBytes): Promise<DataFile> {
  const file: AsyncBuffer = { byteLength: bytes.length, slice: (start, end) => copyOf(bytes.subarray(start, end)) };
  try {
    const metadata = await parquetMetadataAsync(file);
    const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    const count = Number(metadata.num_rows);
    const lines = new RowLines(columns);
    for (let rowStart = 0; rowStart < count; rowStart += ROWS_AT_ONCE) {
      const rows = await parquetReadObjects({
        file,
        metadata,
        compressors,
        rowStart,
        rowEnd: Math.min(count, rowStart + ROWS_AT_ONCE),
      });
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

/** What is not shared with the rest of the file. */
function copyOf(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}
