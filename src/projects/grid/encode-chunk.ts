import { type CellValue, ErrorValue } from './cell-value.js';
import type { Cell } from './cell.js';
import {
  ASCII_FLAG,
  DATE,
  ERROR,
  ERROR_UTF16,
  FALSE,
  FLOATING,
  HEADER_BYTES,
  kindBytes,
  NULL,
  TEXT,
  TEXT_UTF16,
  TRUE,
  WHOLE,
} from './chunk-layout.js';
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
  const recons: Recon[] = [];
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
      if (place === undefined) {
        place = recons.push(cell.recon);
        reconPlaces.set(cell.recon, place);
      }
      reconOf[row] = place;
    }
  }
  const reconText = recons.length === 0 ? new Uint8Array(0) : Buffer.from(JSON.stringify(recons));
  const paddedKinds = kindBytes(rowCount);
  const columns = recons.length === 0 ? 2 : 3;
  const bytes = new Uint8Array(HEADER_BYTES + paddedKinds + columns * 4 * rowCount + data.size + reconText.length);
  const header = new Uint32Array(bytes.buffer, 0, 4);
  header[0] = rowCount;
  header[1] = recons.length;
  header[2] = data.size;
  header[3] = data.isAscii ? ASCII_FLAG : 0;
  bytes.set(kinds, HEADER_BYTES);
  let at = HEADER_BYTES + paddedKinds;
  for (const column of recons.length === 0 ? [starts, lengths] : [starts, lengths, reconOf]) {
    new Uint32Array(bytes.buffer, at, rowCount).set(column);
    at += 4 * rowCount;
  }
  bytes.set(data.bytes(), at);
  bytes.set(reconText, at + data.size);
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
