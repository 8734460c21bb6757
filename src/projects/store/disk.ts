import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { errorCodeOf } from '../../foundation/error-code-of.js';

/**
 * All disk access of the store, in synchronous calls; throws errors of the file system. A port of its own, so that
 * tests can let the n-th write fail.
 */
export interface Disk {
  /** Opens a new file to write; fails when there is one. */
  readonly createFile: (path: string) => number;
  readonly write: (file: number, bytes: Uint8Array) => void;
  /** Returns when the file's writes have reached the disk. */
  readonly flush: (file: number) => void;
  readonly close: (file: number) => void;
  /** Replaces one by the other in one step. */
  readonly rename: (from: string, to: string) => void;
  /** Returns when the names in a folder have reached the disk. */
  readonly flushFolder: (folder: string) => void;
  readonly makeFolder: (folder: string) => void;
  /** A file, or a folder with everything in it; nothing happens when it is missing. */
  readonly remove: (path: string) => void;
  readonly readFile: (path: string) => Buffer;
  /** `byteLength` bytes from a place on; fewer where the file ends before. */
  readonly readAt: (path: string, offset: number, byteLength: number) => Buffer;
  /** The names in a folder; none without a folder. */
  readonly list: (folder: string) => readonly string[];
  readonly exists: (path: string) => boolean;
}

export const NODE_DISK: Disk = {
  createFile: (path) => openSync(path, 'wx', 0o600),
  write: (file, bytes) => {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written, bytes.length - written);
  },
  flush: fsyncSync,
  close: closeSync,
  rename: renameSync,
  flushFolder: (folder) => {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
  makeFolder: (folder) => void mkdirSync(folder, { recursive: true, mode: 0o700 }),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  readFile: (path) => readFileSync(path),
  readAt: (path, offset, byteLength) => {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.allocUnsafeSlow(byteLength);
      let filled = 0;
      while (filled < byteLength) {
        const read = readSync(file, bytes, filled, byteLength - filled, offset + filled);
        if (read === 0) break;
        filled += read;
      }
      return bytes.subarray(0, filled);
    } finally {
      closeSync(file);
    }
  },
  list: (folder) => {
    try {
      return readdirSync(folder);
    } catch (thrown) {
      if (isMissing(thrown)) return [];
      throw thrown;
    }
  },
  exists: existsSync,
};

/** Whether an error of the file system means a missing file or folder. */
export function isMissing(thrown: unknown): boolean {
  return errorCodeOf(thrown) === 'ENOENT';
}
