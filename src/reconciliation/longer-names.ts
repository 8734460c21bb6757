import type { LabelTable } from '../search/label-table.js';
import type { AnalysedLabel } from '../text/analysed-label.js';
import { isLittleWord } from '../text/similarity/common-words.js';
import type { RetrievedRows } from './retrieve-candidates.js';
import { weights } from './evidence/weights.js';
import { hasWord } from './alignment/word-bits.js';
import { rowOf, type ScoredEntity } from './scored-entity.js';

/*
 * "Litoria platycephala" holds the name "Litoria" as a whole. Where other entities have longer names with it ("Litoria
 * caerulea"), it is the name of their kind, and the word beside it says which one is meant: rather not the kind itself.
 */

/** A longer name is put together of more than a name and a word. */
const MOST_WORDS_OF_LABEL = 4;
/** Words looked at of a longer name; nearly all names have fewer. */
const MOST_READ = 32;
/** From this many entities on it is a kind. */
const FEWEST_OF_KIND = 3;
/** What is left of the similarity of a name that so many other entities have in longer ones. */
export function shareBesideLongerNames(longerNames: number): number {
  const { inLongerNames, nameOfKind } = weights().order;
  return longerNames === 0 ? 1 : longerNames < FEWEST_OF_KIND ? inLongerNames : nameOfKind;
}

/** How many other entities among those found have all words of the label of `held` in a longer one; 0 unless the query has just one informative token beside that label. */
export function countLongerNames(labels: LabelTable, query: AnalysedLabel, held: ScoredEntity, found: RetrievedRows): number {
  let open = 0;
  for (const [i, token] of query.tokens.entries()) if (!hasWord(held.explained, i) && !isLittleWord(token)) open++;
  if (open !== 1) return 0;
  const own = [...labels.tokenIdsOf(rowOf(held))];
  if (own.length > MOST_WORDS_OF_LABEL) return 0;
  const others = new Set<number>();
  const read = new Uint32Array(MOST_READ);
  for (let k = 0; k < found.rows.length; k++) {
    const row = found.rows[k] ?? 0;
    const entity = found.entities[k] ?? 0;
    if (entity === held.entity || others.has(entity)) continue;
    const count = labels.readTokenIds(row, read);
    const words = count > read.length ? labels.tokenIdsOf(row) : read;
    if (count > own.length && own.every((word) => holds(words, count, word))) others.add(entity);
  }
  return others.size;
}

function holds(words: Uint32Array, count: number, word: number): boolean {
  for (let i = 0; i < count; i++) if (words[i] === word) return true;
  return false;
}
