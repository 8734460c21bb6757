import { SameasError } from '../foundation/sameas-error.js';
import { mayBeSpreadsheet } from '../formats/spreadsheets/may-be-spreadsheet.js';
import type { SentTableSize } from './sent-table-limits.js';

/** Bytes of a line: a thousand columns of usual length. */
const MOST_LINE_BYTES = 256 * 1024;

const [LINE_FEED, RETURN, SPACE] = [0x0a, 0x0d, 0x20];
const DELIMITERS = [',', '\t', ';', '|'].map((delimiter) => delimiter.charCodeAt(0));
/** `[` and `{`: JSON may stand on one line. */
const JSON_BEGINNINGS: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);

/**
 * Refuses a text by its bytes, before anything is loaded that parses it: by its length, the columns of its first line and the length of its lines. Throws `table-too-large`. Cost: one look
 * at each byte, some milliseconds for two megabytes.
 */
export function refuseLargeText(name: string, content: Uint8Array, most: SentTableSize): void {
  refuseTooLong(name, content.length, most);
  if (JSON_BEGINNINGS.has(content.find((byte) => byte > SPACE && byte < 0x80))) return;
  for (let start = 0; start < content.length; ) {
    const end = endOfLine(content, start, start + MOST_LINE_BYTES + 1);
    if (start === 0) refuseManyColumns(name, content, end, most);
    if (end - start > MOST_LINE_BYTES) throw tooLarge(`${name} has a line of more than ${String(MOST_LINE_BYTES / 1024)} KB.`, 'Send names, one a line, or a table with a row on each line.', MOST_LINE_BYTES);
    start = end + 1;
  }
}

/** The same for a file that may be a spreadsheet, which has limits of its own. */
export function refuseLargeFile(name: string, content: Buffer, most: SentTableSize): void {
  if (mayBeSpreadsheet(content)) refuseTooLong(name, content.length, most);
  else refuseLargeText(name, content, most);
}

/** Throws `table-too-large` for more bytes than are read. */
export function refuseTooLong(name: string, length: number, { bytes }: SentTableSize): void {
  if (length > bytes) throw tooLarge(`${name} is longer than ${String(Math.round((bytes / 1024 / 1024) * 10) / 10)} MB.`, 'Send it in parts, or let `sameas reconcile` match it, which takes files of any length.', bytes);
}

function refuseManyColumns(name: string, content: Uint8Array, end: number, { columns: most }: SentTableSize): void {
  const columns = DELIMITERS.map(() => 1);
  for (let at = 0; at < end; at++) {
    const kind = DELIMITERS.indexOf(content[at] ?? 0);
    if (kind < 0) continue;
    const count = (columns[kind] ?? 0) + 1;
    if (count > most) throw tooLarge(`${name} has more than ${most.toLocaleString('en')} columns.`, 'Send the column of the names, and those that tell more of them.', most);
    columns[kind] = count;
  }
}

/** The place of the next line break, or of the end; `most` when there is none before. */
function endOfLine(content: Uint8Array, start: number, most: number): number {
  const end = Math.min(most, content.length);
  let at = start;
  while (at < end && content[at] !== LINE_FEED && content[at] !== RETURN) at++;
  return at;
}

function tooLarge(message: string, advice: string, limit: number): SameasError {
  return new SameasError('table-too-large', message, { advice, facts: { limit } });
}
