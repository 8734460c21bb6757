/**
 * Large structures are *sections*: named typed arrays over shared memory. The same form is used for computing, for
 * worker threads without a copy, and for files.
 *
 * A structure has a builder that returns sections and an `attach` that reads them; attaching must be cheap (no loop
 * over entities), because it runs on the HTTP thread.
 */
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Section name → array. Names are `structure.part`, such as `labels.text.chars`. */
export type Sections = ReadonlyMap<string, SectionArray>;

export const SECTION_KINDS = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
} as const;

export type SectionKind = keyof typeof SECTION_KINDS;

type ArrayOf<K extends SectionKind> = InstanceType<(typeof SECTION_KINDS)[K]>;

/**
 * Size of the slabs that arrays are cut from. The allocator requests more than 32 MB from the system and returns it as
 * a whole; smaller blocks it keeps, and a service would keep all the temporary memory of indexing. The unwritten part
 * of a slab takes no memory.
 */
const SLAB_BYTES = 64 * 1024 * 1024;
/** The current slab of the thread, freed with its last array. */
let slab: { readonly memory: SharedArrayBuffer; used: number } | undefined;

/** An array of `length` zeroes over shared memory, perhaps in a buffer with other arrays. */
export function sharedArray<K extends SectionKind>(kind: K, length: number): ArrayOf<K> {
  // The constructor at key K makes an ArrayOf<K> over any buffer; the compiler cannot follow a union of constructors.
  const constructor = SECTION_KINDS[kind] as unknown as (new (
    buffer: SharedArrayBuffer,
    byteOffset: number,
    length: number,
  ) => ArrayOf<K>) & { readonly BYTES_PER_ELEMENT: number };
  const bytes = length * constructor.BYTES_PER_ELEMENT;
  if (bytes > SLAB_BYTES / 2) return new constructor(new SharedArrayBuffer(bytes), 0, length);
  if (slab === undefined || slab.used + bytes > SLAB_BYTES)
    slab = { memory: new SharedArrayBuffer(SLAB_BYTES), used: 0 };
  const at = slab.used;
  slab.used += aligned(bytes);
  return new constructor(slab.memory, at, length);
}

/** A copy of `array` (or its first `length` elements) over shared memory. */
export function toShared<A extends SectionArray>(array: A, length: number = array.length): A {
  // constructor.name of a typed array is one of the keys by construction of SectionArray.
  const shared = sharedArray(array.constructor.name as SectionKind, length);
  shared.set(array.subarray(0, length));
  return shared as A; // of the kind of `array`, as said above
}

const ALIGNMENT = 8;

/**
 * The same sections, with all arrays in slabs copied into one shared buffer, so that the slabs can be freed: single
 * arrays would keep the temporary memory around them. Arrays with buffers of their own stay: copying everything would
 * double the memory of a large dataset. Cost: a copy of the small arrays.
 */
export function gatherSections(sections: Sections): Map<string, SectionArray> {
  let bytes = 0;
  for (const array of sections.values()) if (!hasOwnMemory(array)) bytes += aligned(array.byteLength);
  const memory = new SharedArrayBuffer(bytes);
  const gathered = new Map<string, SectionArray>();
  let at = 0;
  for (const [name, array] of sections) {
    if (hasOwnMemory(array)) {
      gathered.set(name, array);
      continue;
    }
    // constructor.name of a typed array is one of the keys by construction of SectionArray; every constructor of the
    // table takes a buffer, an offset and a length.
    const constructor = SECTION_KINDS[array.constructor.name as SectionKind] as new (
      buffer: SharedArrayBuffer,
      byteOffset: number,
      length: number,
    ) => SectionArray;
    const copy = new constructor(memory, at, array.length);
    copy.set(array);
    gathered.set(name, copy);
    at += aligned(array.byteLength);
  }
  return gathered;
}

/** Whether the array has a buffer of its own, larger than a slab. */
function hasOwnMemory({ buffer, byteLength }: SectionArray): boolean {
  return byteLength > SLAB_BYTES / 2 && buffer.byteLength === byteLength && buffer instanceof SharedArrayBuffer;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/**
 * The section `name` as an array of this kind. Throws for a missing section or another kind: the index is then not
 * ours.
 */
export function section<K extends SectionKind>(sections: Sections, name: string, kind: K): ArrayOf<K> {
  const found = sections.get(name);
  if (found === undefined) throw new Error(`section ${name} is missing`);
  // By name: an array from another thread or context has a different constructor.
  if (found.constructor.name !== kind) throw new Error(`section ${name} is a ${found.constructor.name}, not a ${kind}`);
  return found as ArrayOf<K>; // checked in the line before
}

/** A small JSON value as a section. */
export function jsonSection(value: unknown): Uint8Array {
  const bytes = Buffer.from(JSON.stringify(value), 'utf8');
  const shared = sharedArray('Uint8Array', bytes.length);
  shared.set(bytes);
  return shared;
}

/** Reads a section of `jsonSection`; the caller checks its type. */
export function readJsonSection(sections: Sections, name: string): unknown {
  return JSON.parse(Buffer.from(section(sections, name, 'Uint8Array')).toString('utf8'));
}
