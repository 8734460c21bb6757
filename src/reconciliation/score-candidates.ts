import type { DatasetSnapshot } from './dataset-snapshot.js';
import type { RetrievalPlan } from './plan-retrieval.js';
import { heedLongerNames } from './ranking/heed-longer-names.js';
import { heedProperties } from './ranking/heed-properties.js';
import { heedRecords } from './ranking/heed-records.js';
import { inLettersOfNames } from './ranking/in-letters-of-names.js';
import { scoreNames } from './ranking/score-names.js';
import type { RankedCandidates } from './ranked-candidates.js';
import type { RetrievedRows } from './retrieve-candidates.js';
import type { PreparedCondition } from './scoring/properties/property-evidence.js';

/**
 * The entities found, best first, with the plan as the query was read: by score, then the more prominent, then by id. The dear looks come last, and only at those in
 * front: names of all, records of a dozen, properties of some thirty. With properties asked for, whoever was not read for them is left out.
 */
export function scoreCandidates(snapshot: DatasetSnapshot, planned: RetrievalPlan, conditions: readonly PreparedCondition[], found: RetrievedRows): RankedCandidates {
  const plan = inLettersOfNames(snapshot, planned, found);
  const byName = scoreNames(snapshot, plan, found);
  const byRecord = heedRecords(snapshot, plan, byName);
  const besideLonger = heedLongerNames(snapshot, plan, found, byRecord);
  return { snapshot, plan, scored: heedProperties(snapshot, plan, conditions, found, besideLonger) };
}
