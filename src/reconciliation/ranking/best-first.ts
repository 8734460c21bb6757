import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { ScoredEntity } from './scored-entity.js';

/** The order of candidates: by score descending, then the more prominent, then by id, so that it never depends on how they were found. */
export function bestFirst({ dataset: { entities } }: DatasetSnapshot): (a: ScoredEntity, b: ScoredEntity) => number {
  return (a, b) => {
    // Signs, not differences: each of those would be put on the heap.
    if (a.score !== b.score) return a.score > b.score ? -1 : 1;
    const prominence = entities.prominenceOf(a.entity);
    const other = entities.prominenceOf(b.entity);
    if (prominence !== other) return prominence > other ? -1 : 1;
    return entities.idOf(a.entity) < entities.idOf(b.entity) ? -1 : 1;
  };
}
