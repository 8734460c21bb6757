import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { isGzipped } from '../is-packed.js';
import { fileStart } from '../text-file.js';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { faultSaying, type Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import type { UnpackBudget } from './unpack-limits.js';

/*
 * Packed files → plain files in a folder of one's own. The files on disk are called by numbers: no name from an archive is ever a path. Asynchronous, as
 * the libraries are. Every function throws a RangeError when the budget is used up, and a SyntaxError for a file that is damaged or tricky; the sentence
 * is for the person.
 */

export interface UnpackedFile {
  readonly path: string;
  /** As the archive calls it, with slashes. */
  readonly name: string;
}

/** Where unpacked files go. */
export interface UnpackTarget {
  readonly folder: string;
  readonly budget: UnpackBudget;
  /** A name that no file in the folder has. */
  freshName(): string;
}

const ESCAPING = 'Archives with files escaping their root directory are not allowed.';

/** The content of a file that is packed with gzip or bzip2. */
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

/** The files in a zip archive, in its order; folders and what systems put beside the files are left out. */
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

/** Names of the entries of a zip archive (a path, or its bytes): enough to tell an office document. */
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

/** The content of one file in a zip archive that is in memory, by the name that the archive gives it; of several of one name the last. */
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

/** Unpacks a zip archive (a path, or its bytes) into nothing, so that the budget knows what it really holds; `watch` sees each piece that comes out. */
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
      // A pipeline, for it hears of faults in every part of it: damaged bytes show only where they are unpacked.
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

/** The files in a tar archive; links and devices are left out. */
export async function unpackTar(path: string, target: UnpackTarget): Promise<readonly UnpackedFile[]> {
  const files: UnpackedFile[] = [];
  const packedBytes = statSync(path).size;
  try {
    const archive = extract();
    const reading = pipeline(createReadStream(path), archive);
    // Awaited below; an earlier fault must not stay without a listener.
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

/** What file systems put beside files: not meant to be read. */
export function isLitter(name: string): boolean {
  return name
    .split('/')
    .some((part) => part === '__MACOSX' || part === 'Thumbs.db' || (part.startsWith('.') && part.length > 1));
}

function asArchiveFault(thrown: unknown, told: Sentence): unknown {
  if (thrown instanceof RangeError || thrown instanceof SyntaxError) return thrown;
  // A full disk or a missing folder is no fault of the archive.
  if (typeof thrown === 'object' && thrown !== null && 'syscall' in thrown) return thrown;
  const isEscaping = /relative path|absolute path/i.test(String(thrown));
  return isEscaping ? new SyntaxError(ESCAPING, { cause: thrown }) : faultSaying(SyntaxError, told, { cause: thrown });
}
