/*
 * A second, small set of entities in front of a large one: some of the large set are hidden, those of the small set are added. Ordinals of both together stay dense, because
 * the code that goes through a dataset counts from 0 to its size: added entities take the places of hidden ones first, and what is still empty is filled from the end.
 */

/** Where an entity of both together is: in the base by its ordinal there, or among those that were added, counted from 0. */
type LayerPlace = { readonly layer: 'base' | 'added'; readonly ordinal: number };

/** Ordinals of a base with some entities hidden and some added. */
export interface LayerOrdinals {
  /** Entities of both together. */
  readonly size: number;
  readonly placeOf: (ordinal: number) => LayerPlace;
  /** -1 for an entity that is hidden. */
  readonly ofBase: (ordinal: number) => number;
  readonly ofAdded: (ordinal: number) => number;
  readonly hidesAny: boolean;
}

/** `hidden`: different ordinals of the base; the first added entity takes the place of the first, and so on. Cost: the hidden ones. */
export function layerOrdinals(baseSize: number, hidden: Uint32Array, added: number): LayerOrdinals {
  const size = baseSize - hidden.length + added;
  const isHidden = new Set(hidden);
  // Places of the base that hold another entity, and entities of the base that have another place.
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
