import type { LabelTable } from '../../search/label-table.js';
import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import { createNameComparer } from '../scoring/names/name-comparer.js';
import type { NameComparer } from '../scoring/names/name-evidence.js';

const comparers = new WeakMap<LabelTable, NameComparer>();

/** One comparer a snapshot; it may be used by one caller at a time, which holds because scoring is synchronous. */
export function comparerOf(snapshot: DatasetSnapshot): NameComparer {
  const { labels } = snapshot.candidateIndex;
  let comparer = comparers.get(labels);
  if (comparer === undefined) {
    comparer = createNameComparer(labels, snapshot.statistics);
    comparers.set(labels, comparer);
  }
  return comparer;
}

/** The same, begun with what the plan looks for; as it was where that is no name. */
export function comparerFor(snapshot: DatasetSnapshot, { label, usualWords, beside }: RetrievalPlan): NameComparer {
  const comparer = comparerOf(snapshot);
  if (label !== undefined) comparer.begin(label, usualWords, beside);
  return comparer;
}
