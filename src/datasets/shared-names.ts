import type { EntityStore } from '../entities/entity-store.js';
import { grown } from '../foundation/grown.js';
import { finishedHash, HASH_OF_NOTHING, hashWithLetters } from '../foundation/hash-string.js';

/** Names that more than one entity has as its preferred name. */
export interface SharedNames {
  /** How many different names are shared. */
  readonly count: number;
  readonly examples: readonly { readonly name: string; readonly entities: number }[];
}

const EXAMPLES = 5;

/** Takes the preferred names of all entities, one after the other; then tells which of them are shared. */
interface NameCollector {
  readonly add: (name: string) => void;
  /** `store` holds the entities whose names were added, in that order. */
  readonly shared: (store: EntityStore) => SharedNames;
}

/** Compares without case, by sorted hashes of 52 bits: cheap enough for millions of names. The examples are those shared most. */
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

/** Two hashes in one: that of the name, and that of the name behind its length. */
function wideHash(name: string): number {
  const folded = name.toLowerCase();
  const { length } = folded;
  const before = `${length}\u0001`;
  const hash = hashWithLetters(HASH_OF_NOTHING, folded, 0, length);
  const second = hashWithLetters(hashWithLetters(HASH_OF_NOTHING, before, 0, before.length), folded, 0, length);
  return finishedHash(hash) * 2 ** 20 + (finishedHash(second) >>> 12);
}
