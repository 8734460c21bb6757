import { FILE_FORMATS, formatOfStart } from '../formats/file-formats.js';
import { RDF_SYNTAXES, type RdfSyntax, recogniseRdf } from '../formats/rdf/rdf-syntax.js';
import { type FileBytes, type LargeFile, emptyFile, tooLarge } from '../formats/read-bytes.js';
import { looksLikeHtml, looksLikeXml, refuseKnownBinary } from '../formats/refuse-binary.js';
import { isZip, mayBeSpreadsheet } from '../formats/first-bytes.js';
import { type TextSource, fileTextSource, textSource } from '../formats/text-source.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { DataFile, FileOptions, OpenGraph } from './data-file.js';
import type { Manifest } from './manifest-schema.js';
import { type TextFile, openRows, openTextRecords } from './open-text-records.js';
import { addressIds, commonestNamespace } from './rdf/entity-ids.js';
import { type SourceAccess, shownPath } from './sources/source-address.js';
import { NO_WEB, readFromSource } from './sources/source-table.js';

/** Opens one file. Errors: those of `openFileOrGraph`. */
export async function openDataFile(options: FileOptions): Promise<DataFile> {
  return asDataFile(await openFileOrGraph(options, {}, NO_WEB));
}

/**
 * Opens content in memory; `path` is its name in messages. Errors: those of `openDataFile`, without those of reading.
 */
export async function openDataContent(options: FileOptions, content: Buffer): Promise<DataFile> {
  if (content.length === 0) throw emptyFile(options.path);
  return asDataFile(await openBytes({ options, read: { bytes: content, stored: content, gzipped: false } }, {}));
}

function asDataFile(opened: DataFile | OpenGraph): DataFile {
  return 'asDataFile' in opened
    ? opened.asDataFile(addressIds([opened.iris], commonestNamespace(opened.iris)))
    : opened;
}

/**
 * Opens a file of any format. Errors: those of the source, `openSpreadsheet` and `openRdf`; `file-format-unknown` for
 * anything but a table; `file-empty` for blanks alone.
 */
export async function openFileOrGraph(
  options: FileOptions,
  manifest: Manifest,
  access: SourceAccess,
): Promise<DataFile | OpenGraph> {
  const content = await readFromSource(options, access);
  // The path without a password.
  const shown = { ...options, path: shownPath(options.path) };
  if (content.kind === 'rows')
    return openRows({
      options: { ...shown, ...(content.table !== undefined && { table: content.table }) },
      rows: content.rows,
      stored: content.rows,
      readAs: content.readAs,
    });
  if (content.kind === 'large') return openLarge(shown, content.file, manifest);
  return openBytes(
    { options: shown, read: content.read, ...(content.name !== undefined && { name: content.name }) },
    manifest,
  );
}

interface ReadBytes {
  readonly options: FileOptions;
  readonly read: FileBytes;
  /** Name that gives the format where the content alone does not; by default the path. */
  readonly name?: string;
  /** The name of the file in the zip archive, for an unpacked one. */
  readonly inside?: string;
}

async function openBytes(given: ReadBytes, manifest: Manifest): Promise<DataFile | OpenGraph> {
  const { options, read, inside } = given;
  const file = options.path;
  const name = inside ?? given.name ?? file;
  const { bytes, stored, gzipped } = read;
  const packed = mayBeSpreadsheet(bytes) ? await openPacked(given, manifest) : undefined;
  if (packed !== undefined) return packed;
  if (options.format === 'spreadsheet') {
    throw new SameasError('file-format-unknown', `${file} is no spreadsheet, though the manifest says so.`, {
      advice: 'Take "format" out of the manifest; the content tells it.',
      facts: { file },
    });
  }
  const binary = await openBinary(options, read);
  if (binary !== undefined) return binary;
  refuseKnownBinary(file, bytes);
  return openText(
    {
      options,
      name,
      source: textSource(file, bytes, options.encoding),
      read: { stored, gzipped, length: bytes.length },
    },
    manifest,
  );
}

/** A file too large for memory: text of any kind. */
async function openLarge(
  options: FileOptions,
  { stored, start }: LargeFile,
  manifest: Manifest,
): Promise<DataFile | OpenGraph> {
  const file = options.path;
  if (mayBeSpreadsheet(start) || formatOfStart(start) !== undefined) throw tooLarge(file);
  refuseKnownBinary(file, start);
  return openText(
    {
      options,
      name: file,
      source: fileTextSource(file, stored, options.encoding),
      read: { stored, gzipped: false, length: stored.size },
    },
    manifest,
  );
}

async function openText(file: TextFile, manifest: Manifest): Promise<DataFile | OpenGraph> {
  const { options, name, source, read } = file;
  const { format = /\.ya?ml$/i.test(name) ? 'yaml' : looksLikeHtml(source.head) ? 'html' : undefined } = options;
  if (format === 'html') return (await import('./open-converted.js')).openHtml(file);
  if (format === 'yaml') return (await import('./open-converted.js')).openYaml(file);
  if (format === undefined && /"leader"/.test(source.head)) {
    const { looksLikeMarcJson, openMarcJson } = await import('./marc/open-marc.js');
    if (looksLikeMarcJson(source.head)) return openMarcJson(file);
  }
  const syntax = rdfSyntaxOf(options, name, source);
  if (syntax === undefined && (options.format === undefined ? looksLikeXml(source.head) : options.format === 'xml')) {
    const { openXml } = await import('./xml/open-xml.js');
    return openXml({ options, read, source });
  }
  if (syntax === undefined || source.head.trim() === '') return openTextRecords({ options, read, name, source });
  // The RDF reader is large, and most datasets do not need it.
  const { openRdf } = await import('./rdf/open-rdf.js');
  return openRdf({ file: options.path, source, syntax, stored: read.stored, gzipped: read.gzipped }, manifest);
}

/** A spreadsheet, or the table in a zip archive; `undefined` for other bytes. */
async function openPacked(
  { options, read, inside }: ReadBytes,
  manifest: Manifest,
): Promise<DataFile | OpenGraph | undefined> {
  // The spreadsheet reader is large, and most datasets do not need it.
  const { openSpreadsheet } = await import('./open-spreadsheet.js');
  const spreadsheet = await openSpreadsheet(options, read);
  if (spreadsheet !== undefined) return spreadsheet;
  // An archive inside an archive is not opened.
  if (inside !== undefined || !isZip(read.bytes)) return undefined;
  const { tableInZip } = await import('./table-in-zip.js');
  const packed = await tableInZip(options.path, read.bytes);
  if (packed === undefined) return undefined;
  const opened = await openBytes({ options, inside: packed.name, read: { ...read, bytes: packed.content } }, manifest);
  const inZip = (unpacked: DataFile): DataFile => ({
    ...unpacked,
    readAs: sentence('"{name}" in a zip archive, {Format}', { name: packed.name, Format: unpacked.readAs }),
  });
  return 'asDataFile' in opened ? { ...opened, asDataFile: (ids) => inZip(opened.asDataFile(ids)) } : inZip(opened);
}

/** RDF syntax of the file by the manifest, else by content and name; `undefined` for other files. */
function rdfSyntaxOf({ format }: FileOptions, name: string, { head }: TextSource): RdfSyntax | undefined {
  return format === undefined ? recogniseRdf(name, head) : RDF_SYNTAXES.find((syntax) => syntax === format);
}

/**
 * The file by its first bytes; `undefined` for text. Throws `file-format-unknown` when they contradict the format of
 * the manifest.
 */
async function openBinary(options: FileOptions, read: FileBytes): Promise<DataFile | undefined> {
  const configured = Object.values(FILE_FORMATS).find(
    ({ name, sniff }) => sniff !== undefined && name === options.format,
  );
  if (configured !== undefined && configured.sniff?.(read.bytes) !== true)
    throw new SameasError(
      'file-format-unknown',
      `${options.path} is not ${configured.title}, though the manifest says so.`,
      {
        advice: 'Take "format" out of the manifest; the content tells it.',
        facts: { file: options.path },
      },
    );
  const id = configured === undefined && options.format !== undefined ? undefined : formatOfStart(read.bytes);
  if (id === undefined) return undefined;
  const { name, rows } = FILE_FORMATS[id];
  if (name !== undefined && rows !== undefined)
    return (await import('./open-database.js')).openDatabase(name, await rows(), options, read);
  return (await import('./marc/open-marc.js')).openMarc(options, read);
}

/**
 * Opens the files of a dataset, in order. Entities of RDF have the same ids in all of them: the part after their common
 * namespace. Errors: those of `openFileOrGraph`.
 */
export async function openDataFiles(
  list: readonly FileOptions[],
  manifest: Manifest,
  access: SourceAccess,
): Promise<readonly DataFile[]> {
  const opened: (DataFile | OpenGraph)[] = [];
  for (const options of list) opened.push(await openFileOrGraph(options, manifest, access));
  const graphs = opened.flatMap((file) => ('asDataFile' in file ? [file.iris] : []));
  // The ids of a table among them may be whole addresses, which must stay equal.
  const found = graphs.length === opened.length ? commonestNamespace(graphs.flat()) : undefined;
  const ids = addressIds(graphs, manifest.identifierSpace ?? found);
  return opened.map((file) => ('asDataFile' in file ? file.asDataFile(ids) : file));
}
