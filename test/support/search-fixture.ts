import type { Entity } from '../../src/entities/entity.js';
import type { EntityStore } from '../../src/entities/entity-store.js';
import { attachEntityStore, PackedEntityStoreBuilder } from '../../src/entities/packed-entity-store.js';
import type { Sections } from '../../src/foundation/sections.js';
import { buildSearchSections } from '../../src/search/build-search-index.js';

/** An entity in short: a name, other names, how well known, types. The id is `e` and its place in the list. */
export interface ShortEntity {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly prominence?: number;
  readonly types?: readonly string[];
}

/** A store and its search sections, built as the service builds them. */
export function searchFixture(entities: Iterable<ShortEntity>): {
  readonly entities: EntityStore;
  readonly sections: Sections;
} {
  const builder = new PackedEntityStoreBuilder();
  for (const entity of entities) builder.add(toEntity(entity, builder.size));
  const store = attachEntityStore(builder.finish());
  return { entities: store, sections: buildSearchSections(store) };
}

function toEntity({ name, aliases = [], prominence = 0, types = [] }: ShortEntity, place: number): Entity {
  return {
    id: `e${String(place)}`,
    name,
    aliases: aliases.map((text) => ({ text })),
    prominence,
    types,
    properties: {},
  };
}
