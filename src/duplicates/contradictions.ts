import type { DatasetSnapshot } from '../reconciliation/dataset-snapshot.js';
import { prepareConditions, propertyEvidence } from '../reconciliation/scoring/properties/property-evidence.js';
import { conditionsOf } from './question-for-others.js';

/** Whether a property of another entity contradicts this one. Cost: the record of this one decoded at once, and that of each other one. */
export function contradictionOf(snapshot: DatasetSnapshot, entity: number): (other: number) => boolean {
  const conditions = prepareConditions(snapshot, conditionsOf(snapshot.dataset, entity));
  return (other) =>
    conditions.length > 0 &&
    propertyEvidence(snapshot, conditions, snapshot.dataset.entities.entity(other)).contradicted;
}
