import type { DatasetGeneration } from '../reconciliation/dataset-generation.js';
import { prepareConditions, propertyEvidence } from '../reconciliation/scoring/properties/property-evidence.js';
import { conditionsOf } from './question-for-others.js';

/** Whether a property of another entity contradicts this one. Cost: the record of this one decoded at once, and that of each other one. */
export function contradictionOf(generation: DatasetGeneration, entity: number): (other: number) => boolean {
  const conditions = prepareConditions(generation, conditionsOf(generation.dataset, entity));
  return (other) => conditions.length > 0 && propertyEvidence(generation, conditions, generation.dataset.entities.entity(other)).contradicted;
}
