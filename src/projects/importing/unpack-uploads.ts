import { isGzipped, isPacked, mayBeSpreadsheet } from '../../formats/first-bytes.js';
import { detectFileEncoding, fileHead, fileStart } from '../../formats/text-file.js';
import {
  type UnpackTarget,
  type UnpackedFile,
  unpackFile,
  unpackTar,
  unpackZip,
  weighZip,
  zipEntryNames,
} from '../../formats/archives/unpack-archive.js';
import { UnpackBudget } from '../../formats/archives/unpack-limits.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { type Sentence, faultSaying, sentenceOf } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import {
  type ImportLimits,
  type ImportedFile,
  type SourceFile,
  aboutFile,
  damaged,
  tooLarge,
} from './import-request.js';
import { type FormatId, formatOfMediaType, formatOfName, formatOfStart } from '../../formats/file-formats.js';
import { knownBinary } from '../../formats/refuse-binary.js';
import { guessColumnWidths } from './import-lines.js';
import { SAMPLE_LENGTH, firstLines, guessSeparator } from './import-separated.js';

/** Names of documents that are zip archives themselves. */
const OFFICE_NAME = /\.(xlsx|xlsm|xltx|xlsb|ods|ots|odt|odp|docx|pptx)$/i;
const OFFICE_MEDIA_TYPE = /openxmlformats|oasis\.opendocument/i;

/** Unsupported archives. */
const OTHER_ARCHIVES: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'xz' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'Zstandard' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], what: '7-Zip' },
  { bytes: [0x52, 0x61, 0x72, 0x21], what: 'RAR' },
];

/**
 * The files to read: uploads as they are, unpacked from gzip or bzip2, or one by one out of zip and tar archives (also
 * packed ones) into `folder`. A second file of a name ends in `-2`. Throws `import-too-large`, `import-file-damaged`,
 * `import-format-unsupported`.
 */
export async function unpackUploads(
  uploads: readonly ImportedFile[],
  folder: string,
  limits: ImportLimits,
): Promise<readonly SourceFile[]> {
  let counter = 0;
  const budget = new UnpackBudget({
    maxEntries: limits.maxArchiveEntries,
    maxBytes: limits.maxUnpackedBytes,
    maxExpansion: limits.maxExpansion,
  });
  const target: UnpackTarget = { folder, budget, freshName: () => `unpacked-${(counter += 1)}` };
  const freshName = uniqueNames();
  const files: SourceFile[] = [];
  for (const upload of uploads) {
    const name = baseName(upload.name) || 'upload';
    try {
      for (const file of await unpackOne({ ...upload, name }, target))
        files.push({ ...file, name: freshName(file.name) });
    } catch (thrown) {
      if (thrown instanceof RangeError)
        throw tooLarge(
          aboutFile(name, sentenceOf(thrown)),
          sentence('Unpack it and import what is needed of it.'),
          limits.maxUnpackedBytes,
        );
      if (thrown instanceof SyntaxError) throw damaged(name, sentenceOf(thrown), thrown);
      throw thrown;
    }
  }
  return files;
}

/** Beginnings of cells in the sheets of xlsx and ods. */
const CELL_STARTS = ['<c ', '<c>', ':c r=', '<table:table-cell'];

/**
 * Throws `import-too-large` for a spreadsheet too large for memory, or with more cells than are read in a few seconds.
 */
export async function weighSpreadsheet(file: SourceFile, limits: ImportLimits): Promise<void> {
  const budget = new UnpackBudget({
    maxEntries: limits.maxArchiveEntries,
    maxBytes: limits.maxSpreadsheetBytes,
    maxExpansion: Infinity,
  });
  if (!startsWith(fileStart(file.path, 4), ZIP)) return;
  const advice = sentence('Save its sheets as CSV and import those.');
  let cells = 0;
  try {
    await weighZip(file.path, budget, (_, piece) => {
      // A cell at the boundary of two pieces is not counted: there are some thousand in a piece.
      for (const start of CELL_STARTS)
        for (let at = piece.indexOf(start); at >= 0; at = piece.indexOf(start, at + start.length)) cells += 1;
      if (cells > limits.maxSpreadsheetCells) throw new RangeError('too many cells');
    });
  } catch (thrown) {
    if (cells > limits.maxSpreadsheetCells)
      throw tooLarge(
        sentence('{file} is a spreadsheet of more than {n} cells.', { file: file.name, n: limits.maxSpreadsheetCells }),
        advice,
        limits.maxSpreadsheetCells,
      );
    if (thrown instanceof RangeError) {
      throw tooLarge(
        sentence('{file} is a spreadsheet of more than {n} bytes once it is unpacked.', {
          file: file.name,
          n: limits.maxSpreadsheetBytes,
        }),
        advice,
        limits.maxSpreadsheetBytes,
      );
    }
    if (thrown instanceof SyntaxError) throw damaged(file.name, sentenceOf(thrown), thrown);
    throw thrown;
  }
}

async function unpackOne(upload: ImportedFile, target: UnpackTarget): Promise<readonly SourceFile[]> {
  let { path, name } = upload;
  let mediaType: string | undefined = upload.mediaType;
  if (isPacked(fileStart(path, 3))) {
    path = await unpackFile(path, target);
    name = name.replace(/\.(?:tgz|tbz2?)$/i, '.tar').replace(/\.(?:gz|gzip|bz2)$/i, '') || name;
    // The type was that of the packed file.
    mediaType = undefined;
  }
  const start = fileStart(path, 512);
  const other = OTHER_ARCHIVES.find(({ bytes }) => startsWith(start, bytes));
  if (other !== undefined) {
    throw new SameasError(
      'import-format-unsupported',
      sentence('{file} is packed with {program}, which is not unpacked here.', {
        file: upload.name,
        program: other.what,
      }),
      {
        advice: sentence('Unpack it first, or pack it as gzip or zip.'),
        facts: { file: upload.name },
      },
    );
  }
  if (
    startsWith(start, ZIP) &&
    !(await isOfficeDocument({ path, name, ...(mediaType === undefined ? {} : { mediaType }) }))
  ) {
    return fromArchive(upload.name, await unpackZip(path, target));
  }
  if (start.toString('latin1', 257, 262) === 'ustar') return fromArchive(upload.name, await unpackTar(path, target));
  return [{ path, name, mediaType, archiveName: undefined }];
}

function fromArchive(archiveName: string, files: readonly UnpackedFile[]): readonly SourceFile[] {
  if (files.length === 0) throw faultSaying(SyntaxError, sentence('There is no file in the archive.'));
  return files.map(({ path, name }) => ({ path, name, mediaType: undefined, archiveName }));
}

async function isOfficeDocument({ path, name, mediaType }: ImportedFile): Promise<boolean> {
  if (OFFICE_NAME.test(name) || OFFICE_MEDIA_TYPE.test(mediaType ?? '')) return true;
  const names = await zipEntryNames(path);
  return names.includes('[Content_Types].xml') || (names[0] === 'mimetype' && names.includes('content.xml'));
}

/** Unique names: a second equal one ends in `-2`; the cost does not grow with the number of those before. */
function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  const counters = new Map<string, number>();
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let fresh = name;
    let counter = counters.get(name) ?? 1;
    while (taken.has(fresh)) fresh = `${stem}-${(counter += 1)}${extension}`;
    counters.set(name, counter);
    taken.add(fresh);
    return fresh;
  };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** A guessed format: a name in the table, or something that is no text. */
type GuessedFormat =
  { readonly format: Exclude<FormatId, 'text'> } | { readonly format: undefined; readonly what: Sentence };

const EXCEL = 'binary/text/xml/xls/xlsx';

/** Enough of a file to recognise MARC, whose records are no longer. */
const START_BYTES = 100_000;

/**
 * The format of a file: by its name, which a media type may only refine; then, while that only says text, by its
 * content. Cost: the first 64 KB are read. Throws errors of the file system.
 */
export function guessFormat(file: SourceFile): GuessedFormat {
  const start = fileStart(file.path, START_BYTES);
  const named = formatOfName(baseName(file.name));
  const typed = formatOfMediaType(file.mediaType ?? '');
  const declared = named === undefined ? typed : typed?.startsWith(named) === true ? typed : named;
  // Files of other kinds have names of spreadsheets, and spreadsheets have other names.
  if (mayBeSpreadsheet(start)) return { format: declared === 'text/xml/ods' ? declared : EXCEL };
  const certain = formatOfStart(start);
  if (certain !== undefined && certain !== 'text') return { format: certain };
  // Uploads are unpacked before; this one was packed twice, or was in an archive.
  const what = isGzipped(start)
    ? sentence('packed with gzip within another package, which is not unpacked here')
    : knownBinary(start)?.what;
  if (what !== undefined) return { format: undefined, what };
  if (declared !== undefined && declared !== 'text') return { format: declared };
  return guessText(file);
}

function guessText(file: SourceFile): GuessedFormat {
  const head = fileHead(file.path, detectFileEncoding(file.path), SAMPLE_LENGTH);
  if (controlCharacters(head) >= 10) return { format: undefined, what: sentence('a file that is not text') };
  if (/^\s*[{[]/.test(head) && occurrences(head, '{') >= 5 && occurrences(head, '}') >= 5)
    return { format: 'text/json' };
  if (occurrences(head, '<') >= 5 && occurrences(head, '>') >= 5) {
    const start = head.trimStart();
    if (!/^<(\?xml|!)/.test(start) && firstLines(head).some(isStatement)) return { format: 'text/rdf/n3' };
    if (start.startsWith('<')) return { format: 'text/xml' };
  }
  if (/^\{\|/m.test(head) && /^\|-/m.test(head)) return { format: 'text/wiki' };
  if (guessSeparator(head) !== undefined) return { format: 'text/line-based/*sv' };
  return {
    format: firstLines(head).length > 2 && hasAlignedGaps(head) ? 'text/line-based/fixed-width' : 'text/line-based',
  };
}

/** Three things and a full stop: a line of N-Triples. */
function isStatement(line: string): boolean {
  return line.startsWith('<') && line.trimEnd().endsWith('.') && line.trim().split(/\s+/, 4).length >= 3;
}

/** Gaps of at least two spaces in nearly every line, at the same places; words of plain text have none. */
function hasAlignedGaps(head: string): boolean {
  if (guessColumnWidths(head).length === 0) return false;
  const lines = firstLines(head);
  return lines.filter((line) => /\S {2,}\S/.test(line)).length >= lines.length * 0.8;
}

/** Without folders, whichever way they are written. */
export function baseName(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? name;
}

function controlCharacters(text: string): number {
  return (text.match(/[\u0000-\u0008\u000e-\u001f]/g) ?? []).length;
}

function occurrences(text: string, character: string): number {
  return text.split(character).length - 1;
}
