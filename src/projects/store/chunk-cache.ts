import { LRUCache } from 'lru-cache';
import type { CellChunk } from '../grid/cell-chunk.js';

/** Recently read chunks, by their place on disk; the least recently used go first. */
export interface ChunkCache {
  readonly get: (place: string) => CellChunk | undefined;
  readonly put: (place: string, chunk: CellChunk, byteLength: number) => void;
  readonly forget: (folder: string) => void;
}

/** A cache of at most `maxBytes` of chunks, counted by their bytes on disk; 0 keeps none. */
export function createChunkCache(maxBytes: number): ChunkCache {
  if (maxBytes === 0) return { get: () => undefined, put: () => undefined, forget: () => undefined };
  const chunks = new LRUCache<string, CellChunk>({ maxSize: maxBytes });
  return {
    get: (place) => chunks.get(place),
    put: (place, chunk, byteLength) => void chunks.set(place, chunk, { size: Math.max(1, byteLength) }),
    forget: (folder) => {
      for (const place of [...chunks.keys()]) if (place.startsWith(`${folder}/`)) chunks.delete(place);
    },
  };
}
