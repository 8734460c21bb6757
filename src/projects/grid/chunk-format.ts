import type { CellChunk } from './cell-chunk.js';
import { type CellValue, DateValue, ErrorValue, type Cell } from './cell-value.js';
import type { Recon } from './recon.js';

/** Longer texts are written by a call. */
const LONGEST_BY_LOOP = 40;

/** The data of the cells, one behind the other. */
class CellDataWriter {
  size = 0;
  isAscii = true;
  lastStart = 0;
  lastLength = 0;
  #buffer = Buffer.allocUnsafe(4096);
  #texts: WrittenTexts | undefined = new WrittenTexts();

  /** Writes the value and returns its kind; its place is in `lastStart` and `lastLength`. */
  add(value: CellValue): number {
    this.lastStart = this.size;
    this.lastLength = 0;
    if (value === null) return NULL;
    if (typeof value === 'string') return this.#addText(value) ? TEXT : TEXT_UTF16;
    if (typeof value === 'boolean') return value ? TRUE : FALSE;
    if (value instanceof ErrorValue) return this.#addText(value.message) ? ERROR : ERROR_UTF16;
    this.#reserve(12);
    if (typeof value === 'bigint') {
      this.#buffer.writeBigInt64LE(BigInt.asIntN(64, value), this.size);
      this.#advance(8);
      return WHOLE;
    }
    if (typeof value === 'number') {
      this.#buffer.writeDoubleLE(value, this.size);
      this.#advance(8);
      return FLOATING;
    }
    this.#buffer.writeDoubleLE(value.epochMs, this.size);
    this.#buffer.writeUInt32LE(value.nanos, this.size + 8);
    this.#advance(12);
    return DATE;
  }

  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.size);
  }

  /** False when the text had to be written as UTF-16. */
  #addText(text: string): boolean {
    const place = this.#texts?.placeOf(text);
    if (place !== undefined) {
      this.lastStart = place.start;
      this.lastLength = place.length;
      return place.wellFormed;
    }
    this.lastStart = this.size;
    this.#reserve(3 * text.length);
    const wellFormed = this.#writeShortAscii(text) || this.#write(text);
    this.#texts = this.#texts?.add(text, { start: this.lastStart, length: this.lastLength, wellFormed });
    return wellFormed;
  }

  /**
   * A loop is faster than a call for most cells. False, with nothing written, for a text that is longer or not ASCII.
   */
  #writeShortAscii(text: string): boolean {
    if (text.length > LONGEST_BY_LOOP) return false;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      this.#buffer[this.size + i] = code;
    }
    this.#advance(text.length);
    return true;
  }

  #write(text: string): boolean {
    const wellFormed = isWellFormed(text);
    const written = this.#buffer.write(text, this.size, wellFormed ? 'utf8' : 'utf16le');
    if (written !== text.length) this.isAscii = false;
    this.#advance(written);
    return wellFormed;
  }

  #advance(bytes: number): void {
    this.lastLength = bytes;
    this.size += bytes;
  }

  #reserve(bytes: number): void {
    if (this.size + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.size + bytes, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.size);
    this.#buffer = larger;
  }
}

/** Different texts after which repetition can be estimated. */
const TEXTS_BEFORE_JUDGING = 256;

const MIN_REPEATS = TEXTS_BEFORE_JUDGING / 4;

/** Places of written texts, so that equal ones are written once; given up where texts hardly ever repeat. */
class WrittenTexts {
  readonly #places = new Map<string, TextPlace>();
  #repeats = 0;

  placeOf(text: string): TextPlace | undefined {
    const place = this.#places.get(text);
    if (place !== undefined) this.#repeats += 1;
    return place;
  }

  /** Undefined when it is not worth continuing. */
  add(text: string, place: TextPlace): WrittenTexts | undefined {
    this.#places.set(text, place);
    return this.#places.size === TEXTS_BEFORE_JUDGING && this.#repeats < MIN_REPEATS ? undefined : this;
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** The bytes of these cells. Cost: one pass; equal texts are written once, unless a column has hardly any. */
export function encodeChunk(cells: readonly (Cell | null)[]): Uint8Array {
  const rowCount = cells.length;
  const reconPlaces = new Map<Recon, number>();
  const kinds = new Uint8Array(rowCount);
  const starts = new Uint32Array(rowCount);
  const lengths = new Uint32Array(rowCount);
  const reconOf = new Uint32Array(rowCount);
  const data = new CellDataWriter();
  for (let row = 0; row < rowCount; row += 1) {
    const cell = cells[row] ?? null;
    if (cell === null) continue;
    kinds[row] = data.add(cell.value);
    starts[row] = data.lastStart;
    lengths[row] = data.lastLength;
    if (cell.recon !== null) {
      let place = reconPlaces.get(cell.recon);
      if (place === undefined) reconPlaces.set(cell.recon, (place = reconPlaces.size + 1));
      reconOf[row] = place;
    }
  }
  const recons = [...reconPlaces.keys()];
  return bytesOf(kinds, recons.length === 0 ? [starts, lengths] : [starts, lengths, reconOf], data, recons);
}

/** The parts of a chunk behind each other, and the header before them. */
function bytesOf(
  kinds: Uint8Array,
  columns: readonly Uint32Array[],
  data: CellDataWriter,
  recons: readonly Recon[],
): Uint8Array {
  const rowCount = kinds.length;
  const reconText = recons.length === 0 ? new Uint8Array(0) : Buffer.from(JSON.stringify(recons));
  const columnsAt = HEADER_BYTES + kindBytes(rowCount);
  const dataAt = columnsAt + columns.length * 4 * rowCount;
  const bytes = new Uint8Array(dataAt + data.size + reconText.length);
  const header = new Uint32Array(bytes.buffer, 0, 4);
  header[0] = rowCount;
  header[1] = recons.length;
  header[2] = data.size;
  header[3] = data.isAscii ? ASCII_FLAG : 0;
  bytes.set(kinds, HEADER_BYTES);
  columns.forEach((column, place) => {
    new Uint32Array(bytes.buffer, columnsAt + place * 4 * rowCount, rowCount).set(column);
  });
  bytes.set(data.bytes(), dataAt);
  bytes.set(reconText, dataAt + data.size);
  return bytes;
}

interface TextPlace {
  readonly start: number;
  readonly length: number;
  readonly wellFormed: boolean;
}

function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/*
 * The cells of one column in one row group, as bytes: the form in which cells are kept in files and in memory. A chunk is immutable.
 *
 *   u32 rowCount · u32 reconCount · u32 dataBytes · u32 flags (1 = all text is ASCII)
 *   kind    u8  × rowCount   (padded to 4)
 *   start   u32 × rowCount   where a cell's data begins, equal texts sharing one place
 *   length  u32 × rowCount   in bytes
 *   recon   u32 × rowCount   only when reconCount > 0: 0 = none, n = n-th recon
 *   data                     UTF-8 text, 8-byte numbers …
 *   recons  JSON text to the end, only when reconCount > 0
 *
 * All numbers are little-endian. Text that is not well-formed Unicode (half a surrogate pair) is kept as UTF-16.
 */

const ABSENT = 0;
/** The cell exists, but its value is null (it has recon data, or was imported as null). */
const NULL = 1;
const TEXT = 2;
const WHOLE = 3;
const FLOATING = 4;
const TRUE = 5;
const FALSE = 6;
const DATE = 7;
const ERROR = 8;
const TEXT_UTF16 = 9;
const ERROR_UTF16 = 10;

const HEADER_BYTES = 16;
const ASCII_FLAG = 1;

/** Bytes of the kinds of so many rows. */
function kindBytes(rowCount: number): number {
  return (rowCount + 3) & ~3;
}

/**
 * A chunk over the bytes of `encodeChunk`, copied only if they begin at an odd place. Throws RangeError if incomplete.
 */
export function decodeChunk(given: Uint8Array): CellChunk {
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  const [rowCount = 0, reconCount = 0, dataBytes = 0, flags = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 4);
  const kindsAt = HEADER_BYTES;
  const startsAt = kindsAt + kindBytes(rowCount);
  const lengthsAt = startsAt + 4 * rowCount;
  const reconAt = lengthsAt + 4 * rowCount;
  const dataAt = reconCount === 0 ? reconAt : reconAt + 4 * rowCount;
  if (dataAt + dataBytes > bytes.length)
    throw new RangeError(`the chunk of ${bytes.length} bytes breaks off: ${dataAt + dataBytes} were announced`);
  return new DecodedChunk({
    rowCount,
    kinds: bytes.subarray(kindsAt, kindsAt + rowCount),
    starts: new Uint32Array(bytes.buffer, bytes.byteOffset + startsAt, rowCount),
    lengths: new Uint32Array(bytes.buffer, bytes.byteOffset + lengthsAt, rowCount),
    reconOf: reconCount === 0 ? null : new Uint32Array(bytes.buffer, bytes.byteOffset + reconAt, rowCount),
    data: Buffer.from(bytes.buffer, bytes.byteOffset + dataAt, dataBytes),
    reconText: bytes.subarray(dataAt + dataBytes),
    isAscii: (flags & ASCII_FLAG) !== 0,
  });
}

interface ChunkParts {
  readonly rowCount: number;
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly reconOf: Uint32Array | null;
  readonly data: Buffer;
  readonly reconText: Uint8Array;
  readonly isAscii: boolean;
}

class DecodedChunk implements CellChunk {
  readonly rowCount: number;
  readonly bytes: Uint8Array;
  readonly #parts: ChunkParts;
  #recons: readonly Recon[] | undefined;

  constructor(parts: ChunkParts) {
    this.rowCount = parts.rowCount;
    this.bytes = parts.data;
    this.#parts = parts;
  }

  value(row: number): CellValue {
    const { kinds, starts, lengths, data, isAscii } = this.#parts;
    const start = starts[row] ?? 0;
    const end = start + (lengths[row] ?? 0);
    switch (kinds[row]) {
      case TEXT:
        return data.toString(isAscii ? 'latin1' : 'utf8', start, end);
      case WHOLE:
        return data.readBigInt64LE(start);
      case FLOATING:
        return data.readDoubleLE(start);
      case TRUE:
        return true;
      case FALSE:
        return false;
      case DATE:
        return new DateValue(data.readDoubleLE(start), data.readUInt32LE(start + 8));
      case ERROR:
        return new ErrorValue(data.toString('utf8', start, end));
      case TEXT_UTF16:
        return data.toString('utf16le', start, end);
      case ERROR_UTF16:
        return new ErrorValue(data.toString('utf16le', start, end));
      default:
        return null;
    }
  }

  cell(row: number): Cell | null {
    return this.hasCell(row) ? { value: this.value(row), recon: this.recon(row) } : null;
  }

  hasCell(row: number): boolean {
    return (this.#parts.kinds[row] ?? ABSENT) !== ABSENT;
  }

  recon(row: number): Recon | null {
    const place = this.#parts.reconOf?.[row] ?? 0;
    return place === 0 ? null : (this.#allRecons()[place - 1] ?? null);
  }

  isEmpty(row: number): boolean {
    const { kinds, lengths } = this.#parts;
    const kind = kinds[row] ?? ABSENT;
    return kind === ABSENT || kind === NULL || (kind === TEXT && lengths[row] === 0);
  }

  isBlank(row: number): boolean {
    const kind = this.#parts.kinds[row];
    return kind === ERROR || kind === ERROR_UTF16 || this.isEmpty(row);
  }

  hasRecon(row: number): boolean {
    return (this.#parts.reconOf?.[row] ?? 0) !== 0;
  }

  textStart(row: number): number {
    return this.#parts.kinds[row] === TEXT ? (this.#parts.starts[row] ?? 0) : -1;
  }

  textEnd(row: number): number {
    return (this.#parts.starts[row] ?? 0) + (this.#parts.lengths[row] ?? 0);
  }

  #allRecons(): readonly Recon[] {
    // encodeChunk wrote the text from recons alone.
    this.#recons ??= JSON.parse(Buffer.from(this.#parts.reconText).toString('utf8')) as readonly Recon[];
    return this.#recons;
  }
}
