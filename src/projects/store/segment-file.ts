import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { CellChunk, ChunkHandle, ChunkReference, ChunkWriter } from '../grid/cell-chunk.js';
import { decodeChunk } from '../grid/chunk-format.js';
import { isMissing, type Disk } from './disk.js';
import { asUnwritable, damaged } from './store-errors.js';
import { LRUCache } from 'lru-cache/raw';

/*
 * Segment files hold chunks one behind the other, each as
 *
 * u32 length · u32 CRC-32 of the bytes · the bytes, padded with zeros to a multiple of 8
 *
 * (little-endian). A reference points at the bytes, so that they are aligned when they are read with their header.
 */

const HEADER_BYTES = 8;
/** Size of writes of gathered chunks. */
const WRITE_BYTES = 1024 * 1024;

export interface SegmentFolder {
  readonly disk: Disk;
  readonly cache: ChunkCache;
  readonly projectId: string;
  readonly path: string;
}

/** The chunk at a place of a segment, read on demand. */
export function chunkHandle(folder: SegmentFolder, reference: ChunkReference): ChunkHandle {
  return { byteLength: reference.byteLength, reference, load: () => loadChunk(folder, reference) };
}

/** Reads a chunk, through the cache. Throws `project-damaged` for an incomplete one. */
function loadChunk(
  { disk, cache, projectId, path }: SegmentFolder,
  { segment, offset, byteLength }: ChunkReference,
): CellChunk {
  const place = `${path}/${segment}/${offset}`;
  const kept = cache.get(place);
  if (kept !== undefined) return kept;
  let stored: Buffer;
  try {
    stored = disk.readAt(join(path, segment), offset - HEADER_BYTES, byteLength + HEADER_BYTES);
  } catch (thrown) {
    throw damaged(projectId, segment, isMissing(thrown) ? 'is not there' : 'cannot be read', thrown);
  }
  const bytes = stored.subarray(HEADER_BYTES);
  if (bytes.length !== byteLength || stored.readUInt32LE(0) !== byteLength)
    throw damaged(projectId, segment, `breaks off at byte ${offset}`);
  if (stored.readUInt32LE(4) !== crc32(bytes))
    throw damaged(projectId, segment, `is not as it was written, at byte ${offset}`);
  let chunk: CellChunk;
  try {
    chunk = decodeChunk(bytes);
  } catch (thrown) {
    throw damaged(projectId, segment, `cannot be understood at byte ${offset}`, thrown);
  }
  cache.put(place, chunk, byteLength);
  return chunk;
}

/** An unfinished segment file in a folder; it appears with the first chunk. Its chunks can be read at once. Throws `project-unwritable`. */
export class SegmentWriter implements ChunkWriter {
  readonly #folder: SegmentFolder;
  readonly #segment: string;
  #handle: number | undefined;
  #size = 0;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(folder: SegmentFolder, segment: string) {
    this.#folder = folder;
    this.#segment = segment;
  }

  write(bytes: Uint8Array): ChunkHandle {
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(bytes.length, 0);
    header.writeUInt32LE(crc32(bytes), 4);
    const padding = -bytes.length & 7;
    const reference: ChunkReference = {
      segment: this.#segment,
      offset: this.#size + HEADER_BYTES,
      byteLength: bytes.length,
    };
    this.#waiting.push(header, bytes, new Uint8Array(padding));
    const added = HEADER_BYTES + bytes.length + padding;
    this.#waitingBytes += added;
    this.#size += added;
    if (this.#waitingBytes >= WRITE_BYTES) this.#send();
    return {
      byteLength: bytes.length,
      reference,
      load: () => {
        if (this.#waitingBytes > 0 && reference.offset >= this.#size - this.#waitingBytes) this.#send();
        return loadChunk(this.#folder, reference);
      },
    };
  }

  /** Returns when all writes have reached the disk (the file's name may not have); nothing can be written afterwards. */
  finish(): void {
    this.#send();
    const open = this.#handle;
    if (open === undefined) return;
    this.#attempt(() => {
      this.#folder.disk.flush(open);
      this.#close();
    });
  }

  abandon(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#close();
    this.#folder.disk.remove(this.#path());
  }

  #send(): void {
    if (this.#waitingBytes === 0) return;
    const { disk } = this.#folder;
    this.#attempt(() => disk.write((this.#handle ??= disk.createFile(this.#path())), Buffer.concat(this.#waiting)));
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #close(): void {
    if (this.#handle === undefined) return;
    this.#folder.disk.close(this.#handle);
    this.#handle = undefined;
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (thrown) {
      throw asUnwritable(`The project ${this.#folder.projectId}`, thrown);
    }
  }

  #path(): string {
    return join(this.#folder.path, this.#segment);
  }
}

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
