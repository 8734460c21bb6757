import type { Hash } from 'node:crypto';
import type { FileOnDisk } from './read-bytes.js';
import { eachFilePiece, fileStart } from './text-file.js';

/** The content of a file as it is on the disk: its bytes, or where they are. */
export type StoredContent = Buffer | FileOnDisk;

/** Adds all of a content to a hash. Throws what the file system throws. Cost: for a large file, reading it. */
export function addToHash(hash: Hash, stored: StoredContent): void {
  if (Buffer.isBuffer(stored)) hash.update(stored);
  else eachFilePiece(stored.path, (piece) => void hash.update(piece));
}

/** The first bytes of a content: fewer than `length` only when there are no more. Throws what the file system throws. */
export function startOf(stored: StoredContent, length: number): Buffer {
  return Buffer.isBuffer(stored) ? stored.subarray(0, length) : fileStart(stored.path, length);
}
