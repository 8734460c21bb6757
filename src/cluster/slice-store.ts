import type { Entity } from '../entities/entity.js';
import type { EntityStore } from '../entities/entity-store.js';
import type { DatasetSettings } from './dataset-settings.js';
import { NONE, type Contents } from './contents.js';
import type { PlacedEntity } from './placed-entity.js';
import type { Slice } from './slice.js';

/** The combinations of types of a dataset, by number; one that it did not have when it was counted gets the next number. */
export interface TypeSets {
  readonly typeSets: readonly (readonly string[])[];
  readonly counts: Readonly<Uint32Array>;
  readonly numberOf: (types: readonly string[]) => number;
}

/** Made once for a dataset. */
export function typeSetsOf({ typeSets: counted }: Pick<DatasetSettings, 'typeSets'>): TypeSets {
  const typeSets = counted.map(({ types }) => types);
  const numbers = new Map(typeSets.map((types, number) => [JSON.stringify(types), number]));
  return {
    typeSets,
    counts: Uint32Array.from(counted, ({ count }) => count),
    numberOf: (types) => {
      const key = JSON.stringify(types);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, typeSets.length);
      return typeSets.push(types) - 1;
    },
  };
}

/** The entities of a slice as those of the dataset; an identifier that the slice lacks is asked for. */
export function sliceStore(
  { entities, ordinalOf }: Slice,
  contents: Contents,
  { entityCount, sets }: { readonly entityCount: number; readonly sets: TypeSets },
): EntityStore {
  const recordOf = (ordinal: number): Entity => {
    const record = entities[ordinal]?.record;
    if (record === undefined) throw new RangeError(`the slice has no entity ${String(ordinal)}`);
    return record;
  };
  const numbers = entities.map(({ record }) => sets.numberOf(record.types));
  return {
    size: entityCount,
    ordinalOf: (id) => {
      const ordinal = ordinalOf(id);
      if (ordinal >= 0 || id === '') return ordinal;
      const known = contents.named.ask(id);
      if (known !== undefined && known !== NONE) contents.isOutdated = true;
      return ordinal;
    },
    idOf: (ordinal) => recordOf(ordinal).id,
    nameOf: (ordinal) => recordOf(ordinal).name,
    typesOf: (ordinal) => sets.typeSets[numbers[ordinal] ?? -1] ?? [],
    typeSetOf: (ordinal) => numbers[ordinal] ?? -1,
    typeSets: sets.typeSets,
    typeSetCounts: () => sets.counts,
    prominenceOf: (ordinal) => recordOf(ordinal).prominence,
    descriptionOf: (ordinal) => recordOf(ordinal).description,
    entity: recordOf,
  };
}

/** All entities that the reader was told of and that may be candidates, each once. */
export function entitiesKnown({ searches, named }: Contents): readonly PlacedEntity[] {
  const known = new Map<string, PlacedEntity>();
  for (const [, found] of searches.entries()) for (const entity of found) known.set(entity.record.id, entity);
  for (const [, entity] of named.entries()) if (entity !== NONE) known.set(entity.record.id, entity);
  return [...known.values()];
}
