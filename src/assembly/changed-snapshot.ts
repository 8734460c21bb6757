import { type EntityType, createTypeHierarchy } from '../entities/type-hierarchy.js';
import { layerEntityStores, layerOrdinals } from '../entities/layer-ordinals.js';
import { attachEntityStore } from '../entities/packed-entity-store.js';
import type { Sections } from '../foundation/sections.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { attachPropertyValueIndex, layerPropertyValues } from '../scoring/property-values.js';
import { memoryStatistics } from '../scoring/statistics.js';
import { attachCandidateIndex } from '../search/choose-candidate-index.js';
import type { LabelTable } from '../search/label-table.js';
import { attachPrefixIndex } from '../search/attach-prefix-index.js';
import { layerCandidateIndexes } from '../search/layers/layer-candidate-index.js';
import { layerPrefixIndexes } from '../search/layers/layer-prefix-index.js';

/*
 * A snapshot with changes consists of two: the one built from the files, and a small one of the changed entities in
 * front of it. Building the small one takes some milliseconds, whatever the size of the large one. Statistics (rarity
 * of words and values, requirements for a match) are those of the large one until both are rebuilt.
 */

/** The changed entities of a snapshot as plain values and shared memory. */
export interface ChangesImage {
  /** Equal for equal changes. */
  readonly digest: string;
  /**
   * Ordinals of the replaced or deleted entities of the base: the first is replaced by the first entity of `sections`,
   * and so on; the deleted ones come last.
   */
  readonly hidden: Uint32Array;
  /** The sections `entities.*` and those of search and property values, for the changed entities alone. */
  readonly sections: Sections;
  /** All types, counted over both. */
  readonly types: readonly EntityType[];
}

/**
 * Attaches the changes in front of the base. Cost: the words and types of the changed entities; no pass over the base.
 */
export function attachChanges(
  base: DatasetSnapshot,
  id: string,
  { hidden, sections, types }: ChangesImage,
): DatasetSnapshot {
  const { labels } = base.candidateIndex;
  const { vocabulary } = labels;
  const added = attachEntityStore(sections);
  const ordinals = layerOrdinals(base.dataset.entities.size, hidden, added.size);
  const entities = layerEntityStores(base.dataset.entities, added, ordinals);
  const candidateIndex = layerCandidateIndexes(
    base.candidateIndex,
    attachCandidateIndex(sections, (token) => vocabulary.weightOf(vocabulary.idOf(token))),
    ordinals,
  );
  const dataset = { ...base.dataset, types: createTypeHierarchy(types), entities };
  const propertyValues = layerPropertyValues(
    base.propertyValues,
    attachPropertyValueIndex(sections),
    ordinals,
    base.scoring,
  );
  return {
    ...base,
    id,
    dataset,
    candidateIndex,
    prefixIndex: layerPrefixIndexes(base.prefixIndex, attachPrefixIndex(sections), {
      ordinals,
      entities,
      labels: candidateIndex.labels,
      baseRows: labels.rowCount,
    }),
    propertyValues,
    statistics: {
      ...memoryStatistics({ dataset, labels: candidateIndex.labels, propertyValues, scoring: base.scoring }),
      labelCount: candidateIndex.labels.rowCount - rowsOf(hidden, labels),
    },
  };
}

/** Rows of the labels of these entities. */
function rowsOf(entities: Uint32Array, labels: LabelTable): number {
  return entities.reduce((sum, entity) => {
    const [first, end] = labels.rowsOf(entity);
    return sum + end - first;
  }, 0);
}
