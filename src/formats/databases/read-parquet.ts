import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { parquetMetadataAsync, parquetReadObjects, parquetSchema, type AsyncBuffer, type RowGroup } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import { MAX_RECORD_CHARACTERS } from '../record-too-long.js';
import type { DatabaseFile, RowsRead, TakeRows } from './database-file.js';

/** Maximum rows of a dataset. */
const MAX_ROWS = 200_000_000;
const ROWS_AT_ONCE = 20_000;

/**
 * The rows of a Parquet file with any compression; a file on disk is read in parts. Errors: `file-damaged`, and
 * `source-invalid` for too many rows.
 */
export async function readParquet({ file, content }: DatabaseFile, take: TakeRows): Promise<RowsRead> {
  const parts = typeof content === 'string' ? partsOnDisk(content) : partsOf(content);
  try {
    const batches = rowsIn(file, parts.buffer);
    let takeRow: ReturnType<TakeRows> | undefined;
    for (;;) {
      const batch = await batches.next().catch((thrown: unknown) => {
        throw thrown instanceof SameasError ? thrown : damaged(file, thrown);
      });
      if (batch.done === true) break;
      const { columns, rows } = batch.value;
      takeRow ??= take(columns);
      for (const row of rows)
        if (!takeRow(columns.map((column): unknown => row[column]))) return { readAs: sentence('Parquet') };
    }
    return { readAs: sentence('Parquet') };
  } finally {
    parts.close();
  }
}

async function* rowsIn(
  name: string,
  file: AsyncBuffer,
): AsyncGenerator<{ readonly columns: readonly string[]; readonly rows: readonly Record<string, unknown>[] }> {
  const metadata = await parquetMetadataAsync(file);
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name);
  const count = Number(metadata.num_rows);
  if (count > MAX_ROWS)
    throw new SameasError('source-invalid', `${name} declares ${count} rows; the limit is ${MAX_ROWS}.`, {
      advice: 'Split the file, or write the columns that are needed to a smaller one.',
      facts: { file: name, limit: MAX_ROWS },
    });
  if (columns.length === 0 || metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0) !== count)
    throw new Error('the groups of rows do not hold the rows that the file declares');
  refuseLongValues(name, metadata.row_groups);
  for (let rowStart = 0; rowStart < count; rowStart += ROWS_AT_ONCE) {
    const rowEnd = Math.min(count, rowStart + ROWS_AT_ONCE);
    const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
    if (rows.length === 0) throw new Error('rows that the file declares are missing');
    yield { columns, rows };
  }
}

function damaged(file: string, cause: unknown): SameasError {
  return new SameasError('file-damaged', `${file} is a Parquet file, but it is incomplete or damaged.`, {
    advice: sentence('Copy or download the file again.'),
    facts: { file },
    cause,
  });
}

/** Throws before unpacking when the average values are so long that a record exceeds the limit. */
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

/** Reader of independent parts of a file. */
interface FileParts {
  readonly buffer: AsyncBuffer;
  readonly close: () => void;
}

function partsOf(content: Buffer): FileParts {
  const slice = (start: number, end = content.length): ArrayBuffer => copyOf(content.subarray(start, end));
  return { buffer: { byteLength: content.length, slice }, close: () => undefined };
}

function partsOnDisk(path: string): FileParts {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const slice = (start: number, end = size): ArrayBuffer => {
    const from = start < 0 ? Math.max(0, size + start) : start;
    const part = new ArrayBuffer(Math.max(0, Math.min(end, size) - from));
    const length = readSync(file, new Uint8Array(part), 0, part.byteLength, from);
    return part.slice(0, length);
  };
  return { buffer: { byteLength: size, slice }, close: () => closeSync(file) };
}

function copyOf(bytes: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  return copy;
}
