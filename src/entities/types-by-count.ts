import { countByType } from './count-by-type.js';
import type { Dataset } from './dataset.js';
import type { EntityType } from './entity-type.js';

/**
 * All types with the number of their entities, most entities first; ties in dataset order. Cost: that of `countByType`.
 */
export function typesByCount(dataset: Dataset): readonly { readonly type: EntityType; readonly count: number }[] {
  const counts = countByType(dataset);
  return dataset.types.types
    .map((type) => ({ type, count: counts.get(type.id) ?? 0 }))
    .sort((a, b) => b.count - a.count);
}
