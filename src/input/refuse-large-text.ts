import { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { isPacked, mayBeSpreadsheet } from '../formats/first-bytes.js';
import { looksLikeIso2709 } from '../formats/marc/marc-record.js';
import type { TableSize } from './open-input.js';

/** Bytes of a line: a thousand columns of usual length. */
const MAX_LINE_BYTES = 256 * 1024;

const SPACE = 0x20;
/** `[` and `{`: JSON may be on one line. */
const JSON_BEGINNINGS: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);

/** Beginning of XML and of RDF statements. */
const LESS_THAN = 0x3c;

/**
 * Kinds of bytes: 0 the first or only one of a character · 1–4 a delimiter · 5 a line break · 6 a further byte of a
 * character.
 */
const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const delimiter = ',\t;|'.indexOf(String.fromCharCode(byte));
  return delimiter >= 0 ? delimiter + 1 : byte === 0x0a || byte === 0x0d ? 5 : (byte & 0xc0) === 0x80 ? 6 : 0;
});

/**
 * Refuses a text by its bytes, before a parser is loaded: by its length, the lengths of lines and of cells, and the
 * columns of the first line. Throws `table-too-large`. Cost: one look at each byte, some milliseconds for two
 * megabytes.
 */
export function refuseLargeText(name: string, content: Uint8Array, most: SentTableSize): void {
  refuseTooLong(name, content.length, most);
  const first = content.find((byte) => byte > SPACE && byte < 0x80);
  // In these formats lines and delimiters have no meaning; their limits apply during reading.
  if (JSON_BEGINNINGS.has(first) || first === LESS_THAN || looksLikeIso2709(content)) return;
  const columns = new Uint32Array(5);
  let isFirst = true;
  let start = 0;
  let characters = 0;
  for (let at = 0; at < content.length; at++) {
    const kind = KINDS[content[at] ?? 0] ?? 0;
    if (kind === 0) {
      characters += 1;
      if (characters > most.cellCharacters)
        throw tooLarge(
          sentence('{file} has a cell of more than {n} characters.', {
            file: name,
            n: most.cellCharacters.toLocaleString('en'),
          }),
          sentence('Send names, one a line, or a table with a row on each line.'),
          most.cellCharacters,
        );
    } else if (kind === 5) {
      isFirst = false;
      characters = 0;
      start = at + 1;
    } else if (kind < 5) {
      characters = 0;
      const count = (columns[kind] ?? 0) + 1;
      columns[kind] = count;
      if (isFirst && count >= most.columns)
        throw tooLarge(
          sentence('{file} has more than {n} columns.', { file: name, n: most.columns.toLocaleString('en') }),
          sentence('Send the column of the names, and those that tell more of them.'),
          most.columns,
        );
    }
    if (at - start >= MAX_LINE_BYTES)
      throw tooLarge(
        sentence('{file} has a line of more than {n} KB.', { file: name, n: String(MAX_LINE_BYTES / 1024) }),
        sentence('Send names, one a line, or a table with a row on each line.'),
        MAX_LINE_BYTES,
      );
  }
}

/** The same for a possible spreadsheet or packed file, which have limits of their own. */
export function refuseLargeFile(name: string, content: Buffer, most: SentTableSize): void {
  if (mayBeSpreadsheet(content) || isPacked(content)) refuseTooLong(name, content.length, most);
  else refuseLargeText(name, content, most);
}

/** Throws `table-too-large` for too many bytes. */
export function refuseTooLong(name: string, length: number, { bytes }: SentTableSize): void {
  if (length > bytes)
    throw tooLarge(
      sentence('{file} is longer than {n} MB.', { file: name, n: String(Math.round((bytes / 1024 / 1024) * 10) / 10) }),
      sentence('Send it in parts, or let `sameas match` match it, which takes files of any length.'),
      bytes,
    );
}

function tooLarge(message: Sentence, advice: Sentence, limit: number): SameasError {
  return new SameasError('table-too-large', message, { advice, facts: { limit } });
}

export interface SentTableSize extends TableSize {
  /** Of the file, and of the text in a spreadsheet. */
  readonly bytes: number;
}

export const MAX_SENT_ROWS = 20_000;

/**
 * Limits of a table that is answered at once. A short file can make many cells, because each row has one in every
 * column. A cell has at most the length of a query.
 */
export const MAX_SENT: SentTableSize = {
  bytes: 2 * 1024 * 1024,
  rows: MAX_SENT_ROWS,
  columns: 1_000,
  cells: 2_000_000,
  cellCharacters: 100_000,
};

/** Cells of a row of a very long table. */
const USUAL_CELLS = 50;

/** Limits of a stored table that is matched in the background. */
export function mostKept(rows: number, bytes: number): SentTableSize {
  return { ...MAX_SENT, bytes, rows, cells: Math.max(MAX_SENT.cells, rows * USUAL_CELLS) };
}
