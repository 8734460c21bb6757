import type { LabelTable } from '../../search/label-table.js';
import type { NameComparer } from '../scoring/names/name-evidence.js';
import type { RetrievalPlan } from '../plan-retrieval.js';

/** How much a label counts by its kind. */
export const LABEL_SHARE = { name: 1, alias: 0.99, transliteration: 0.97 } as const;
/** What is left when a label differs from the query in marks, punctuation or the like. */
const WRITTEN_OTHERWISE = 0.997;

/** What rows are held against: the query, with which the comparer was begun. */
export interface HeldAgainst {
  readonly labels: LabelTable;
  readonly comparer: NameComparer;
  readonly plan: RetrievalPlan;
}

/**
 * Similarity of a row and the query, its kind and its foremost words counted in, 0–1. `told`: words of the query not asked of the row, one bit
 * each; `code`: what both are known to have in common. The comparer then tells of this row.
 */
export function rowSimilarity({ labels, comparer, plan }: HeldAgainst, row: number, told = 0, code = ''): number {
  comparer.compare(row);
  const plain = comparer.without(told, code);
  const similarity = plain * comparer.foremost();
  if (plan.transliterated || labels.isTransliteration(row)) return similarity * LABEL_SHARE.transliteration;
  const share = LABEL_SHARE[labels.kindOf(row)];
  if (similarity < 1) return similarity * share;
  return sameWriting(labels.textOf(row), plan.label?.original ?? '') ? share : share * WRITTEN_OTHERWISE;
}

function sameWriting(a: string, b: string): boolean {
  return a === b || a.trim().toLowerCase() === b.trim().toLowerCase();
}
