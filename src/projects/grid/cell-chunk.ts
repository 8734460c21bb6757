import type { Cell, CellValue } from './cell-value.js';
import type { Recon } from './recon.js';

export interface CellChunk {
  readonly rowCount: number;
  /** Null for an absent cell too, and for a row beyond the group, which is a fault of the caller. */
  value(row: number): CellValue;
  cell(row: number): Cell | null;
  /** Whether the value is null or the empty text; needs no decoding. */
  isEmpty(row: number): boolean;
  /** Whether the value is null, the empty text or an error; needs no decoding. */
  isBlank(row: number): boolean;
  hasRecon(row: number): boolean;
  /** Whether there is a cell, with a value or with recon. */
  hasCell(row: number): boolean;
  recon(row: number): Recon | null;
  /** Bytes of texts, for readers that copy without decoding: UTF-8 from `textStart` to `textEnd`. */
  readonly bytes: Uint8Array;
  /** -1 for anything but a well-formed Unicode text. */
  textStart(row: number): number;
  textEnd(row: number): number;
}

/** A chunk of absent cells. */
export function absentChunk(rowCount: number): CellChunk {
  return {
    rowCount,
    value: () => null,
    cell: () => null,
    isEmpty: () => true,
    isBlank: () => true,
    hasRecon: () => false,
    hasCell: () => false,
    recon: () => null,
    bytes: new Uint8Array(0),
    textStart: () => -1,
    textEnd: () => -1,
  };
}

/** Place of a chunk's bytes; holding it costs next to nothing, `load` reads. */
export interface ChunkHandle {
  readonly byteLength: number;
  /** The chunk, from a cache or its file. Throws `project-damaged` for unreadable bytes. */
  load(): CellChunk;
  /** The chunk in a state file; undefined for a chunk that no file holds. */
  readonly reference: ChunkReference | undefined;
}

export interface ChunkReference {
  readonly segment: string;
  readonly offset: number;
  readonly byteLength: number;
}

/** Destination of new chunks: a segment file that grows. */
export interface ChunkWriter {
  /** The store owns the bytes afterwards. Throws `project-unwritable` when the disk refuses. */
  write(bytes: Uint8Array): ChunkHandle;
}
