/*
 * A second, small set of entities in front of a large one: some of the large set are hidden, those of the small set are
 * added. The combined ordinals stay dense, because code loops from 0 to the size: added entities first take the
 * ordinals of hidden ones, and remaining gaps are filled from the end.
 */

import { type EntityStore, countTypeSets } from './entity-store.js';

/** Position of a combined entity: in the base by its ordinal there, or among the added ones, from 0. */
type LayerPlace = { readonly layer: 'base' | 'added'; readonly ordinal: number };

/** Ordinals of a base with some entities hidden and some added. */
export interface LayerOrdinals {
  /** Combined number of entities. */
  readonly size: number;
  readonly placeOf: (ordinal: number) => LayerPlace;
  /** -1 for a hidden entity. */
  readonly ofBase: (ordinal: number) => number;
  readonly ofAdded: (ordinal: number) => number;
  readonly hidesAny: boolean;
}

/**
 * `hidden`: distinct ordinals of the base; the first added entity takes the first of them, and so on. Cost: the hidden
 * ones.
 */
export function layerOrdinals(baseSize: number, hidden: Uint32Array, added: number): LayerOrdinals {
  const size = baseSize - hidden.length + added;
  const isHidden = new Set(hidden);
  // Ordinals with another entity than in the base, and base entities with another ordinal.
  const moved = new Map<number, LayerPlace>();
  const places = new Map<number, number>();
  for (const [at, ordinal] of hidden.entries()) {
    places.set(ordinal, -1);
    if (at < added) moved.set(ordinal, { layer: 'added', ordinal: at });
  }
  let last = baseSize;
  for (const empty of hidden.subarray(added)) {
    if (empty >= size) continue;
    do last--;
    while (isHidden.has(last));
    moved.set(empty, { layer: 'base', ordinal: last });
    places.set(last, empty);
  }
  return {
    size,
    placeOf: (ordinal) =>
      moved.get(ordinal) ??
      (ordinal < baseSize
        ? { layer: 'base', ordinal }
        : { layer: 'added', ordinal: ordinal - baseSize + hidden.length }),
    ofBase: (ordinal) => places.get(ordinal) ?? ordinal,
    ofAdded: (ordinal) => hidden[ordinal] ?? baseSize + ordinal - hidden.length,
    hidesAny: hidden.length > 0,
  };
}

/** The visible entities of a base and the added ones as one store. Cost: the list of type combinations. */
export function layerEntityStores(base: EntityStore, added: EntityStore, ordinals: LayerOrdinals): EntityStore {
  const typeSets = [...base.typeSets, ...added.typeSets];
  function read<T>(ordinal: number, reading: (store: EntityStore, ordinal: number) => T): T {
    const place = ordinals.placeOf(ordinal);
    return reading(place.layer === 'base' ? base : added, place.ordinal);
  }
  const typeSetOf = (ordinal: number): number => {
    const place = ordinals.placeOf(ordinal);
    return place.layer === 'base'
      ? base.typeSetOf(place.ordinal)
      : base.typeSets.length + added.typeSetOf(place.ordinal);
  };
  return {
    size: ordinals.size,
    ordinalOf: (id) => {
      const own = added.ordinalOf(id);
      if (own >= 0) return ordinals.ofAdded(own);
      const below = base.ordinalOf(id);
      return below < 0 ? -1 : ordinals.ofBase(below);
    },
    idOf: (ordinal) => read(ordinal, (store, at) => store.idOf(at)),
    nameOf: (ordinal) => read(ordinal, (store, at) => store.nameOf(at)),
    typesOf: (ordinal) => read(ordinal, (store, at) => store.typesOf(at)),
    typeSetOf,
    typeSets,
    typeSetCounts: countTypeSets({ size: ordinals.size, typeSets, typeSetOf }),
    prominenceOf: (ordinal) => read(ordinal, (store, at) => store.prominenceOf(at)),
    descriptionOf: (ordinal) => read(ordinal, (store, at) => store.descriptionOf(at)),
    entity: (ordinal) => read(ordinal, (store, at) => store.entity(at)),
  };
}
