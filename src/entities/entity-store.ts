import type { Entity } from './entity.js';

/**
 * All entities of a dataset by position, 0 … size-1 in source order ("ordinal"). Indexes use ordinals, users
 * identifiers. Records may be off the heap: `entity` decodes them.
 */
export interface EntityStore {
  readonly size: number;
  /** -1 for an unknown id. Cost: one probe. */
  readonly ordinalOf: (id: string) => number;
  readonly idOf: (ordinal: number) => string;
  readonly nameOf: (ordinal: number) => string;
  /** Ids of the entity's own types, as in `Entity.types`; the same array object for the same combination. */
  readonly typesOf: (ordinal: number) => readonly string[];
  /** Small number of this combination of types: equal numbers, equal `typesOf`. */
  readonly typeSetOf: (ordinal: number) => number;
  /** The combinations, by that number. */
  readonly typeSets: readonly (readonly string[])[];
  /** Number of entities of each combination. Cost: a look at each entity, the first time. */
  readonly typeSetCounts: () => Readonly<Uint32Array>;
  readonly prominenceOf: (ordinal: number) => number;
  /** `undefined` for an entity without one. Cost: decoding it alone. */
  readonly descriptionOf: (ordinal: number) => string | undefined;
  /** The whole record. Cost: decoding it. */
  readonly entity: (ordinal: number) => Entity;
}

/** `typeSetCounts` of a store with all entities in memory; counted on first use. */
export function countTypeSets({
  size,
  typeSets,
  typeSetOf,
}: Pick<EntityStore, 'size' | 'typeSets' | 'typeSetOf'>): EntityStore['typeSetCounts'] {
  let counts: Uint32Array | undefined;
  return () => {
    if (counts === undefined) {
      counts = new Uint32Array(typeSets.length);
      for (let ordinal = 0; ordinal < size; ordinal++) {
        const set = typeSetOf(ordinal);
        counts[set] = (counts[set] ?? 0) + 1;
      }
    }
    return counts;
  };
}

/** The entity with this id, or `undefined`. */
export function findEntity(store: EntityStore, id: string): Entity | undefined {
  const ordinal = store.ordinalOf(id);
  return ordinal < 0 ? undefined : store.entity(ordinal);
}
