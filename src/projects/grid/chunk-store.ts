import type { CellChunk } from './cell-chunk.js';

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
