import type { CellChunk } from './cell-chunk.js';

/** Where the bytes of one chunk are; holding it costs next to nothing, `load` reads. */
export interface ChunkHandle {
  readonly byteLength: number;
  /** The chunk, from a cache or its file. Throws `project-damaged` when its bytes cannot be read. */
  load(): CellChunk;
  /** What the store needs to name the chunk in a state file; undefined for a chunk that no file holds. */
  readonly reference: ChunkReference | undefined;
}

/** A place in a segment file. */
export interface ChunkReference {
  readonly segment: string;
  readonly offset: number;
  readonly byteLength: number;
}

/** Where a computation puts the chunks it makes: a segment file that grows. */
export interface ChunkWriter {
  /** The bytes belong to the store afterwards. Throws `project-unwritable` when the disk refuses. */
  write(bytes: Uint8Array): ChunkHandle;
}
