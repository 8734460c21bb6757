import type { EntityStore } from '../entities/entity-store.js';
import { grown } from '../foundation/grown.js';
import { finishedHash, HASH_OF_NOTHING, hashWithLetters } from '../foundation/hash-string.js';

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
