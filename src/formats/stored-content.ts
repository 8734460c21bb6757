import type { Hash } from 'node:crypto';
import type { FileOnDisk } from './read-bytes.js';
import { eachFilePiece, fileStart } from './text-file.js';

export type StoredContent = Buffer | FileOnDisk;

/** Adds a whole content to a hash. Throws errors of the file system. Cost: for a large file, reading it. */
export function addToHash(hash: Hash, stored: StoredContent): void {
  if (Buffer.isBuffer(stored)) hash.update(stored);
  else eachFilePiece(stored.path, (piece) => void hash.update(piece));
}

/** The first bytes of a content, all of a shorter one. Throws errors of the file system. */
export function startOf(stored: StoredContent, length: number): Buffer {
  return Buffer.isBuffer(stored) ? stored.subarray(0, length) : fileStart(stored.path, length);
}
