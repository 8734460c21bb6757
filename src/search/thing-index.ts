import type { Entity } from '../entities/entity.js';
import { attachEntityStore, PackedEntityStoreBuilder } from '../entities/packed-entity-store.js';
import { attachIndexes } from './choose-candidate-index.js';
import { buildSearchSections } from './build-search-index.js';

/** A thing that people call by several names. */
export type NamedThing = Pick<Entity, 'id' | 'name'> & { readonly alsoCalled: readonly string[] };

/**
 * What a text means of some hundred things, such as the properties of a dataset, by the search as you type of entities: places of things whose names begin so, then of those that nearly do;
 * within each, names before what else they are called, and those given first before others. Cost of making it: some tens of microseconds for each name.
 */
export function createThingIndex(things: readonly NamedThing[]): (typed: string) => readonly number[] {
  const builder = new PackedEntityStoreBuilder();
  for (const [place, { id, name, alsoCalled }] of things.entries())
    builder.add({
      id: `${String(place)} ${id}`,
      name,
      aliases: alsoCalled.map((text) => ({ text })),
      types: [],
      properties: {},
      prominence: things.length - place,
    });
  const { prefixIndex } = attachIndexes(buildSearchSections(attachEntityStore(builder.finish())), 'minisearch');
  return (typed) => {
    const page = { prefix: typed, offset: 0, limit: things.length };
    return [
      ...new Set([...prefixIndex.complete(page), ...prefixIndex.completeNearly(page)].map(({ entity }) => entity)),
    ];
  };
}
