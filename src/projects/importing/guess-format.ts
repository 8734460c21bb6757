import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { formatOfMediaType, formatOfName, formatOfStart, type FormatId } from '../../formats/file-formats.js';
import { isGzipped } from '../../formats/is-packed.js';
import { knownBinary } from '../../formats/refuse-binary.js';
import { mayBeSpreadsheet } from '../../formats/spreadsheets/may-be-spreadsheet.js';
import { detectFileEncoding, fileHead, fileStart } from '../../formats/text-file.js';
import { guessColumnWidths } from './import-lines.js';
import { firstLines, guessSeparator, SAMPLE_LENGTH } from './import-separated.js';
import type { SourceFile } from './import-request.js';

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
