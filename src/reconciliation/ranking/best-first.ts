import type { DatasetGeneration } from '../dataset-generation.js';
import type { ScoredEntity } from './scored-entity.js';

/** The order of candidates: by score descending, then the more prominent, then by id, so that it never depends on how they were found. */
export function bestFirst({ dataset: { entities } }: DatasetGeneration): (a: ScoredEntity, b: ScoredEntity) => number {
  return (a, b) => {
    if (a.score !== b.score) return b.score - a.score;
    const prominence = entities.prominenceOf(b.entity) - entities.prominenceOf(a.entity);
    if (prominence !== 0) return prominence;
    return entities.idOf(a.entity) < entities.idOf(b.entity) ? -1 : 1;
  };
}
