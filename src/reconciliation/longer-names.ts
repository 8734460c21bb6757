import type { LabelTable } from '../search/label-table.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { isLittleWord } from '../text/similarity/common-words.js';
import type { RetrievedRows } from './retrieve-candidates.js';

/*
 * "Litoria platycephala" holds the name "Litoria" as a whole. Where other entities have longer names with it ("Litoria
 * caerulea"), it is the name of their kind, and the word beside it says which one is meant: rather not the kind itself.
 */

/** A longer name is put together of more than a name and a word. */
const MOST_WORDS_OF_LABEL = 4;
/** From this many entities on it is a kind. */
const KIND = 3;
/** Share of its likeness that a name loses that a few others have in theirs, and one that many have. */
const LOST_BY_FEW = 0.08;
const LOST_BY_KIND = 0.2;

/** A label whose words all stand in the query. */
interface HeldLabel {
  readonly row: number;
  readonly entity: number;
  /** Words of the query that it or its record explains, one bit each. */
  readonly explained: number;
}

/**
 * Other entities among those found that have all words of this label in a longer one; 0 unless the query has just one telling
 * word that the label leaves open. Cost: a look at the words of the rows found.
 */
export function countLongerNames(labels: LabelTable, query: AnalysedLabel, held: HeldLabel, found: RetrievedRows): number {
  let open = 0;
  for (const [i, token] of query.tokens.entries()) if ((i > 31 || (held.explained & (1 << i)) === 0) && !isLittleWord(token)) open++;
  if (open !== 1) return 0;
  const own = [...labels.tokenIdsOf(held.row)];
  if (own.length > MOST_WORDS_OF_LABEL) return 0;
  const others = new Set<number>();
  for (const [k, row] of found.rows.entries()) {
    const entity = found.entities[k] ?? 0;
    if (entity === held.entity || others.has(entity)) continue;
    const words = labels.tokenIdsOf(row);
    if (words.length > own.length && own.every((word) => words.includes(word))) others.add(entity);
  }
  return others.size;
}

/** What is left of the likeness of a name, 0–1, that this many other entities have in longer ones. */
export function shareBesideLonger(longerNames: number): number {
  return longerNames === 0 ? 1 : 1 - (longerNames < KIND ? LOST_BY_FEW : LOST_BY_KIND);
}
