import type { Dataset } from '../../entities/dataset.js';
import { findEntity } from '../../entities/entity-store.js';
import { summarise } from '../../describe/describe-entity.js';

/**
 * One line that distinguishes a candidate from its homonyms: its description, or else its type and the first facts
 * about it. Empty when nothing is known.
 */
export function candidateSummary(dataset: Dataset, id: string): string {
  const entity = findEntity(dataset.entities, id);
  return entity === undefined ? '' : summarise(dataset, entity);
}
