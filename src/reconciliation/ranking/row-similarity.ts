import type { LabelTable } from '../../search/label-table.js';
import type { NameComparer } from '../scoring/names/name-evidence.js';

/** How much a label counts by its kind. */
const LABEL_SHARE = { name: 1, alias: 0.99, transliteration: 0.97 } as const;
/** What is left when a label differs from the query in marks, punctuation or the like. */
const WRITTEN_OTHERWISE = 0.997;

/**
 * Similarity of a row and the query that the comparer was begun with, its kind and its foremost words counted in, 0–1. `original`: the query as
 * written; `told`: words of the query not asked of the row, one bit each. The comparer then tells of this row.
 */
export function rowSimilarity(labels: LabelTable, comparer: NameComparer, row: number, original: string, told = 0): number {
  comparer.compare(row);
  const plain = comparer.without(told);
  const similarity = plain * comparer.foremost();
  if (labels.isTransliteration(row)) return similarity * LABEL_SHARE.transliteration;
  const share = LABEL_SHARE[labels.kindOf(row)];
  if (similarity < 1) return similarity * share;
  return sameWriting(labels.textOf(row), original) ? share : share * WRITTEN_OTHERWISE;
}

function sameWriting(a: string, b: string): boolean {
  return a === b || a.trim().toLowerCase() === b.trim().toLowerCase();
}
