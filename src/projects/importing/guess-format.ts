import { detectFileEncoding, fileHead, fileStart } from '../../formats/text-file.js';
import { guessColumnWidths } from './import-fixed-width.js';
import { firstLines, guessSeparator, SAMPLE_LENGTH } from './guess-separator.js';
import type { SourceFile } from './import-request.js';

/** What a file may be found to be: a name in the table of formats, or something that is no text. */
export type GuessedFormat = { readonly format: string } | { readonly format: undefined; readonly what: string };

const SEPARATED = 'text/line-based/*sv';
const EXCEL = 'binary/text/xml/xls/xlsx';

/** What follows a dot in the name of a file → its format. */
const FORMAT_OF_EXTENSION: Readonly<Record<string, string>> = {
  txt: 'text',
  csv: SEPARATED,
  tsv: SEPARATED,
  xml: 'text/xml',
  atom: 'text/xml',
  json: 'text/json',
  jsonl: 'text/json',
  ndjson: 'text/json',
  geojson: 'text/json',
  js: 'text/json',
  xls: EXCEL,
  xlsx: EXCEL,
  xlsm: EXCEL,
  xlsb: EXCEL,
  ods: 'text/xml/ods',
  nt: 'text/rdf/nt',
  ntriples: 'text/rdf/nt',
  n3: 'text/rdf/n3',
  ttl: 'text/rdf/ttl',
  jsonld: 'text/rdf/ld+json',
  rdf: 'text/rdf/xml',
  marc: 'text/marc',
  mrc: 'text/marc',
  wiki: 'text/wiki',
};

const FORMAT_OF_MEDIA_TYPE: Readonly<Record<string, string>> = {
  'text/plain': 'text',
  'text/csv': SEPARATED,
  'text/x-csv': SEPARATED,
  'text/tab-separated-value': SEPARATED,
  'text/tab-separated-values': SEPARATED,
  'text/fixed-width': 'text/line-based/fixed-width',
  'application/xml': 'text/xml',
  'text/xml': 'text/xml',
  'application/msexcel': EXCEL,
  'application/x-msexcel': EXCEL,
  'application/x-ms-excel': EXCEL,
  'application/vnd.ms-excel': EXCEL,
  'application/x-excel': EXCEL,
  'application/xls': EXCEL,
  'application/x-xls': EXCEL,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': EXCEL,
  'application/vnd.oasis.opendocument.spreadsheet': 'text/xml/ods',
  'application/json': 'text/json',
  'application/javascript': 'text/json',
  'text/json': 'text/json',
  'application/marc': 'text/marc',
};

/**
 * The format of a file: by its name, which a media type may only refine; then, while that says no more than that it is text, by its content. Cost: the
 * first 64 KB are looked at. Throws what the file system throws.
 */
export function guessFormat(file: SourceFile): GuessedFormat {
  const binary = signatureOf(fileStart(file.path, 8));
  const named = formatOfName(file.name);
  const typed = formatOfMediaType(file.mediaType);
  const stated = named === undefined ? typed : typed?.startsWith(named) === true ? typed : named;
  // Names of spreadsheets are given to files of other kinds, and spreadsheets are called otherwise.
  if (binary === 'spreadsheet') return { format: stated === 'text/xml/ods' ? stated : EXCEL };
  if (binary !== undefined && stated !== 'text/marc') return { format: undefined, what: binary };
  if (stated !== undefined && stated !== 'text') return { format: stated };
  return guessText(file);
}

function guessText(file: SourceFile): GuessedFormat {
  const head = fileHead(file.path, detectFileEncoding(file.path), SAMPLE_LENGTH);
  if (controlCharacters(head) >= 10) return { format: undefined, what: 'a file that is not text' };
  if (/^\s*[{[]/.test(head) && occurrences(head, '{') >= 5 && occurrences(head, '}') >= 5)
    return { format: 'text/json' };
  if (occurrences(head, '<') >= 5 && occurrences(head, '>') >= 5) {
    const start = head.trimStart();
    if (!/^<(\?xml|!)/.test(start) && firstLines(head).some(isStatement)) return { format: 'text/rdf/n3' };
    if (start.startsWith('<')) return { format: 'text/xml' };
  }
  if (/^\{\|/m.test(head) && /^\|-/m.test(head)) return { format: 'text/wiki' };
  if (guessSeparator(head) !== undefined) return { format: SEPARATED };
  return {
    format: firstLines(head).length > 2 && hasAlignedGaps(head) ? 'text/line-based/fixed-width' : 'text/line-based',
  };
}

/** Three things and a full stop: a line of N-Triples. */
function isStatement(line: string): boolean {
  return line.startsWith('<') && line.trimEnd().endsWith('.') && line.trim().split(/\s+/, 4).length >= 3;
}

/** Gaps of at least two spaces in nearly every line, at the same places; words of plain text do not stand so. */
function hasAlignedGaps(head: string): boolean {
  if (guessColumnWidths(head).length === 0) return false;
  const lines = firstLines(head);
  return lines.filter((line) => /\S {2,}\S/.test(line)).length >= lines.length * 0.8;
}

function formatOfName(name: string): string | undefined {
  const [, ...extensions] = baseName(name).toLowerCase().split('.');
  for (const extension of extensions) {
    const format = FORMAT_OF_EXTENSION[extension];
    if (format !== undefined) return format;
  }
  return undefined;
}

function formatOfMediaType(mediaType: string | undefined): string | undefined {
  const plain = (mediaType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (plain.endsWith('+xml')) return 'text/xml';
  if (plain.endsWith('+json')) return 'text/json';
  return FORMAT_OF_MEDIA_TYPE[plain];
}

/** Without folders, whichever way they are written. */
export function baseName(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? name;
}

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'spreadsheet' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], what: 'spreadsheet' },
  // Uploads are unpacked before; this one was packed twice, or lay in an archive.
  { bytes: [0x1f, 0x8b, 0x08], what: 'packed with gzip within another package, which is not unpacked here' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'an SQLite database' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a picture' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture' },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: 'a picture' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: 'a program' },
];

function signatureOf(start: Buffer): string | undefined {
  return SIGNATURES.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))?.what;
}

function controlCharacters(text: string): number {
  return (text.match(/[\u0000-\u0008\u000e-\u001f]/g) ?? []).length;
}

function occurrences(text: string, character: string): number {
  return text.split(character).length - 1;
}
