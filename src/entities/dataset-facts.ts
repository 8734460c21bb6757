import type { Sections } from '../foundation/sections.js';
import type { Dataset, DatasetMetadata } from './dataset.js';
import type { EntityType } from './entity-type.js';
import { attachEntityStore } from './packed-entity-store.js';
import type { Property } from './property.js';
import { createTypeHierarchy } from './type-hierarchy.js';

/** All data of a dataset except entities, as plain JSON for threads and built indexes. */
export interface DatasetFacts {
  readonly metadata: DatasetMetadata;
  readonly types: readonly EntityType[];
  /** Most used first. */
  readonly properties: readonly Property[];
}

/** The dataset over the sections `entities.*` of these facts. Cost: the types only; no loop over entities. */
export function attachDataset(facts: DatasetFacts, sections: Sections): Dataset {
  return {
    metadata: facts.metadata,
    types: createTypeHierarchy(facts.types),
    properties: facts.properties,
    entities: attachEntityStore(sections),
  };
}
