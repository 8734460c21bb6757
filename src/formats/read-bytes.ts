import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { errorCodeOf } from '../foundation/error-code-of.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import { eachFilePiece, fileStart } from './text-file.js';
import { isGzipped, isPacked } from './first-bytes.js';
import type { Hash } from 'node:crypto';

const MAX_BYTES = 2 ** 31 - 1;
/** A larger text stays on disk and is read in pieces, repeatedly if needed. */
const LARGE_BYTES = 2 ** 30;
/** Beginning of a large file that suffices to recognise it. */
const START_BYTES = 64 * 1024;

export interface FileBytes {
  /** Unpacked content, if gzip or bzip2 by its first bytes (never by name). */
  readonly bytes: Buffer;
  /** As on disk, for the content hash. */
  readonly stored: Buffer;
  readonly gzipped: boolean;
}

export interface FileOnDisk {
  readonly path: string;
  readonly size: number;
}

export interface LargeFile {
  readonly stored: FileOnDisk;
  readonly start: Buffer;
}

/** A file of more than a gigabyte, unless packed; `undefined` for others, which `readBytes` reads or refuses. */
export async function largeFile(path: string, largeBytes = LARGE_BYTES): Promise<LargeFile | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size <= largeBytes) return undefined;
  try {
    const start = fileStart(path, START_BYTES);
    return isPacked(start) ? undefined : { stored: { path, size: found.size }, start };
  } catch {
    return undefined; // `readBytes` says why it cannot be read
  }
}

/**
 * The bytes of a file. Errors: `file-not-found` (with the most similar name in the folder), `file-unreadable` (a
 * folder, no permission, too large), `file-empty`, `file-damaged` (truncated gzip).
 */
export async function readBytes(file: string): Promise<FileBytes> {
  const stored = await readStored(file);
  if (stored.length === 0) throw emptyFile(file);
  return unpackedBytes(file, stored);
}

/** Bytes, unpacked if gzip or bzip2. Errors: `file-damaged`, `file-unreadable` (too large), `file-empty`. */
export async function unpackedBytes(file: string, stored: Buffer): Promise<FileBytes> {
  if (!isPacked(stored)) return { bytes: stored, stored, gzipped: false };
  const bytes = await unpack(file, stored);
  if (bytes.length === 0) throw emptyFile(file);
  return { bytes, stored, gzipped: true };
}

/** The compression of a file in words for reports; empty without one. */
export function packingOf({
  gzipped,
  stored,
}: {
  readonly gzipped: boolean;
  readonly stored: Buffer | FileOnDisk;
}): readonly string[] {
  if (!gzipped || !Buffer.isBuffer(stored)) return [];
  return [isGzipped(stored) ? 'gzipped' : 'packed with bzip2'];
}

/** Unpacks gzip or bzip2 up to a limit; throws a RangeError beyond it, and an Error for damaged content. */
export async function unpackWithin(packed: Buffer, maxBytes: number): Promise<Buffer> {
  if (!isGzipped(packed)) {
    const { bunzip2 } = await import('./archives/bunzip2.js');
    return bunzip2(packed, maxBytes);
  }
  try {
    return gunzipSync(packed, { maxOutputLength: maxBytes });
  } catch (thrown) {
    if (errorCodeOf(thrown) === 'ERR_BUFFER_TOO_LARGE')
      throw new RangeError(`more than ${String(maxBytes)} bytes come of it`, { cause: thrown });
    throw thrown;
  }
}

/** The bytes of a file on disk. Errors: `file-not-found`, `file-unreadable`. */
async function readStored(file: string): Promise<Buffer> {
  try {
    const { size, isDirectory } = await stat(file).then((s) => ({ size: s.size, isDirectory: s.isDirectory() }));
    if (isDirectory) {
      throw new SameasError('file-unreadable', `${file} is a folder, not a file.`, {
        advice: 'Name the files in it one by one.',
        facts: { file },
      });
    }
    if (size > MAX_BYTES) throw tooLarge(file);
    return await readFile(file);
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    throw await fileError(file, thrown);
  }
}

function adviceFor(meant: string | undefined): string {
  return meant === undefined
    ? 'Check the path. On the command line it is taken relative to the folder in which the command was started, in a manifest relative to the manifest.'
    : `Did you mean ${meant}?`;
}

async function fileError(file: string, thrown: unknown): Promise<SameasError> {
  const code = errorCodeOf(thrown);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    const meant = await similarName(file);
    return new SameasError('file-not-found', `There is no file ${file}.`, {
      advice: adviceFor(meant),
      facts: { file },
      cause: thrown,
    });
  }
  const reason =
    code === 'EACCES' || code === 'EPERM'
      ? 'you have no permission to read it'
      : `the system says ${String(code ?? thrown)}`;
  return new SameasError('file-unreadable', `${file} cannot be read: ${reason}.`, {
    advice: 'Check the permissions of the file.',
    facts: { file },
    cause: thrown,
  });
}

/**
 * A file in the same folder with the same or a similar stem. The extension is common to all data files and does not
 * count.
 */
async function similarName(file: string): Promise<string | undefined> {
  try {
    const names = await readdir(dirname(file));
    const meant = nearestWord(stemOf(file), names.map(stemOf));
    return names.find((name) => stemOf(name) === meant);
  } catch {
    return undefined; // no such folder either: nothing to suggest
  }
}

/** `people` of `data/people.csv.gz`. */
function stemOf(file: string): string {
  return basename(file)
    .replace(/\.gz$/i, '')
    .replace(/(.)\.[^.]*$/, '$1');
}

async function unpack(file: string, stored: Buffer): Promise<Buffer> {
  try {
    if (declaredLength(stored) > MAX_BYTES && !(await holdsAtMost(stored, MAX_BYTES))) throw tooLarge(file);
    return await unpackWithin(stored, MAX_BYTES);
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    if (thrown instanceof RangeError) throw tooLarge(file);
    throw damagedPack(file, isGzipped(stored) ? 'gzipped' : 'packed with bzip2', thrown);
  }
}

const GZIP_LENGTH_BYTES = 4;
/** Maximum expansion of a packed byte. Source: RFC 1951. */
const MAX_BYTES_OF_ONE = 1_032;

/**
 * Length of the content declared at the end of gzip, modulo 4 GiB; 0 when absent or impossible. Source: RFC 1952,
 * 2.3.1.
 */
function declaredLength(packed: Buffer): number {
  if (!isGzipped(packed) || packed.length <= GZIP_LENGTH_BYTES) return 0;
  const declared = packed.readUInt32LE(packed.length - GZIP_LENGTH_BYTES);
  return declared > packed.length * MAX_BYTES_OF_ONE ? 0 : declared;
}

/** Whether a gzip content has at most this many bytes. Memory: a piece of them. Rejects for damaged content. */
async function holdsAtMost(packed: Buffer, maxBytes: number): Promise<boolean> {
  const pieces: AsyncIterable<Buffer> = Readable.from([packed]).pipe(createGunzip());
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) return false;
  }
  return true;
}

function damagedPack(file: string, how: string, cause: unknown): SameasError {
  return new SameasError('file-damaged', `${file} is ${how}, but its content is incomplete or damaged.`, {
    advice: sentence('Copy or download the file again.'),
    facts: { file },
    cause,
  });
}

/** The error for a file too large for its format: packed, a spreadsheet, a database. */
export function tooLarge(file: string): SameasError {
  return new SameasError(
    'file-unreadable',
    `${file} holds more than 2 GiB, and what is packed, a spreadsheet, MARC or a database, is read as a whole.`,
    {
      advice:
        'Unpack or export it as CSV or JSON lines, which may be of any size, or split it into several files and name them all.',
      facts: { file },
    },
  );
}

/** The error for an empty file. */
export function emptyFile(file: string): SameasError {
  return new SameasError('file-empty', sentence('{file} is empty.', { file }), {
    advice: sentence('Check that the right file was saved.'),
    facts: { file },
  });
}

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
