import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { endianness } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { isProcessRunning } from '../../foundation/is-process-running.js';
import { noProgress, type ReportProgress } from '../../foundation/progress.js';
import {
  SECTION_KINDS,
  sharedArray,
  type SectionArray,
  type SectionKind,
  type Sections,
} from '../../foundation/sections.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { NODE_STORE_DISK } from '../../foundation/store/store-disk.js';

/*
 * A built index on disk, one file:
 *
 *   magic, 8 bytes · length of the header, uint32 · CRC-32 of the header, uint32 · header, JSON in UTF-8
 *   then each section as it lies in memory, beginning at a multiple of 8 bytes
 *
 * The header names the sections with kind, length, place and CRC-32, and carries `contents`: small values. Sections
 * have the byte order of the machine that wrote them; a file from a machine of the other order is refused.
 *
 * Raise FORMAT_VERSION with every change of the meaning of any section, even without a change in this file. An outdated
 * file is then rebuilt instead of misread.
 */
const FORMAT_VERSION = 8;

const MAGIC = Buffer.from('SAMEASIX', 'latin1');
const PREAMBLE_BYTES = 16;
const ALIGNMENT = 8;
const MAX_HEADER_BYTES = 1 << 28;
/** One read or write call takes at most 2 GiB. */
const MAX_CALL_BYTES = 1 << 30;

const KIND_NAMES = Object.keys(SECTION_KINDS) as [SectionKind, ...SectionKind[]]; // the keys of the table are the kinds

const HEADER = z.object({
  format: z.number(),
  software: z.string(),
  byteOrder: z.enum(['LE', 'BE']),
  contents: z.unknown(),
  sections: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(KIND_NAMES),
      length: z.number().int().nonnegative(),
      offset: z.number().int().nonnegative(),
      crc32: z.number(),
    }),
  ),
});

type SectionEntry = z.infer<typeof HEADER>['sections'][number];

interface IndexFileContents {
  /** JSON value; untyped for the reader. */
  readonly contents: unknown;
  readonly sections: Sections;
}

export interface WritingWatch {
  readonly tell?: ReportProgress;
  /**
   * Gets the path of the temporary file before it is created, and `undefined` when it is gone: code that ends the process
   * in between must remove it.
   */
  readonly temporary?: (path: string | undefined) => void;
}

/**
 * Writes a temporary file next to `path` and renames it at the end, so that the file is always complete. Removes
 * leftovers of killed processes.
 */
export async function writeIndexFile(
  path: string,
  software: string,
  { contents, sections }: IndexFileContents,
  { tell = noProgress, temporary: announce }: WritingWatch = {},
): Promise<void> {
  const { start, entries, size, head } = headOf(software, contents, sections);
  const temporary = `${path}.${String(process.pid)}.part`;
  await removeAbandoned(path);
  announce?.(temporary);
  const file = await open(temporary, 'w');
  try {
    await file.write(head, 0, head.length, 0);
    for (const entry of entries) {
      const array = sections.get(entry.name);
      if (array !== undefined)
        await transfer(bytesOf(array), start + entry.offset, (bytes, at) =>
          file.write(bytes, 0, bytes.length, at).then((r) => r.bytesWritten),
        );
      tell({ phase: 'saving', unit: 'bytes', done: entry.offset + (array?.byteLength ?? 0), all: size });
    }
    await file.truncate(start + size);
    await file.sync();
    await file.close();
    await rename(temporary, path);
    await NODE_STORE_DISK.flushFolder(dirname(path));
  } catch (fault) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw fault;
  } finally {
    announce?.(undefined);
  }
}

/** The first bytes of a file, and the sections with their offsets from `start`. */
function headOf(
  software: string,
  contents: unknown,
  sections: Sections,
): {
  readonly start: number;
  readonly entries: readonly SectionEntry[];
  readonly size: number;
  readonly head: Buffer;
} {
  const entries: SectionEntry[] = [];
  let offset = 0; // from the end of the header; made absolute by the reader
  for (const [name, array] of sections) {
    entries.push({
      name,
      kind: array.constructor.name as SectionKind,
      length: array.length,
      offset,
      crc32: crc32(bytesOf(array)),
    }); // a SectionArray is made by one of the kinds
    offset = aligned(offset + array.byteLength);
  }
  const header = Buffer.from(
    JSON.stringify({
      format: FORMAT_VERSION,
      software,
      byteOrder: endianness(),
      contents,
      sections: entries,
    } satisfies z.infer<typeof HEADER>),
    'utf8',
  );
  const preamble = Buffer.alloc(PREAMBLE_BYTES);
  MAGIC.copy(preamble);
  preamble.writeUInt32LE(header.length, 8);
  preamble.writeUInt32LE(crc32(header), 12);
  const head = Buffer.concat([preamble, header]);
  return { start: aligned(head.length), entries, size: offset, head };
}

/** An incomplete index may be large, and only the process that began it can finish it. */
async function removeAbandoned(path: string): Promise<void> {
  const prefix = `${basename(path)}.`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const writer = name.startsWith(prefix) ? /^(\d+)\.part$/.exec(name.slice(prefix.length))?.[1] : undefined;
    if (writer !== undefined && !isProcessRunning(Number(writer)))
      await rm(join(dirname(path), name), { force: true }).catch(() => undefined);
  }
}

/**
 * Reads a built index into shared memory. Throws `file-not-found`, or `index-outdated` for a truncated, damaged or
 * outdated file or one of another version of the software.
 */
export async function readIndexFile(path: string, software: string): Promise<IndexFileContents> {
  const file = await openForReading(path);
  try {
    const { size } = await file.stat();
    const preamble = await exactly(file, Buffer.alloc(PREAMBLE_BYTES), 0, size, path);
    if (!preamble.subarray(0, MAGIC.length).equals(MAGIC)) throw outdated(path, 'it is not a built index');
    const headerBytes = preamble.readUInt32LE(8);
    if (headerBytes > MAX_HEADER_BYTES) throw outdated(path, 'its header is damaged');
    const headerText = await exactly(file, Buffer.alloc(headerBytes), PREAMBLE_BYTES, size, path);
    if (crc32(headerText) !== preamble.readUInt32LE(12)) throw outdated(path, 'its header is damaged');
    const header = HEADER.safeParse(JSON.parse(headerText.toString('utf8')));
    if (!header.success) throw outdated(path, 'its header is of another form');
    const { format, software: writtenBy, byteOrder, contents, sections: entries } = header.data;
    if (format !== FORMAT_VERSION || writtenBy !== software)
      throw outdated(path, 'it was made by another version of sameas');
    if (byteOrder !== endianness()) throw outdated(path, 'it was made on a machine with another byte order');

    const start = aligned(PREAMBLE_BYTES + headerBytes);
    const sections = new Map<string, SectionArray>();
    for (const entry of entries) {
      const array = sharedArray(entry.kind, entry.length);
      if (start + entry.offset + array.byteLength > size) throw outdated(path, 'it is incomplete');
      await transfer(bytesOf(array), start + entry.offset, (bytes, at) =>
        file.read(bytes, 0, bytes.length, at).then((r) => r.bytesRead),
      );
      if (crc32(bytesOf(array)) !== entry.crc32) throw outdated(path, `its part ${entry.name} is damaged`);
      sections.set(entry.name, array);
    }
    return { contents, sections };
  } finally {
    await file.close();
  }
}

function bytesOf(array: SectionArray): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** Reads or writes all of `bytes` at a position in the file, in as many calls as necessary. */
async function transfer(
  bytes: Uint8Array,
  at: number,
  call: (bytes: Uint8Array, at: number) => Promise<number>,
): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const moved = await call(bytes.subarray(done, Math.min(bytes.length, done + MAX_CALL_BYTES)), at + done);
    if (moved === 0) throw new Error('the file ended while it was being read or written');
    done += moved;
  }
}

async function exactly(file: FileHandle, buffer: Buffer, at: number, size: number, path: string): Promise<Buffer> {
  if (at + buffer.length > size) throw outdated(path, 'it is incomplete');
  await transfer(buffer, at, (bytes, place) => file.read(bytes, 0, bytes.length, place).then((r) => r.bytesRead));
  return buffer;
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    throw new SameasError('file-not-found', `There is no built index at ${path}.`, {
      cause,
      facts: { file: path },
      advice: 'Make one with: sameas index FILE --out DIR',
    });
  }
}

function outdated(path: string, reason: string): SameasError {
  return new SameasError('index-outdated', `The built index ${path} cannot be used: ${reason}.`, {
    facts: { file: path, reason },
    advice: 'Build it again with: sameas index FILE --out DIR',
  });
}
