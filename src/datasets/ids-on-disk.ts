import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { firstAtLeast } from '../foundation/first-at-least.js';
import { HASH_OF_NOTHING, finishedHash, hashWithLetters } from '../foundation/hash-string.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { IdRegister, KnownIds } from './entity-sink.js';

/*
 * Ids of any number in little memory: a hash of 52 bits of each lies in one of 256 files by its first bits; the files
 * are sorted one by one and joined into one, in which an id is found by one or two small reads. Two of a hundred
 * million different ids have the same hash with a probability of one half: a record is then compared in full, and an
 * unknown id is taken for known with a probability of one in 45 million.
 */

const PARTS = 256;
const HASHES = 2 ** 52;
const OF_PART = HASHES / PARTS;
/** Hashes of one part that wait to be written. */
const WAITING = 1024;
/** Hashes read at once. */
const READ = 512;
const BYTES = 8;
/** First ids, kept as text. */
const KEPT = 500;
/** Repeated ids are kept in memory while records are read; datasets with ids have few. */
const MAX_REPEATED = 2_000_000;

/**
 * A register in files in this existing folder. Errors: `dataset-too-large` for more than two million repeated ids;
 * those of the file system.
 */
export function registerOnDisk(folder: string): IdRegister {
  const first = new Set<string>();
  const parts = Array.from({ length: PARTS }, (_, part) => ({
    path: join(folder, `ids-${String(part)}`),
    waiting: new Float64Array(WAITING),
    length: 0,
    written: 0,
  }));
  const flush = (part: (typeof parts)[number]): void => {
    if (part.length === 0) return;
    const file = openSync(part.path, part.written === 0 ? 'w' : 'a');
    writeAll(file, part.waiting.subarray(0, part.length));
    closeSync(file);
    part.written += part.length;
    part.length = 0;
  };
  return {
    add: (id) => {
      if (first.size < KEPT) first.add(id);
      const hash = wideHash(id);
      const part = parts[Math.floor(hash / OF_PART)];
      if (part === undefined) return true;
      part.waiting[part.length++] = hash;
      if (part.length === WAITING) flush(part);
      return true;
    },
    finish: () => {
      const path = join(folder, 'ids');
      const all = openSync(path, 'w+');
      const starts = new Float64Array(PARTS + 1);
      const repeated: Float64Array[] = [];
      let size = 0;
      for (const [at, part] of parts.entries()) {
        flush(part);
        starts[at] = size;
        const hashes = readWhole(part.path, part.written).sort();
        rmSync(part.path, { force: true });
        const { unique, twice } = withoutRepeated(hashes);
        writeAll(all, unique);
        size += unique.length;
        if (twice.length > 0) repeated.push(twice);
      }
      starts[PARTS] = size;
      return { ids: idsInFile(all, starts, [...first]), repeatedIds: repeatedIn(repeated) };
    },
  };
}

/** The sorted distinct hashes, and the repeated ones. */
function withoutRepeated(hashes: Float64Array): { readonly unique: Float64Array; readonly twice: Float64Array } {
  const twice: number[] = [];
  let length = 0;
  for (let i = 0; i < hashes.length; i++) {
    const hash = hashes[i] ?? 0;
    if (length === 0 || hashes[length - 1] !== hash) hashes[length++] = hash;
    else if (twice.at(-1) !== hash) twice.push(hash);
  }
  return { unique: hashes.subarray(0, length), twice: Float64Array.from(twice) };
}

function repeatedIn(parts: readonly Float64Array[]): { readonly size: number; readonly has: (id: string) => boolean } {
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  if (size > MAX_REPEATED) {
    throw new SameasError(
      'dataset-too-large',
      `${size.toLocaleString('en')} ids come more than once; for a dataset on disk there may be ${MAX_REPEATED.toLocaleString('en')}.`,
      {
        advice:
          'Name the column of ids (--id-column): where a list has none, ids are made of names, which many entities share.',
      },
    );
  }
  const all = new Float64Array(size);
  let used = 0;
  for (const part of parts) {
    all.set(part, used);
    used += part.length;
  }
  return {
    size,
    has: (id) => {
      const hash = wideHash(id);
      return all[firstAtLeast(all, hash)] === hash;
    },
  };
}

function idsInFile(file: number, starts: Float64Array, first: readonly string[]): KnownIds {
  const buffer = new Float64Array(READ);
  const bytes = new Uint8Array(buffer.buffer);
  const size = starts[PARTS] ?? 0;
  const readAt = (place: number, end: number): Float64Array => {
    const wanted = Math.min(READ, end - place);
    readSync(file, bytes, 0, wanted * BYTES, place * BYTES);
    return buffer.subarray(0, wanted);
  };
  return {
    size,
    get: (number) => first[number] ?? '',
    has: (id) => {
      const hash = wideHash(id);
      const part = Math.floor(hash / OF_PART);
      let low = starts[part] ?? 0;
      let high = starts[part + 1] ?? 0;
      // Hashes are evenly distributed, so that the position of one is nearly known.
      let place = Math.max(low, low + Math.floor(((hash - part * OF_PART) / OF_PART) * (high - low)) - READ / 2);
      while (low < high) {
        const read = readAt(place, high);
        const at = firstAtLeast(read, hash);
        if (read[at] === hash) return true;
        if (at > 0 && at < read.length) return false;
        if (at === 0) high = place;
        else low = place + at;
        place = at === 0 ? Math.max(low, place - READ) : low;
      }
      return false;
    },
  };
}

function writeAll(file: number, hashes: Float64Array): void {
  const bytes = new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength);
  for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
}

function readWhole(path: string, length: number): Float64Array {
  const hashes = new Float64Array(length);
  if (length === 0) return hashes;
  const bytes = new Uint8Array(hashes.buffer);
  const file = openSync(path, 'r');
  for (let read = 0; read < bytes.length;) {
    const more = readSync(file, bytes, read, bytes.length - read, read);
    if (more === 0) break;
    read += more;
  }
  closeSync(file);
  return hashes;
}

/** Two hashes in one, 52 bits: of the text, and of the text after its length. */
function wideHash(text: string): number {
  const { length } = text;
  const before = `${String(length)}\u0001`;
  const first = finishedHash(hashWithLetters(HASH_OF_NOTHING, text, 0, length));
  const second = finishedHash(
    hashWithLetters(hashWithLetters(HASH_OF_NOTHING, before, 0, before.length), text, 0, length),
  );
  return first * 2 ** 20 + (second >>> 12);
}
