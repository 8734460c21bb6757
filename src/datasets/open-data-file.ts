import { basename } from 'node:path';
import { SameasError } from '../foundation/sameas-error.js';
import { emptyFile, readBytes, type FileBytes } from '../formats/read-bytes.js';
import type { RawCell, RecordReader } from '../formats/raw-record.js';
import { RDF_SYNTAXES, recogniseRdf, type RdfSyntax } from '../formats/rdf/rdf-syntax.js';
import { RECORD_FORMATS, type RecordFormat } from '../formats/record-formats.js';
import { refuseKnownBinary, refuseWhatIsNoTable } from '../formats/refuse-binary.js';
import { isZip, mayBeSpreadsheet } from '../formats/spreadsheets/may-be-spreadsheet.js';
import { HEAD_BYTES, textSource, type TextSource } from '../formats/text-source.js';
import { piecesWhile } from '../formats/pieces-while.js';
import type { Dialect } from '../formats/delimited/split-delimited.js';
import { noteRowsAbove, SAMPLE_RECORDS, type DataFile, type DataSample, type FileOptions, type OpenGraph } from './data-file.js';
import { isKnownHeading } from './heading-vocabulary.js';
import type { Manifest } from './manifest-schema.js';
import { addressIds, commonestNamespace } from './rdf/entity-ids.js';

const DELIMITER_NAMES: Readonly<Record<string, string>> = { ',': 'commas', '\t': 'tabs', ';': 'semicolons', '|': 'vertical bars' };

/** One file by itself. Errors: those of `openFileOrGraph`. */
export async function openDataFile(options: FileOptions): Promise<DataFile> {
  return asDataFile(await openFileOrGraph(options, {}));
}

/** The content of a file that is on no disk here; `path` is what messages call it. Errors: those of `openDataFile`, but for those of reading. */
export async function openDataContent(options: FileOptions, content: Buffer): Promise<DataFile> {
  if (content.length === 0) throw emptyFile(options.path);
  return asDataFile(await openBytes(options, { bytes: content, stored: content, gzipped: false }, {}, undefined));
}

function asDataFile(opened: DataFile | OpenGraph): DataFile {
  return 'asDataFile' in opened ? opened.asDataFile(addressIds([opened.iris], commonestNamespace(opened.iris))) : opened;
}

/** Errors: those of `readBytes`, `openSpreadsheet` and `openRdf`; `file-format-unknown` for what is no table; `file-empty` when there is nothing but blanks. */
export async function openFileOrGraph(options: FileOptions, manifest: Manifest): Promise<DataFile | OpenGraph> {
  return openBytes(options, await readBytes(options.path), manifest, undefined);
}

/** `inside`: the name of the file in the zip archive from which the bytes come. */
async function openBytes(options: FileOptions, read: FileBytes, manifest: Manifest, inside: string | undefined): Promise<DataFile | OpenGraph> {
  const file = options.path;
  const name = inside ?? file;
  const { bytes, stored, gzipped } = read;
  if (mayBeSpreadsheet(bytes)) {
    // What reads spreadsheets is large, and most lists are none.
    const { openSpreadsheet } = await import('./open-spreadsheet.js');
    const spreadsheet = await openSpreadsheet(options, read);
    if (spreadsheet !== undefined) return spreadsheet;
    const packed = inside === undefined && isZip(bytes) ? await (await import('./table-in-zip.js')).tableInZip(file, bytes) : undefined;
    if (packed !== undefined) {
      const opened = await openBytes(options, { ...read, bytes: packed.content }, manifest, packed.name);
      const inZip = (unpacked: DataFile): DataFile => ({ ...unpacked, readAs: `"${packed.name}" in a zip archive, ${unpacked.readAs}` });
      return 'asDataFile' in opened ? { ...opened, asDataFile: (ids) => inZip(opened.asDataFile(ids)) } : inZip(opened);
    }
  }
  if (options.format === 'spreadsheet') {
    throw new SameasError('file-format-unknown', `${file} is no spreadsheet, though the manifest says so.`, { advice: 'Take "format" out of the manifest; the content tells it.', facts: { file } });
  }
  refuseKnownBinary(file, bytes);
  const source = textSource(file, bytes, options.encoding);
  const syntax = rdfSyntaxOf(options, name, source);
  if (syntax !== undefined && source.head.trim() !== '') {
    // What reads RDF is large, and most lists are none.
    const { openRdf } = await import('./rdf/open-rdf.js');
    return openRdf({ file, source, syntax, stored, gzipped }, manifest);
  }
  refuseWhatIsNoTable(file, source.head);
  if (bytes.length < 65536 && source.head.trim() === '') throw emptyFile(file);
  const format = RECORD_FORMATS.find(({ name, recognise }) => (options.format === undefined ? recognise(source.head) : name === options.format)) ?? lastFormat();
  if (format.name === 'delimited' && options.format === undefined && /\.(json|jsonl|ndjson)(\.gz)?$/i.test(name)) {
    throw new SameasError('file-damaged', `${file} is named as JSON, but its content is not JSON.`, {
      advice: 'Check the file; if it is a table, give it a name that ends in .csv.',
      facts: { file },
    });
  }
  const delimited = {
    ...(options.delimiter !== undefined && { delimiter: options.delimiter }),
    ...(options.quote !== undefined && { quote: options.quote }),
    ...(options.header !== undefined && { header: options.header }),
    isKnownHeading,
  };
  const reader = format.open(source, delimited);
  const encoding = source.encoding.encoding;
  const details = 'dialect' in reader ? reader : undefined;

  return {
    file,
    stored,
    reader,
    readAs: [describeFormat(format, details?.columns.length === 1 ? undefined : details?.dialect), encodingName(encoding), ...(gzipped ? ['gzipped'] : [])].join(', '),
    options: {
      path: options.path,
      format: format.name,
      encoding: encoding === 'ascii' ? 'utf-8' : encoding,
      ...(details !== undefined && { delimiter: details.dialect.delimiter, quote: details.dialect.quote, header: details.header.header }),
    },
    notes: [...notesAbout(file, source, details?.header, options), ...(details === undefined ? [] : noteRowsAbove(basename(file), details.above))],
    sample: () => takeSample(format, source, reader, delimited, bytes.length > HEAD_BYTES),
  };
}

/** How the file writes RDF: as the manifest says, else as the content and the name tell. */
function rdfSyntaxOf({ format }: FileOptions, name: string, { head }: TextSource): RdfSyntax | undefined {
  return format === undefined ? recogniseRdf(name, head) : RDF_SYNTAXES.find((syntax) => syntax === format);
}

function lastFormat(): RecordFormat {
  const format = RECORD_FORMATS.at(-1);
  if (format === undefined) throw new Error('the table of formats is empty');
  return format;
}

/** The first records: from the head of the file alone where that is enough to read it. */
function takeSample(format: RecordFormat, source: TextSource, reader: RecordReader, delimited: Parameters<RecordFormat['open']>[1], isCut: boolean): DataSample {
  const records: (readonly RawCell[])[] = [];
  const wholeNeeded = format.name === 'json' && source.head.trimStart().startsWith('{');
  // The same dialect and header as the whole file: detection looks at nothing but the head.
  const chunks = (): Iterable<string> => (format.name === 'delimited' ? piecesWhile(source.head, () => records.length < SAMPLE_RECORDS) : [source.head]);
  const sampleReader = wholeNeeded ? reader : format.open({ ...source, chunks }, delimited);
  sampleReader.read(
    (cells) => {
      if (records.length < SAMPLE_RECORDS) records.push([...cells]);
    },
    () => undefined,
  );
  // The head may end in the middle of a record.
  if (isCut && !wholeNeeded && records.length > 1 && records.length < SAMPLE_RECORDS) records.pop();
  return { columns: [...sampleReader.columns], records };
}

function describeFormat(format: RecordFormat, dialect: Dialect | undefined): string {
  if (dialect === undefined) return format.title;
  const delimiter = DELIMITER_NAMES[dialect.delimiter] ?? `"${dialect.delimiter}"`;
  return `text delimited by ${delimiter}`;
}

function encodingName(encoding: string): string {
  if (encoding === 'ascii') return 'ASCII';
  return /^(utf|iso|koi)/.test(encoding) ? encoding.toUpperCase() : encoding.replace(/^windows/, 'Windows');
}

function notesAbout(file: string, source: TextSource, header: { readonly header: boolean; readonly reason: string } | undefined, options: FileOptions): readonly string[] {
  const notes: string[] = [];
  const name = basename(file);
  const { evidence, encoding } = source.encoding;
  if (evidence === 'guessed') {
    notes.push(`${name} is not UTF-8; its encoding was guessed to be ${encodingName(encoding)}. If accented letters look wrong, state the encoding in a manifest.`);
  }
  if (evidence === 'mostly-valid') notes.push(`${name} is UTF-8 with a few broken characters.`);
  if (header !== undefined && !header.header && options.header === undefined) {
    notes.push(`${name} has no row of headings (${header.reason}); its columns are called "Column 1", "Column 2" and so on.`);
  }
  return notes;
}
