import type { EntityStore } from '../entities/entity-store.js';
import type { DatasetSettings } from './dataset-settings.js';
import { NONE, type Contents } from './contents.js';
import type { CompiledEntity } from './compiled-entity.js';
import type { Slice } from './slice.js';

/** The combinations of types of a dataset, by number. */
export interface TypeSets {
  readonly typeSets: readonly (readonly string[])[];
  readonly counts: Readonly<Uint32Array>;
}

/** Made once for a dataset. */
export function typeSetsOf({ typeSets }: Pick<DatasetSettings, 'typeSets'>): TypeSets {
  return { typeSets: typeSets.map(({ types }) => types), counts: Uint32Array.from(typeSets, ({ count }) => count) };
}

/** The entities of a slice as those of the dataset; an identifier that the slice lacks is asked for. */
export function sliceStore(
  { entities, ordinalOf }: Slice,
  contents: Contents,
  { entityCount, sets }: { readonly entityCount: number; readonly sets: TypeSets },
): EntityStore {
  const at = (ordinal: number): CompiledEntity => {
    const entity = entities[ordinal];
    if (entity === undefined) throw new RangeError(`the slice has no entity ${String(ordinal)}`);
    return entity;
  };
  return {
    size: entityCount,
    ordinalOf: (id) => {
      const ordinal = ordinalOf(id);
      if (ordinal >= 0 || id === '') return ordinal;
      const known = contents.named.ask(id);
      if (known !== undefined && known !== NONE) contents.isOutdated = true;
      return ordinal;
    },
    idOf: (ordinal) => at(ordinal).id,
    nameOf: (ordinal) => at(ordinal).rows[0]?.text ?? '',
    typesOf: (ordinal) => sets.typeSets[entities[ordinal]?.typeSet ?? -1] ?? [],
    typeSetOf: (ordinal) => entities[ordinal]?.typeSet ?? -1,
    typeSets: sets.typeSets,
    typeSetCounts: () => sets.counts,
    prominenceOf: (ordinal) => at(ordinal).prominence,
    descriptionOf: (ordinal) => at(ordinal).record().description,
    entity: (ordinal) => at(ordinal).record(),
  };
}

/** All entities that the reader was told of and that may be candidates, each once. */
export function entitiesKnown({ searches, named }: Contents): readonly CompiledEntity[] {
  const known = new Map<string, CompiledEntity>();
  for (const [, found] of searches.entries()) for (const entity of found) known.set(entity.id, entity);
  for (const [, entity] of named.entries()) if (entity !== NONE) known.set(entity.id, entity);
  return [...known.values()];
}
