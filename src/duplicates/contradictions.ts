import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { compareProperty, prepareConditions } from '../scoring/property-conditions.js';
import { conditionsOf } from './question-for-others.js';

/**
 * Test for a contradicting property of another entity. Cost: the record of this one decoded at once, and that of each
 * other one.
 */
export function contradictionOf(snapshot: DatasetSnapshot, entity: number): (other: number) => boolean {
  const conditions = prepareConditions(snapshot, conditionsOf(snapshot.dataset, entity));
  return (other) => {
    if (conditions.length === 0) return false;
    const record = snapshot.dataset.entities.entity(other);
    return conditions.some((condition) => {
      const { level, isList } = compareProperty(condition, record);
      return level === 'different' && !isList && condition.family !== 'long';
    });
  };
}
