import type { Cell } from './cell.js';
import type { CellChunk } from './cell-chunk.js';
import { DateValue, ErrorValue, type CellValue } from './cell-value.js';
import {
  ABSENT,
  ASCII_FLAG,
  DATE,
  ERROR,
  ERROR_UTF16,
  FALSE,
  FLOATING,
  HEADER_BYTES,
  NULL,
  TEXT,
  TEXT_UTF16,
  TRUE,
  WHOLE,
  kindBytes,
} from './chunk-layout.js';
import type { Recon } from './recon.js';

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
