import type { Entity } from './entity.js';

/**
 * All entities of a dataset by their position, 0 … size-1 in source order ("ordinal"). Ordinals are what the indexes
 * speak; identifiers are what users see. Records need not be on the heap: `entity` may decode.
 */
export interface EntityStore {
  readonly size: number;
  /** -1 for an id that no entity has. Cost: one probe. */
  readonly ordinalOf: (id: string) => number;
  readonly idOf: (ordinal: number) => string;
  readonly nameOf: (ordinal: number) => string;
  /** Ids of the stated types, as in `Entity.types`; the same array object for the same combination. */
  readonly typesOf: (ordinal: number) => readonly string[];
  /** A small number that stands for this combination of types: equal numbers, equal `typesOf`. */
  readonly typeSetOf: (ordinal: number) => number;
  /** The combinations, by that number. */
  readonly typeSets: readonly (readonly string[])[];
  readonly prominenceOf: (ordinal: number) => number;
  /** `undefined` for an entity without one. Cost: decoding it alone. */
  readonly descriptionOf: (ordinal: number) => string | undefined;
  /** The whole record. Cost: decoding it. */
  readonly entity: (ordinal: number) => Entity;
}

/** The entity with this id, or `undefined`. */
export function findEntity(store: EntityStore, id: string): Entity | undefined {
  const ordinal = store.ordinalOf(id);
  return ordinal < 0 ? undefined : store.entity(ordinal);
}
