import iconv from 'iconv-lite';
import type { DetectedEncoding } from './detect-encoding.js';
import type { ReportFault } from './raw-record.js';

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 0x0a;

/**
 * Decodes a file into pieces of about a megabyte, without splitting characters. Undecodable characters (U+FFFD in the
 * text) and NUL characters (removed) are reported with the line of the first and their count in the piece. `hasRead` is
 * called before each piece with the bytes up to its end.
 */
export function* decodeText(
  bytes: Buffer,
  detected: DetectedEncoding,
  report: ReportFault,
  hasRead: (bytes: number) => void = () => undefined,
): Generator<string> {
  yield* reportFaults(
    pieces(bytes.subarray(detected.markLength), detected.encoding, hasRead),
    detected.encoding,
    report,
  );
}

/** Removes NUL characters from pieces of decoded text; reports them and undecodable characters like `decodeText`. */
export function* reportFaults(texts: Iterable<string>, encoding: string, report: ReportFault): Generator<string> {
  let line = 1;
  for (const text of texts) {
    yield withoutFaults(text, encoding, line, report);
    line += countLines(text);
  }
}

/** The first text of a file, about `length` bytes, without reporting faults: for detection. */
export function decodeHead(bytes: Buffer, detected: DetectedEncoding, length: number): string {
  const head = bytes.subarray(detected.markLength, detected.markLength + length);
  return decodeWhole(head, detected.encoding)
    .replace(/\uFFFD$/, '')
    .replaceAll('\0', '');
}

function* pieces(content: Buffer, encoding: string, hasRead: (bytes: number) => void): Generator<string> {
  if (encoding === 'ascii' || encoding === 'utf-8') {
    for (let start = 0; start < content.length;) {
      const end = pieceEnd(content, start);
      hasRead(end);
      yield decodeWhole(content.subarray(start, end), encoding);
      start = end;
    }
    return;
  }
  const decoder = iconv.getDecoder(encoding);
  for (let start = 0; start < content.length; start += CHUNK_BYTES) {
    hasRead(Math.min(content.length, start + CHUNK_BYTES));
    const text = decoder.write(content.subarray(start, start + CHUNK_BYTES));
    if (text.length > 0) yield text;
  }
  const rest = decoder.end();
  if (rest !== undefined && rest.length > 0) yield rest;
}

function decodeWhole(bytes: Buffer, encoding: string): string {
  if (encoding === 'ascii') return bytes.toString('latin1');
  return encoding === 'utf-8' ? bytes.toString('utf8') : iconv.decode(bytes, encoding);
}

/** After the last line break of the next piece, or else before a byte that begins a character. */
function pieceEnd(content: Buffer, start: number): number {
  const limit = start + CHUNK_BYTES;
  if (limit >= content.length) return content.length;
  const lineBreak = content.lastIndexOf(LINE_FEED, limit);
  if (lineBreak > start) return lineBreak + 1;
  let end = limit;
  while (end > limit - 4 && ((content[end] ?? 0) & 0xc0) === 0x80) end--;
  return end;
}

function withoutFaults(piece: string, encoding: string, line: number, report: ReportFault): string {
  const broken = piece.indexOf('\uFFFD');
  if (broken >= 0) {
    const count = occurrences(piece, '\uFFFD');
    const what = count === 1 ? 'One character is' : `${count} characters are`;
    report({
      kind: 'broken-encoding',
      line: line + countLines(piece.slice(0, broken)),
      message: `${what} not valid ${encoding.toUpperCase()} and became "\uFFFD".`,
      rejected: false,
      count,
    });
  }
  const nul = piece.indexOf('\0');
  if (nul < 0) return piece;
  const count = occurrences(piece, '\0');
  report({
    kind: 'nul-characters',
    line: line + countLines(piece.slice(0, nul)),
    message: `${count === 1 ? 'One NUL character was' : `${count} NUL characters were`} taken out.`,
    rejected: false,
    count,
  });
  return piece.replaceAll('\0', '');
}

function occurrences(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count++;
  return count;
}

/** Line breaks in `text`: line feeds, or carriage returns if there is no line feed. */
function countLines(text: string): number {
  return occurrences(text, '\n') || occurrences(text, '\r');
}

/** An encoder of pieces of text that do not split surrogate pairs; undefined for an unknown encoding. */
export function textEncoder(encoding: string): ((text: string) => Uint8Array) | undefined {
  const name = encoding.trim().toLowerCase();
  if (isUtf8(encoding)) return (text) => Buffer.from(text, 'utf8');
  if (!iconv.encodingExists(name)) return undefined;
  // Without a stated byte order, big-endian with a byte order mark, as in Java.
  const encoder = /^utf-?16$/.test(name) ? iconv.getEncoder('utf-16be', { addBOM: true }) : iconv.getEncoder(name);
  return (text) => encoder.write(text);
}

/** Whether a requested encoding is UTF-8, by name or by default. */
export function isUtf8(encoding: string): boolean {
  return ['', 'utf-8', 'utf8'].includes(encoding.trim().toLowerCase());
}
