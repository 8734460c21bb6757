import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { fileStart } from '../text-file.js';
import { isGzipped } from '../first-bytes.js';
import { type Entry, type ZipFile, fromBufferPromise, openPromise } from 'yauzl';
import { type Sentence, faultSaying } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import type { UnpackBudget } from './unpack-limits.js';

/*
 * Archives → plain files in a folder of their own. Files on disk have numbers as names: no name from an archive is ever
 * a path. Asynchronous, like the libraries. All functions throw a RangeError when the budget is exceeded, and a
 * SyntaxError for a damaged or malicious file, with a sentence for the user.
 */

export interface UnpackedFile {
  readonly path: string;
  /** Name in the archive, with slashes. */
  readonly name: string;
}

export interface UnpackTarget {
  readonly folder: string;
  readonly budget: UnpackBudget;
  freshName(): string;
}

const ESCAPING = 'Archives with files escaping their root directory are not allowed.';

/** The content of a file packed with gzip or bzip2. */
export async function unpackFile(path: string, target: UnpackTarget): Promise<string> {
  const unpacked = join(target.folder, target.freshName());
  const packed = createReadStream(path);
  const isGzip = isGzipped(fileStart(path, 2));
  try {
    await pipeline([
      ...(isGzip ? [packed, createGunzip()] : [(await import('./bunzip2.js')).bunzip2Stream(packed)]),
      target.budget.counter(statSync(path).size),
      createWriteStream(unpacked),
    ]);
  } catch (thrown) {
    throw asArchiveFault(thrown, sentence('The packed file is incomplete or damaged.'));
  }
  return unpacked;
}

/** The files in a zip archive, in order, without folders and files that systems add. */
export async function unpackZip(path: string, target: UnpackTarget): Promise<readonly UnpackedFile[]> {
  const files: UnpackedFile[] = [];
  await eachZipEntry(
    path,
    async (zip, entry) => {
      target.budget.addEntry();
      if (entry.fileName.endsWith('/') || isLitter(entry.fileName)) return;
      const file = join(target.folder, target.freshName());
      await pipeline(
        await zip.openReadStreamPromise(entry),
        target.budget.counter(entry.compressedSize),
        createWriteStream(file),
      );
      files.push({ path: file, name: entry.fileName });
    },
    target.budget,
  );
  return files;
}

/** Names of the entries of a zip archive (a path, or its bytes): enough to recognise an office document. */
export async function zipEntryNames(archive: string | Buffer): Promise<readonly string[]> {
  const names: string[] = [];
  await eachZipEntry(archive, ({ entryCount }, entry) => {
    if (entryCount > 100_000)
      throw faultSaying(RangeError, sentence('The archive holds more than {n} files.', { n: 100_000 }));
    names.push(entry.fileName);
    return Promise.resolve();
  });
  return names;
}

/** The content of one file in a zip archive in memory, by its name in the archive; of duplicate names the last. */
export async function unpackZipEntry(archive: Buffer, name: string, budget: UnpackBudget): Promise<Buffer> {
  let content = Buffer.alloc(0);
  await eachZipEntry(archive, async (zip, entry) => {
    if (entry.fileName !== name) return;
    budget.addEntry();
    const pieces: Buffer[] = [];
    await pipeline(
      await zip.openReadStreamPromise(entry),
      budget.counter(entry.compressedSize),
      async (unpacked: AsyncIterable<Buffer>) => {
        for await (const piece of unpacked) pieces.push(piece);
      },
    );
    content = Buffer.concat(pieces);
  });
  return content;
}

/**
 * Unpacks a zip archive (a path, or its bytes) without keeping it, so that the budget knows its real size; `watch` gets
 * each piece.
 */
export async function weighZip(
  archive: string | Buffer,
  budget: UnpackBudget,
  watch?: (name: string, piece: Buffer) => void,
): Promise<void> {
  await eachZipEntry(
    archive,
    async (zip, entry) => {
      budget.addEntry();
      if (entry.fileName.endsWith('/')) return;
      // A pipeline, because it gets the errors of all its parts: damaged bytes show only when unpacked.
      await pipeline(
        await zip.openReadStreamPromise(entry),
        budget.counter(entry.compressedSize),
        async (unpacked: AsyncIterable<Buffer>) => {
          for await (const piece of unpacked) watch?.(entry.fileName, piece);
        },
      );
    },
    budget,
  );
}

/** The files in a tar archive, without links and devices. */
export async function unpackTar(path: string, target: UnpackTarget): Promise<readonly UnpackedFile[]> {
  const files: UnpackedFile[] = [];
  const packedBytes = statSync(path).size;
  try {
    const archive = extract();
    const reading = pipeline(createReadStream(path), archive);
    // Awaited below; an earlier error must not be unhandled.
    reading.catch(() => undefined);
    for await (const entry of archive) {
      const { name, type } = entry.header;
      target.budget.addEntry();
      if (type === 'file' || type === 'contiguous-file') {
        refuseEscaping(name);
        if (isLitter(name)) entry.resume();
        else {
          const file = join(target.folder, target.freshName());
          await pipeline(entry, target.budget.counter(packedBytes), createWriteStream(file));
          files.push({ path: file, name: name.replace(/^\.\//, '') });
        }
      } else entry.resume();
    }
    await reading;
  } catch (thrown) {
    throw asArchiveFault(thrown, sentence('The tar archive is incomplete or damaged.'));
  }
  return files;
}

async function eachZipEntry(
  archive: string | Buffer,
  visit: (zip: ZipFile, entry: Entry) => Promise<void>,
  budget?: UnpackBudget,
): Promise<void> {
  let zip: ZipFile | undefined;
  try {
    const options = { lazyEntries: true, autoClose: false };
    zip = typeof archive === 'string' ? await openPromise(archive, options) : await fromBufferPromise(archive, options);
    budget?.expectEntries(zip.entryCount);
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw faultSaying(SyntaxError, sentence('The zip archive is protected by a password.'));
      refuseEscaping(entry.fileName);
      await visit(zip, entry);
    }
  } catch (thrown) {
    throw asArchiveFault(thrown, sentence('The zip archive is incomplete or damaged.'));
  } finally {
    zip?.close();
  }
}

function refuseEscaping(name: string): void {
  if (/^([/\\]|[a-zA-Z]:)/.test(name) || name.split(/[/\\]/).includes('..')) throw new SyntaxError(ESCAPING);
}

/** Files that file systems add, not meant to be read. */
export function isLitter(name: string): boolean {
  return name
    .split('/')
    .some((part) => part === '__MACOSX' || part === 'Thumbs.db' || (part.startsWith('.') && part.length > 1));
}

function asArchiveFault(thrown: unknown, message: Sentence): unknown {
  if (thrown instanceof RangeError || thrown instanceof SyntaxError) return thrown;
  // A full disk or a missing folder is not an error of the archive.
  if (typeof thrown === 'object' && thrown !== null && 'syscall' in thrown) return thrown;
  const isEscaping = /relative path|absolute path/i.test(String(thrown));
  return isEscaping
    ? new SyntaxError(ESCAPING, { cause: thrown })
    : faultSaying(SyntaxError, message, { cause: thrown });
}
