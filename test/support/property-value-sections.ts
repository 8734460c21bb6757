import type { EntityStore } from '../../src/entities/entity-store.js';
import type { SectionArray } from '../../src/foundation/sections.js';
import { createPropertyValueCollector } from '../../src/scoring/property-values.js';

/** The sections `values.*` of entities that are in a store already. */
export function propertyValueSections(entities: EntityStore): Map<string, SectionArray> {
  const collector = createPropertyValueCollector();
  for (let ordinal = 0; ordinal < entities.size; ordinal++) collector.add(entities.entity(ordinal));
  return collector.finish();
}
