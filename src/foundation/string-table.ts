import { grown } from './grown.js';
import { finishedHash, hashString, HASH_OF_NOTHING, hashWithLetter } from './hash-string.js';
import { section, sharedArray, toShared, type SectionArray, type Sections } from './sections.js';

/**
 * Many strings in shared memory, numbered 0 … size-1, optionally with a look-up by string.
 *
 * Strings are UTF-16 code units, so that comparing with a JavaScript string needs no decoding. A look-up is a probe
 * into an open-addressing hash table; no string is on the heap until it is requested.
 */
export interface StringTable {
  readonly size: number;
  /** The string with this number; `''` beyond the end. Cost: one allocation. */
  readonly get: (index: number) => string;
  /** Length in UTF-16 code units, without decoding. */
  readonly lengthOf: (index: number) => number;
  /** The lowest number of `text`, or -1. Always -1 for a table built without `findable`. */
  readonly find: (text: string) => number;
  /** Order of two strings by code unit, like `<`. */
  readonly compare: (a: number, b: number) => number;
  readonly startsWith: (index: number, prefix: string) => boolean;
  /** 0 for a string with this `prefix`, else their order by code unit. */
  readonly compareToPrefix: (index: number, prefix: string) => number;
}

/** Strings by number: string i is `chars` from `offsets[i]` up to `offsets[i + 1]`, and `hashes[i]` is its `hashString`. */
export interface StringColumn {
  readonly chars: Uint16Array;
  readonly offsets: Uint32Array;
  readonly hashes: Uint32Array;
}

const LOAD = 0.6;
const CHUNK = 8192;
/** Strings up to this length are decoded through a reused list. */
const SHORT = 64;

/** Throws a `RangeError` beyond the 32-bit offsets of strings. */
export function withinOffsets(end: number): number {
  if (end > 0xffff_ffff) throw new RangeError('String table maximum size exceeded');
  return end;
}

/**
 * Collects strings; `finish` returns the sections `prefix.chars`, `prefix.offsets` and, if findable, `prefix.slots`.
 */
export class StringTableBuilder {
  private chars = new Uint16Array(1 << 10);
  private used = 0;
  private offsets = new Uint32Array(1 << 6);
  private count = 0;

  add(text: string): number {
    const { length } = text;
    const start = this.used;
    const end = start + length;
    if (end > this.chars.length) this.chars = grown(this.chars, withinOffsets(end));
    const { chars } = this;
    for (let i = 0; i < length; i++) chars[start + i] = text.charCodeAt(i);
    this.used = end;
    const index = this.count++;
    if (this.count >= this.offsets.length) this.offsets = grown(this.offsets, this.count + 1);
    this.offsets[this.count] = end;
    return index;
  }

  get size(): number {
    return this.count;
  }

  finish(prefix: string, options: { readonly findable: boolean }): Map<string, SectionArray> {
    const chars = toShared(this.chars, this.used);
    const offsets = toShared(this.offsets, this.count + 1);
    const sections = new Map<string, SectionArray>([
      [`${prefix}.chars`, chars],
      [`${prefix}.offsets`, offsets],
    ]);
    if (options.findable) sections.set(`${prefix}.slots`, buildSlots(hashesOf(chars, offsets, this.count)));
    return sections;
  }
}

/** The sections of a findable table with the strings in this order, as from a builder. */
export function orderedStringTable(
  prefix: string,
  { chars, offsets, hashes }: StringColumn,
  order: Uint32Array,
): Map<string, SectionArray> {
  const orderedChars = sharedArray('Uint16Array', chars.length);
  const orderedOffsets = sharedArray('Uint32Array', order.length + 1);
  let used = 0;
  for (let place = 0; place < order.length; place++) {
    const string = order[place] ?? 0;
    const end = offsets[string + 1] ?? 0;
    for (let at = offsets[string] ?? 0; at < end; at++) orderedChars[used++] = chars[at] ?? 0;
    orderedOffsets[place + 1] = used;
  }
  return new Map<string, SectionArray>([
    [`${prefix}.chars`, orderedChars],
    [`${prefix}.offsets`, orderedOffsets],
    [`${prefix}.slots`, buildSlots(order.map((string) => hashes[string] ?? 0))],
  ]);
}

function hashesOf(chars: Uint16Array, offsets: Uint32Array, count: number): Uint32Array {
  const hashes = new Uint32Array(count);
  for (let index = 0; index < count; index++) {
    const end = offsets[index + 1] ?? 0;
    let hash = HASH_OF_NOTHING;
    for (let i = offsets[index] ?? 0; i < end; i++) hash = hashWithLetter(hash, chars[i] ?? 0);
    hashes[index] = finishedHash(hash);
  }
  return hashes;
}

function buildSlots(hashes: Uint32Array): Uint32Array {
  const count = hashes.length;
  const slots = sharedArray('Uint32Array', 2 ** Math.ceil(Math.log2(Math.max(8, count / LOAD))));
  const mask = slots.length - 1;
  for (let index = 0; index < count; index++) {
    let slot = (hashes[index] ?? 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
  }
  return slots;
}

/** The table over the sections of `StringTableBuilder.finish` with this prefix. Cheap: decodes nothing. */
export function attachStringTable(sections: Sections, prefix: string): StringTable {
  const chars = section(sections, `${prefix}.chars`, 'Uint16Array');
  const offsets = section(sections, `${prefix}.offsets`, 'Uint32Array');
  const slots = sections.has(`${prefix}.slots`) ? section(sections, `${prefix}.slots`, 'Uint32Array') : undefined;
  const size = offsets.length - 1;
  const lists: number[][] = []; // by length
  const startOf = (index: number): number => offsets[index] ?? 0;
  const lengthOf = (index: number): number => (index < size ? (offsets[index + 1] ?? 0) - startOf(index) : 0);

  function get(index: number): string {
    const length = lengthOf(index);
    const start = startOf(index);
    // Decoding through an argument list is fastest for short strings, with a reused plain array of the exact length as
    // the fastest list.
    if (length <= SHORT) {
      const codes = (lists[length] ??= new Array<number>(length).fill(0));
      for (let i = 0; i < length; i++) codes[i] = chars[start + i] ?? 0;
      return String.fromCharCode.apply(null, codes);
    }
    // Arguments are limited.
    if (length <= CHUNK)
      return String.fromCharCode.apply(null, chars.subarray(start, start + length) as unknown as number[]); // apply reads any array-like
    let text = '';
    for (let i = start; i < start + length; i += CHUNK) {
      text += String.fromCharCode.apply(
        null,
        chars.subarray(i, Math.min(i + CHUNK, start + length)) as unknown as number[],
      ); // as above
    }
    return text;
  }

  function startsWith(index: number, prefix2: string): boolean {
    if (lengthOf(index) < prefix2.length) return false;
    const start = startOf(index);
    for (let i = 0; i < prefix2.length; i++) if (chars[start + i] !== prefix2.charCodeAt(i)) return false;
    return true;
  }

  function find(text: string): number {
    if (slots === undefined) return -1;
    const mask = slots.length - 1;
    for (let slot = hashString(text) & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return -1;
      if (lengthOf(entry - 1) === text.length && startsWith(entry - 1, text)) return entry - 1;
    }
  }

  function compare(a: number, b: number): number {
    const startA = startOf(a);
    const startB = startOf(b);
    const lengthA = lengthOf(a);
    const lengthB = lengthOf(b);
    const shared = Math.min(lengthA, lengthB);
    for (let i = 0; i < shared; i++) {
      const difference = (chars[startA + i] ?? 0) - (chars[startB + i] ?? 0);
      if (difference !== 0) return difference;
    }
    return lengthA - lengthB;
  }

  function compareToPrefix(index: number, text: string): number {
    const start = startOf(index);
    const shared = Math.min(lengthOf(index), text.length);
    for (let i = 0; i < shared; i++) {
      const difference = (chars[start + i] ?? 0) - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return shared - text.length;
  }

  return { size, get, lengthOf, find, compare, startsWith, compareToPrefix };
}
