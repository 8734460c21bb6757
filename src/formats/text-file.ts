import { isAscii, isUtf8 } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import iconv from 'iconv-lite';
import { type DetectedEncoding, detectEncoding } from './detect-encoding.js';

const PIECE_BYTES = 1 << 20;
/** Bytes around places beyond ASCII for guessing an encoding. */
const MAX_SAMPLE_BYTES = 1 << 20;

/**
 * The encoding of a file of any length, by the rules of `detectEncoding`. Cost: one pass over the file (unless its
 * first bytes decide), in pieces. Throws errors of the file system.
 */
export function detectFileEncoding(path: string): DetectedEncoding {
  let isWhollyAscii = true;
  let isWhollyUtf8 = true;
  let carried = Buffer.alloc(0);
  let isFirst = true;
  const telling: Buffer[] = [];
  let tellingBytes = 0;
  for (const piece of filePieces(path)) {
    if (isFirst) {
      const ofStart = detectEncoding(piece);
      if (ofStart.evidence === 'byte-order-mark' || ofStart.evidence === 'zero-bytes') return ofStart;
      isFirst = false;
    }
    if (carried.length === 0 && isAscii(piece)) continue;
    isWhollyAscii = false;
    const bytes = carried.length === 0 ? Buffer.from(piece) : Buffer.concat([carried, piece]);
    const end = wholeCharacters(bytes);
    carried = bytes.subarray(end);
    const whole = bytes.subarray(0, end);
    if (isWhollyUtf8 && !isUtf8(whole)) isWhollyUtf8 = false;
    if (tellingBytes < MAX_SAMPLE_BYTES) {
      telling.push(whole);
      tellingBytes += whole.length;
    } else if (!isWhollyUtf8) break;
  }
  if (isWhollyAscii) return { encoding: 'ascii', evidence: 'valid', markLength: 0 };
  if (carried.length > 0) {
    isWhollyUtf8 = false;
    telling.push(carried);
  }
  if (isWhollyUtf8) return { encoding: 'utf-8', evidence: 'valid', markLength: 0 };
  return detectEncoding(Buffer.concat(telling));
}

/**
 * The text of a file in pieces of about a megabyte, without splitting characters; undecodable bytes become U+FFFD.
 * `hasRead` is called before each piece with the bytes up to its end. Throws errors of the file system.
 */
export function* fileText(
  path: string,
  { encoding, markLength }: DetectedEncoding,
  hasRead: (bytes: number) => void = () => undefined,
): Generator<string> {
  let skip = markLength;
  let read = 0;
  const pieces = function* (): Generator<Buffer> {
    for (const piece of filePieces(path)) {
      hasRead((read += piece.length));
      yield piece;
    }
  };
  if (encoding === 'ascii') {
    for (const piece of pieces()) yield piece.toString('latin1');
    return;
  }
  if (encoding === 'utf-8') {
    let carried = Buffer.alloc(0);
    for (const piece of pieces()) {
      const bytes = carried.length === 0 ? piece : Buffer.concat([carried, piece]);
      const end = wholeCharacters(bytes);
      if (end > skip)
        yield isAscii(bytes.subarray(skip, end))
          ? bytes.toString('latin1', skip, end)
          : bytes.toString('utf8', skip, end);
      skip = 0;
      carried = Buffer.from(bytes.subarray(end));
    }
    if (carried.length > 0) yield carried.toString('utf8');
    return;
  }
  const decoder = iconv.getDecoder(encoding, { stripBOM: false });
  for (const piece of pieces()) {
    const text = decoder.write(piece.subarray(skip));
    skip = 0;
    if (text.length > 0) yield text;
  }
  const rest = decoder.end();
  if (rest !== undefined && rest.length > 0) yield rest;
}

/** The first text of a file, about `length` bytes: for detection. */
export function fileHead(path: string, encoding: DetectedEncoding, length: number): string {
  for (const piece of fileText(path, encoding)) return piece.length > length ? piece.slice(0, length) : piece;
  return '';
}

/** Calls `visit` with the bytes of a file in pieces, each valid during the call. Throws errors of the file system. */
export function eachFilePiece(path: string, visit: (piece: Buffer) => void): void {
  for (const piece of filePieces(path)) visit(piece);
}

/** The bytes of a file in pieces, each valid until the next. */
export function* filePieces(path: string, pieceBytes = PIECE_BYTES): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    // For thousands of small files, large buffers would cost more than reading. Special files have no size.
    const { size } = fstatSync(file);
    const buffer = Buffer.allocUnsafe(size === 0 ? pieceBytes : Math.min(pieceBytes, size + 1));
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, null);
      if (length === 0) return;
      yield buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** The first bytes of a file, all of a shorter one. */
export function fileStart(path: string, length: number): Buffer {
  for (const piece of filePieces(path, length)) return piece;
  return Buffer.alloc(0);
}

/** Start of a UTF-8 character that is truncated at the end; the whole length without one. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
