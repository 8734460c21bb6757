import type { CellChunk } from '../../src/projects/grid/cell-chunk.js';
import { decodeChunk } from '../../src/projects/grid/chunk-format.js';
import type { ChunkWriter } from '../../src/projects/grid/cell-chunk.js';

/** Chunks in memory alone, for grids that no test keeps. */
export function memoryChunkWriter(): ChunkWriter {
  return {
    write: (bytes) => {
      let chunk: CellChunk | undefined;
      return { byteLength: bytes.length, reference: undefined, load: () => (chunk ??= decodeChunk(bytes)) };
    },
  };
}
