import { constants } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { errorCodeOf } from '../error-code-of.js';

export interface StoreFile {
  /** Reads from a position; returns the number of bytes, 0 at the end. */
  readonly read: (into: Uint8Array, position: number) => Promise<number>;
  /** Writes at a position; returns the number of bytes written, which may be fewer. */
  readonly write: (bytes: Uint8Array, position: number) => Promise<number>;
  readonly truncate: (length: number) => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Ways to open a file: `read` an existing one; `write` also creates one, for this user only; `new` creates one with
 * this mode, or with mode and owner of the file `like`, if it exists.
 */
type OpenWay = 'read' | 'write' | { readonly new: number; readonly like: string };

/**
 * All disk operations of the store. Reject with errors of the file system. A port, so that tests can fail the n-th
 * call.
 */
export interface StoreDisk {
  readonly open: (path: string, how: OpenWay) => Promise<StoreFile>;
  /** Replaces `to` atomically. */
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Resolves when the names in a folder are on disk. */
  readonly flushFolder: (folder: string) => Promise<void>;
}

/** Mode of files that hold data of users. */
export const PRIVATE = 0o600;
/** Error codes of systems that cannot flush a folder. */
const NOT_POSSIBLE = new Set(['EISDIR', 'EPERM', 'EINVAL', 'ENOTSUP', 'EBADF']);

export const NODE_STORE_DISK: StoreDisk = {
  open: async (path, how) => {
    const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL } = constants;
    const flags = how === 'read' ? O_RDONLY : how === 'write' ? O_RDWR | O_CREAT : O_RDWR | O_CREAT | O_EXCL;
    const handle = await open(path, flags, typeof how === 'object' ? how.new : PRIVATE);
    // A file of another user keeps its mode and owner, if this user may not change them.
    if (how === 'write') await handle.chmod(PRIVATE).catch(() => undefined);
    const like = typeof how === 'object' ? await stat(how.like).catch(() => undefined) : undefined;
    if (like !== undefined) {
      await handle.chown(like.uid, like.gid).catch(() => undefined);
      await handle.chmod(like.mode & 0o7777).catch(() => undefined);
    }
    return {
      read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
      write: async (bytes, position) => (await handle.write(bytes, 0, bytes.length, position)).bytesWritten,
      truncate: (length) => handle.truncate(length),
      flush: () => handle.datasync(),
      close: () => handle.close(),
    };
  },
  rename,
  remove: (path) => rm(path, { force: true }),
  flushFolder: async (folder) => {
    try {
      const handle = await open(folder, 'r');
      await handle.sync().finally(() => handle.close());
    } catch (thrown) {
      if (!NOT_POSSIBLE.has(errorCodeOf(thrown) ?? '')) throw thrown;
    }
  },
};

/** Writes all bytes from a position on. */
export async function writeWhole(file: StoreFile, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;)
    written += await file.write(bytes.subarray(written), position + written);
}
