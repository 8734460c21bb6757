import type { Sentence } from '../foundation/sentence.js';
import { textSource } from '../formats/text-source.js';
import { noRecords, type DataFile, type FileOptions } from './data-file.js';
import { openTextRecords, type TextRead } from './open-text-records.js';

interface OpenedRows {
  /** Options as shown and as written into manifests. */
  readonly options: FileOptions;
  /** JSON lines (formats/rows/row-lines.ts). */
  readonly rows: Buffer;
  /** Content for the hash. */
  readonly stored: Buffer;
  readonly readAs: Sentence;
  readonly notes?: readonly string[];
}

/** Rows as records; places are row numbers. Throws `file-empty` without a row. */
export function openRows({ options, rows, stored, readAs, notes = [] }: OpenedRows): DataFile {
  if (rows.length === 0) throw noRecords(options.path);
  const read: TextRead = { length: rows.length, stored, gzipped: false };
  const opened = openTextRecords({
    options: { path: options.path, format: 'json-lines', encoding: 'utf-8' },
    read,
    name: options.path,
    source: textSource(options.path, rows, 'utf-8'),
  });
  return {
    ...opened,
    reader: { ...opened.reader, columns: opened.reader.columns, placesAre: 'row' },
    readAs,
    options: writtenOptions(options),
    notes,
  };
}

/** Options of a manifest that give the same rows. */
function writtenOptions({
  path,
  format,
  table,
  query,
}: FileOptions): FileOptions & { readonly format?: FileOptions['format'] } {
  return {
    path,
    ...(format !== undefined && { format }),
    ...(table !== undefined && { table }),
    ...(query !== undefined && { query }),
  };
}
