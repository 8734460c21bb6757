import { StringNumbers } from '../foundation/string-numbers.js';

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
