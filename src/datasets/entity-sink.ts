import type { EntityStore } from '../entities/entity-store.js';
import type { Entity } from '../entities/entity.js';
import { HASH_OF_NOTHING, finishedHash, hashWithLetters } from '../foundation/hash-string.js';
import { grown } from '../foundation/grown.js';
import { StringNumbers } from '../foundation/string-numbers.js';

/**
 * Target of the entities while a dataset is read, and of everything else that grows with their number: memory or disk.
 */
export interface EntitySink {
  /** Whether entities are kept in memory, which may run out. */
  readonly inMemory: boolean;
  /** Maximum number of distinct values per column, and of distinct ids of references, that are remembered. */
  readonly mostRemembered: number;
  readonly register: () => IdRegister;
  /** Takes entities in source order, each with the names that rules made of its names. */
  readonly add: (entity: Entity, rewrittenNames: readonly string[]) => void;
  /** Called after the last entity. */
  readonly finish: () => FinishedEntities;
}

export interface FinishedEntities {
  readonly typesOf: (ids: Iterable<string>) => ReadonlyMap<string, readonly string[]>;
  readonly sharedNames: SharedNames;
}

/** Takes the ids of all records in order. */
export interface IdRegister {
  /** Whether the id is new; a register on disk answers true for every id. */
  readonly add: (id: string) => boolean;
  /** Called after the last id. */
  readonly finish: () => RegisteredIds;
}

export interface RegisteredIds {
  readonly ids: KnownIds;
  /** Ids of several records. */
  readonly repeatedIds: { readonly size: number; readonly has: (id: string) => boolean };
}

export interface KnownIds {
  readonly size: number;
  readonly has: (id: string) => boolean;
  /** The first ids in order: at least some hundreds. */
  readonly get: (number: number) => string;
}

/** A register in memory. */
export function memoryRegister(): IdRegister {
  const ids = new StringNumbers();
  const repeatedIds = new Set<string>();
  return {
    add: (id) => {
      const known = ids.size;
      const isNew = ids.numberOf(id) >= known;
      if (!isNew) repeatedIds.add(id);
      return isNew;
    },
    finish: () => ({ ids, repeatedIds }),
  };
}

/** Preferred names of more than one entity. */
export interface SharedNames {
  /** Number of different shared names. */
  readonly count: number;
  readonly examples: readonly { readonly name: string; readonly entities: number }[];
}

const EXAMPLES = 5;

/** Takes the preferred names of all entities in order, then finds the shared ones. */
interface NameCollector {
  readonly add: (name: string) => void;
  /** `store`: the entities of the added names, in that order. */
  readonly shared: (store: EntityStore) => SharedNames;
}

/**
 * Compares without case, by sorted hashes of 52 bits: cheap for millions of names. Examples are the most shared names.
 */
export function createNameCollector(): NameCollector {
  let hashes = new Float64Array(1 << 10);
  let count = 0;
  return {
    add: (name) => {
      if (count === hashes.length) hashes = grown(hashes);
      hashes[count++] = wideHash(name);
    },
    shared: (store) => sharedAmong(hashes.subarray(0, count), store),
  };
}

function sharedAmong(hashes: Float64Array, store: EntityStore): SharedNames {
  const sorted = hashes.slice().sort();
  const shared: { readonly hash: number; readonly entities: number }[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    if (end - start > 1) shared.push({ hash: sorted[start] ?? 0, entities: end - start });
    start = end;
  }
  const most = [...shared].sort((a, b) => b.entities - a.entities || a.hash - b.hash).slice(0, EXAMPLES);
  return {
    count: shared.length,
    examples: most.map(({ hash, entities }) => ({ name: store.nameOf(hashes.indexOf(hash)), entities })),
  };
}

/** Two hashes in one: of the name, and of the name after its length. */
function wideHash(name: string): number {
  const folded = name.toLowerCase();
  const { length } = folded;
  const before = `${length}\u0001`;
  const hash = hashWithLetters(HASH_OF_NOTHING, folded, 0, length);
  const second = hashWithLetters(hashWithLetters(HASH_OF_NOTHING, before, 0, before.length), folded, 0, length);
  return finishedHash(hash) * 2 ** 20 + (finishedHash(second) >>> 12);
}
