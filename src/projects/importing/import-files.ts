import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { detectEncoding, isReadableEncoding, type DetectedEncoding } from '../../formats/detect-encoding.js';
import {
  DATABASE_EXTENSIONS,
  FILE_FORMATS,
  findFormat,
  LIST_EXTENSIONS,
  type FormatId,
} from '../../formats/file-formats.js';
import { detectFileEncoding, fileStart } from '../../formats/text-file.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { baseName, guessFormat, unpackUploads } from './unpack-uploads.js';
import { ImportOptions, invalid } from './import-options.js';
import type { ImportRequest, ImportResult, ImportTarget, SourceFile } from './import-request.js';
import type { SourceColumns } from './table-builder.js';
import type { Grid } from '../grid/grid.js';
import { importDatabases, importSpreadsheets } from './import-spreadsheet.js';
import { importFixedWidth, importLines } from './import-lines.js';
import { importGraphs } from './import-graph.js';
import { type TextFile, importSeparated } from './import-separated.js';
import { importTree } from './import-tree.js';

type ImportId = keyof typeof IMPORT_READERS;

/**
 * Uploaded files → one grid. Missing options are guessed from the files when the request has none at all, and have the
 * defaults of the command interface otherwise. Asynchronous only while archives are unpacked and graphs are parsed;
 * reading is synchronous, so it belongs in a process for commands. The scratch folder is empty afterwards. Cost: one
 * pass over each file, in pieces; spreadsheets are in memory as a whole. Throws `import-…` errors, and errors of the
 * chunk writer and `progress`.
 */
export async function importFiles(request: ImportRequest, target: ImportTarget): Promise<ImportResult> {
  if (request.files.length === 0)
    throw new SameasError('import-empty', sentence('No file was uploaded.'), {
      advice: sentence('Send a file, or text from the clipboard.'),
    });
  const folder = await mkdtemp(join(target.scratchFolder, 'import-'));
  try {
    const unpacked = await unpackUploads(request.files, folder, target.limits);
    const { format, files } = chooseFormat(request, unpacked);
    return await readFiles(request, format, files, target);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFiles(
  request: ImportRequest,
  format: ImportId,
  files: readonly SourceFile[],
  target: ImportTarget,
): Promise<ImportResult> {
  const options = new ImportOptions(request.options, request.legacyFields);
  const sources = sourcesOf(options, files, format);
  const projectTags = options.texts('projectTags') ?? [];
  const projectName = (request.projectName ?? options.text('projectName') ?? '').trim() || nameOfFiles(request);
  const reader = IMPORT_READERS[format];
  if (reader.kind === 'none')
    throw unsupported(`The format ${format} (${FILE_FORMATS[format].title}) is not read.`, reader.advice, files[0]);
  const texts =
    reader.kind === 'text'
      ? files.map((file) => ({ ...file, encoding: encodingOf(file, format, options) }))
      : undefined;
  const grid = await (reader.kind === 'bytes'
    ? reader.read(files, options, sources, target)
    : reader.read(texts ?? [], options, sources, target));
  if (grid.model.columns.length === 0) throw noColumns(files);
  return {
    grid,
    projectName,
    projectTags,
    importOptionMetadata: files.map(({ name, archiveName }, index) => ({
      ...options.inForce,
      ...(texts === undefined ? {} : { encoding: givenEncoding(options) ?? nameForPeople(texts[index]?.encoding) }),
      projectName,
      fileSource: name,
      archiveFileName: archiveName ?? null,
    })),
    format,
    encoding: texts === undefined ? undefined : nameForPeople(texts[0]?.encoding),
  };
}

/** The columns that name the files. */
function sourcesOf(options: ImportOptions, files: readonly SourceFile[], format: ImportId): SourceColumns {
  const isPacked = files.some(({ archiveName }) => archiveName !== undefined);
  // The first column of a tree begins records; the column of archives goes before it only on request.
  const isTable = /line-based|xls|ods|sqlite|parquet/.test(format);
  return {
    file: options.flag('includeFileSources', { guessed: files.length > 1, coded: false }),
    archive: options.flag('includeArchiveFileName', { guessed: isTable, coded: false }) && isPacked,
  };
}

/** The error for files in which nothing could become a column. */
function noColumns(files: readonly SourceFile[]): SameasError {
  return new SameasError(
    'import-empty',
    sentence('{file} has nothing that could become a column.', {
      file: files
        .map(({ name }) => name)
        .slice(0, 3)
        .join(', '),
    }),
    {
      advice: sentence('Check that the right file was uploaded, and the options that leave out lines.'),
    },
  );
}

/** The requested format with all files, or the one of most files with those. */
function chooseFormat(
  request: ImportRequest,
  files: readonly SourceFile[],
): { readonly format: ImportId; readonly files: readonly SourceFile[] } {
  const formatName =
    request.legacyFields?.['split-into-columns'] === 'false' && request.options === undefined
      ? 'text/line-based'
      : request.format;
  const known = formatName === undefined ? undefined : findFormat(formatName.trim());
  if (known !== undefined && known !== 'text') return { format: known, files };
  const byFormat = new Map<ImportId, SourceFile[]>();
  let strange: Sentence | undefined;
  for (const file of files) {
    const guess = guessFormat(file);
    if (guess.format === undefined) strange ??= sentence('{file} is {What}.', { file: file.name, What: guess.what });
    else byFormat.set(guess.format, [...(byFormat.get(guess.format) ?? []), file]);
  }
  const [most] = [...byFormat].sort(([, one], [, other]) => other.length - one.length);
  if (most === undefined)
    throw unsupported(
      strange ?? sentence('The format of the files is not known.'),
      sentence('Import a CSV, TSV, Excel, OpenDocument, JSON or XML file.'),
      files[0],
    );
  return { format: most[0], files: most[1] };
}

function unsupported(message: string | Sentence, advice: string | Sentence, file: SourceFile | undefined): SameasError {
  return new SameasError('import-format-unsupported', message, {
    advice,
    ...(file === undefined ? {} : { facts: { file: file.name } }),
  });
}

/** The option; else the declaration of an XML file; else a guess from the bytes. */
function encodingOf(file: SourceFile, format: ImportId, options: ImportOptions): DetectedEncoding {
  const requested = givenEncoding(options)?.toLowerCase();
  if (requested === undefined) {
    const declared =
      format === 'text/xml' || format === 'text/rdf/xml'
        ? XML_ENCODING.exec(fileStart(file.path, 200).toString('latin1'))?.[1]
        : undefined;
    const isUsable = declared !== undefined && isReadableEncoding(declared) && !/^utf/i.test(declared);
    return isUsable ? detectEncoding(Buffer.alloc(0), declared) : detectFileEncoding(file.path);
  }
  const plain = requested.replace(/-bom$/, '');
  if (!isReadableEncoding(plain))
    throw invalid('encoding', 'the name of an encoding, such as UTF-8 or windows-1252', requested);
  const detected = detectEncoding(fileStart(file.path, 4), plain);
  // The mark at the start is of another encoding than the given one: then it is text.
  return detected.markLength > 0 && !/^utf/.test(detected.encoding) ? { ...detected, markLength: 0 } : detected;
}

/** By the name in the options; undefined without one. */
function givenEncoding(options: ImportOptions): string | undefined {
  const name = options.text('encoding')?.trim() ?? '';
  return name === '' ? undefined : name;
}

/** The bytes of a document show UTF-8 and UTF-16. */
const XML_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

function nameForPeople(encoding: DetectedEncoding | undefined): string | undefined {
  if (encoding === undefined) return undefined;
  return encoding.encoding === 'ascii'
    ? 'US-ASCII'
    : encoding.encoding.replace(/^(utf|iso|koi|euc|gb)/, (start) => start.toUpperCase());
}

/** Endings that say how a file is packed or written, not what it holds. */
const ENDINGS = new RegExp(
  `\\.(?:gz|gzip|bz2|zip|tgz|tar|js|geojson|atom|${[...LIST_EXTENSIONS, ...DATABASE_EXTENSIONS].join('|')})$`,
  'i',
);

function nameOfFiles(request: ImportRequest): string {
  const names = request.files.slice(0, 3).map(({ name }) => {
    let plain = baseName(name);
    while (ENDINGS.test(plain)) plain = plain.replace(ENDINGS, '');
    return plain.replace(/[_\s]+/g, ' ').trim();
  });
  return [...new Set(names.filter((name) => name !== ''))].join(', ') || 'Untitled';
}

type Read<File> = (
  files: readonly File[],
  options: ImportOptions,
  sources: SourceColumns,
  target: ImportTarget,
) => Grid | Promise<Grid>;

/** Reader of a format: readers of text get the encoding too. An unsupported format has advice instead. */
type ImportReader =
  | { readonly kind: 'text'; readonly read: Read<TextFile> }
  | { readonly kind: 'bytes'; readonly read: Read<SourceFile> }
  | { readonly kind: 'none'; readonly advice: string };

const SPREADSHEETS: ImportReader = { kind: 'bytes', read: importSpreadsheets };
const TURTLE: ImportReader = { kind: 'text', read: (...given) => importGraphs('turtle', ...given) };

/** Every format that clients may name; a file that is only known to be text is examined before. */
export const IMPORT_READERS: Readonly<Record<Exclude<FormatId, 'text'>, ImportReader>> = {
  'text/line-based/*sv': { kind: 'text', read: importSeparated },
  'text/line-based': { kind: 'text', read: importLines },
  'text/line-based/fixed-width': { kind: 'text', read: importFixedWidth },
  'binary/text/xml/xls/xlsx': SPREADSHEETS,
  'text/xml/ods': SPREADSHEETS,
  'text/json': { kind: 'text', read: (...given) => importTree('text/json', ...given) },
  'text/xml': { kind: 'text', read: (...given) => importTree('text/xml', ...given) },
  'text/marc': { kind: 'bytes', read: (...given) => importTree('text/marc', ...given) },
  'binary/sqlite': { kind: 'bytes', read: (...given) => importDatabases('binary/sqlite', ...given) },
  'binary/parquet': { kind: 'bytes', read: (...given) => importDatabases('binary/parquet', ...given) },
  'text/bibtex': { kind: 'bytes', read: (...given) => importDatabases('text/bibtex', ...given) },
  'text/wiki': { kind: 'none', advice: 'Copy the table into a spreadsheet program and save it as CSV.' },
  'text/rdf/nt': TURTLE,
  'text/rdf/n3': TURTLE,
  'text/rdf/ttl': TURTLE,
  'text/rdf/xml': { kind: 'text', read: (...given) => importGraphs('rdf-xml', ...given) },
  'text/rdf/ld+json': { kind: 'text', read: (...given) => importGraphs('json-ld', ...given) },
};
