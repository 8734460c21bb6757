import type { Dataset } from './dataset.js';
import type { EntityType } from './type-hierarchy.js';

const counted = new WeakMap<Dataset, ReadonlyMap<string, number>>();

/**
 * Type id → number of its entities, directly or through narrower types, each once; without types of no entity. Cost: a
 * look at each entity the first time.
 */
export function countByType(dataset: Dataset): ReadonlyMap<string, number> {
  const known = counted.get(dataset);
  if (known !== undefined) return known;
  const { entities, types } = dataset;
  const ofSet = entities.typeSetCounts();
  const counts = new Map<string, number>();
  for (const [set, ownTypes] of entities.typeSets.entries()) {
    const count = ofSet[set] ?? 0;
    if (count === 0) continue;
    for (const type of new Set(ownTypes.flatMap((id) => types.upwards(id))))
      counts.set(type, (counts.get(type) ?? 0) + count);
  }
  counted.set(dataset, counts);
  return counts;
}

/**
 * All types with the number of their entities, most entities first; ties in dataset order. Cost: that of `countByType`.
 */
export function typesByCount(dataset: Dataset): readonly { readonly type: EntityType; readonly count: number }[] {
  const counts = countByType(dataset);
  return dataset.types.types
    .map((type) => ({ type, count: counts.get(type.id) ?? 0 }))
    .sort((a, b) => b.count - a.count);
}
