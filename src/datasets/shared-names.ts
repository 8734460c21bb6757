import type { EntityStore } from '../entities/entity-store.js';
import { finishedHash, HASH_OF_NOTHING, hashWithLetter } from '../foundation/hash-string.js';

/** Names that more than one entity has as its preferred name. */
export interface SharedNames {
  /** How many different names are shared. */
  readonly count: number;
  readonly examples: readonly { readonly name: string; readonly entities: number }[];
}

const EXAMPLES = 5;

/** Compares without case, by sorted hashes of 52 bits: cheap enough for millions of names. The examples are those shared most. */
export function findSharedNames(store: EntityStore): SharedNames {
  const hashes = new Float64Array(store.size);
  for (let ordinal = 0; ordinal < store.size; ordinal++) hashes[ordinal] = wideHash(store.nameOf(ordinal));
  const sorted = hashes.slice().sort();
  const shared: { readonly hash: number; readonly entities: number }[] = [];
  for (let start = 0; start < sorted.length; ) {
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
  let hash = HASH_OF_NOTHING;
  let second = HASH_OF_NOTHING;
  for (let i = 0; i < before.length; i++) second = hashWithLetter(second, before.charCodeAt(i));
  for (let i = 0; i < length; i++) {
    const letter = folded.charCodeAt(i);
    hash = hashWithLetter(hash, letter);
    second = hashWithLetter(second, letter);
  }
  return finishedHash(hash) * 2 ** 20 + (finishedHash(second) >>> 12);
}
