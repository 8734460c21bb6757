import type { LabelTable } from '../../search/label-table.js';
import type { AnalysedLabel } from '../../text/analysed-label.js';
import { isLittleWord } from '../../text/similarity/common-words.js';
import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import type { RetrievedRows } from '../retrieve-candidates.js';
import { hasWord } from '../scoring/names/word-bits.js';
import { rerank } from './rerank.js';
import { scoreOf } from './score-of.js';
import type { ScoredEntity } from './scored-entity.js';

/*
 * "Litoria platycephala" holds the name "Litoria" as a whole. Where other entities have longer names with it ("Litoria
 * caerulea"), it is the name of their kind, and the word beside it says which one is meant: rather not the kind itself.
 */

/** Candidates that are looked at; further behind, the order changes nothing. */
const MOST_BESIDE_LONGER = 6;
/** A longer name is put together of more than a name and a word. */
const MOST_WORDS_OF_LABEL = 4;
/** Words looked at of a longer name; nearly all names have fewer. */
const MOST_READ = 32;
/** From this many entities on it is a kind. */
const KIND = 3;
/** Shares of its likeness that a name loses: where a few other entities have it in longer names, and where so many have that it is a kind. */
const LOST_BY_FEW = 0.08;
const LOST_BY_KIND = 0.2;

/**
 * Names that the query contains as a whole beside one telling word more, and that other entities found have in longer ones, lose a share of their
 * likeness. `scored` comes and goes best first. Cost: for at most six candidates, a look at the words of the rows found.
 */
export function heedLongerNames(snapshot: DatasetSnapshot, plan: RetrievalPlan, found: RetrievedRows, scored: readonly ScoredEntity[]): readonly ScoredEntity[] {
  const { label } = plan;
  const isHeld = (candidate: ScoredEntity, place: number): boolean => place < MOST_BESIDE_LONGER && candidate.containedWeight > 0 && !candidate.equal;
  if (label === undefined || !scored.some(isHeld)) return scored;
  return rerank(snapshot, scored, (candidate, place) => {
    if (!isHeld(candidate, place)) return candidate;
    const longerNames = countLongerNames(snapshot.candidateIndex.labels, label, candidate, found);
    if (longerNames === 0) return candidate;
    const share = 1 - (longerNames < KIND ? LOST_BY_FEW : LOST_BY_KIND);
    const told = candidate.told === undefined ? undefined : { ...candidate.told, gain: candidate.told.gain * share };
    const otherwise = candidate.otherwise === undefined ? undefined : { ...candidate.otherwise, loss: candidate.otherwise.loss * share };
    const weaker = { ...candidate, longerNames, told, otherwise, nameSimilarity: candidate.nameSimilarity * share };
    return { ...weaker, score: scoreOf(weaker, undefined) };
  });
}

/** How many other entities among those found have all words of the label of `held` in a longer one; 0 unless the query has just one telling word beside that label. */
function countLongerNames(labels: LabelTable, query: AnalysedLabel, held: ScoredEntity, found: RetrievedRows): number {
  let open = 0;
  for (const [i, token] of query.tokens.entries()) if (!hasWord(held.explained, i) && !isLittleWord(token)) open++;
  if (open !== 1) return 0;
  const own = [...labels.tokenIdsOf(held.row)];
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
