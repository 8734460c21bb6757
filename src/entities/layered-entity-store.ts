import { countTypeSets, type EntityStore } from './entity-store.js';
import type { LayerOrdinals } from './layer-ordinals.js';

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
