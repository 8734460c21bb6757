import { defined } from '../foundation/defined.js';
import { basename } from 'node:path';
import { type Dialect, piecesWhile } from '../formats/delimited/split-delimited.js';
import type { RawCell, RecordReader } from '../formats/raw-record.js';
import { type StoredContent, emptyFile, packingOf } from '../formats/read-bytes.js';
import { RECORD_FORMATS, type RecordFormat } from '../formats/record-formats.js';
import { refusingLongRecords } from '../formats/record-too-long.js';
import { refuseWhatIsNoTable } from '../formats/refuse-binary.js';
import { HEAD_BYTES, type TextSource, textSource } from '../formats/text-source.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { Sentence } from '../foundation/sentence.js';
import {
  type DataFile,
  type DataSample,
  type FileOptions,
  SAMPLE_RECORDS,
  noRecords,
  noteRowsAbove,
  withDetails,
} from './data-file.js';
import { isKnownHeading } from './heading-vocabulary.js';

const DELIMITED: Readonly<Record<string, Sentence>> = {
  ',': sentence('text delimited by commas'),
  '\t': sentence('text delimited by tabs'),
  ';': sentence('text delimited by semicolons'),
  '|': sentence('text delimited by vertical bars'),
};

/** Origin of a text. */
export interface TextRead {
  readonly stored: StoredContent;
  readonly gzipped: boolean;
  /** Bytes of the unpacked text. */
  readonly length: number;
}

/** A text of records: delimited, or JSON. */
export interface TextFile {
  readonly options: FileOptions;
  readonly read: TextRead;
  readonly name: string;
  readonly source: TextSource;
}

/**
 * Opens a delimited text or JSON. Errors: `file-format-unknown` for anything but a table, `file-empty` for blanks
 * alone, `file-damaged` for a file named as JSON that is not JSON.
 */
export function openTextRecords({ options, read: { length, stored, gzipped }, name, source }: TextFile): DataFile {
  const file = options.path;
  refuseWhatIsNoTable(file, source.head);
  if (length < 65536 && source.head.trim() === '') throw emptyFile(file);
  const format = formatOf(options, name, source);
  const delimited = {
    ...defined({
      delimiter: options.delimiter,
      quote: options.quote,
      header: options.header,
      jsonPath: options.jsonPath,
    }),
    isKnownHeading,
  };
  const reader = refusingLongRecords(file, format.open(source, delimited));
  const encoding = source.encoding.encoding;
  const details = 'dialect' in reader ? reader : undefined;
  const inJson = 'jsonPath' in reader ? reader : undefined;
  return {
    file,
    stored,
    reader,
    ...(source.position !== undefined && { position: source.position }),
    readAs: withDetails(describeFormat(format, details?.columns.length === 1 ? undefined : details?.dialect), [
      ...(inJson?.jsonPath === undefined ? [] : [`the records at "${inJson.jsonPath}"`]),
      encodingName(encoding),
      ...packingOf({ gzipped, stored }),
    ]),
    options: {
      path: options.path,
      format: format.name,
      encoding: encoding === 'ascii' ? 'utf-8' : encoding,
      ...(inJson?.jsonPath !== undefined && { jsonPath: inJson.jsonPath }),
      ...(details !== undefined && {
        delimiter: details.dialect.delimiter,
        quote: details.dialect.quote,
        header: details.header.header,
      }),
    },
    notes: [
      ...notesAbout(file, source, details?.header, options),
      ...(details === undefined ? [] : noteRowsAbove(basename(file), details.above)),
      ...(inJson?.notes ?? []),
    ],
    sample: () => takeSample({ format, source, reader, delimited, isCut: length > HEAD_BYTES }),
  };
}

function formatOf(options: FileOptions, name: string, { head }: TextSource): RecordFormat {
  const format =
    RECORD_FORMATS.find((one) => (options.format === undefined ? one.recognise(head) : one.name === options.format)) ??
    lastFormat();
  if (format.name === 'delimited' && options.format === undefined && /\.(json|jsonl|ndjson)(\.gz)?$/i.test(name)) {
    const file = options.path;
    throw new SameasError('file-damaged', `${file} is named as JSON, but its content is not JSON.`, {
      advice: 'Check the file; if it is a table, give it a name that ends in .csv.',
      facts: { file },
    });
  }
  return format;
}

function lastFormat(): RecordFormat {
  const format = RECORD_FORMATS.at(-1);
  if (format === undefined) throw new Error('the table of formats is empty');
  return format;
}

interface OpenedRecords {
  readonly format: RecordFormat;
  readonly source: TextSource;
  readonly reader: RecordReader;
  readonly delimited: Parameters<RecordFormat['open']>[1];
  /** Whether the text goes on after the head. */
  readonly isCut: boolean;
}

/** The first records, from the head of the file alone where it suffices. */
function takeSample({ format, source, reader, delimited, isCut }: OpenedRecords): DataSample {
  const records: (readonly RawCell[])[] = [];
  const wholeNeeded =
    format.name === 'json' && (source.head.trimStart().startsWith('{') || delimited.jsonPath !== undefined);
  // The same dialect and header as for the whole file: detection reads only the head.
  const chunks = (): Iterable<string> =>
    format.name === 'delimited' ? piecesWhile(source.head, () => records.length < SAMPLE_RECORDS) : [source.head];
  const sampleReader = wholeNeeded ? reader : format.open({ ...source, chunks }, delimited);
  sampleReader.read(
    (cells) => {
      if (records.length < SAMPLE_RECORDS) records.push([...cells]);
    },
    () => undefined,
  );
  // The head may end inside a record.
  if (isCut && !wholeNeeded && records.length > 1 && records.length < SAMPLE_RECORDS) records.pop();
  return { columns: [...sampleReader.columns], records };
}

function describeFormat(format: RecordFormat, dialect: Dialect | undefined): Sentence {
  if (dialect === undefined) return format.title;
  return (
    DELIMITED[dialect.delimiter] ?? sentence('text delimited by {delimiter}', { delimiter: `"${dialect.delimiter}"` })
  );
}

function encodingName(encoding: string): string {
  if (encoding === 'ascii') return 'ASCII';
  return /^(utf|iso|koi)/.test(encoding) ? encoding.toUpperCase() : encoding.replace(/^windows/, 'Windows');
}

function notesAbout(
  file: string,
  source: TextSource,
  header: { readonly header: boolean; readonly reason: string } | undefined,
  options: FileOptions,
): readonly string[] {
  const notes: string[] = [];
  const name = basename(file);
  const { evidence, encoding } = source.encoding;
  if (evidence === 'guessed') {
    notes.push(
      `${name} is not UTF-8; its encoding was guessed to be ${encodingName(encoding)}. If accented letters look wrong, state the encoding in a manifest.`,
    );
  }
  if (evidence === 'mostly-valid') notes.push(`${name} is UTF-8 with a few broken characters.`);
  if (header !== undefined && !header.header && options.header === undefined) {
    notes.push(
      `${name} has no row of headings (${header.reason}); its columns are called "Column 1", "Column 2" and so on.`,
    );
  }
  return notes;
}

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
    ...defined({ format, table, query }),
  };
}
