import { StringNumbers } from '../foundation/string-numbers.js';

/** Takes the ids of all records, one after the other. */
export interface IdRegister {
  /** Whether the id is new, as far as that is known at once: a register on disk says so of every id. */
  readonly add: (id: string) => boolean;
  /** After the last id. */
  readonly finish: () => RegisteredIds;
}

/** The ids of all records. */
export interface RegisteredIds {
  readonly ids: KnownIds;
  /** Those that came more than once. */
  readonly repeatedIds: { readonly size: number; readonly has: (id: string) => boolean };
}

/** Different ids. */
export interface KnownIds {
  readonly size: number;
  readonly has: (id: string) => boolean;
  /** The first ids, in the order in which they came: some hundreds at least. */
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
