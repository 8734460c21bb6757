import type { LabelTable } from '../../search/label-table.js';
import type { DatasetGeneration } from '../dataset-generation.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import { createNameComparer } from '../scoring/names/name-comparer.js';
import type { NameComparer } from '../scoring/names/name-evidence.js';

const comparers = new WeakMap<LabelTable, NameComparer>();

/** One comparer a generation; it may be used by one caller at a time, which holds because scoring is synchronous. */
export function comparerOf(generation: DatasetGeneration): NameComparer {
  const { labels } = generation.candidateIndex;
  let comparer = comparers.get(labels);
  if (comparer === undefined) {
    comparer = createNameComparer(labels, generation.scoring.wording);
    comparers.set(labels, comparer);
  }
  return comparer;
}

/** The same, begun with what the plan looks for; as it was where that is no name. */
export function comparerFor(generation: DatasetGeneration, { label, usualWords, beside }: RetrievalPlan): NameComparer {
  const comparer = comparerOf(generation);
  if (label !== undefined) comparer.begin(label, usualWords, beside);
  return comparer;
}
