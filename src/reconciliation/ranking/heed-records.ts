import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import { MOST_WORDS_LOOKED_FOR } from '../scoring/record/named-values.js';
import { createWordFinder, type WordFinder, type WordsInRecord } from '../scoring/record/words-in-record.js';
import { comparerFor } from './comparer-of.js';
import { rerank } from './rerank.js';
import { rowSimilarity } from './row-similarity.js';
import { scoreOf } from './score-of.js';
import type { ScoredEntity, ToldWords } from './scored-entity.js';

/** Entities whose record is read for words that their label lacks: the nearest by name, and namesakes of the nearest. */
const MOST_HEEDED = 12;
const MOST_NAMESAKES_HEEDED = 100;
/** Candidates further behind could not come to the front. */
const LEAST_SHARE_OF_BEST = 0.5;
/** How far a word that the record says counts like one of the name. */
const TOLD_SHARE = 0.9;
/** What is left of the likeness of a name where the query names a value that its record has otherwise. */
const SHARE_OTHERWISE = 0.7;

/**
 * Words of the query that a label lacks, but that the record of its entity says ("Paris, Texas"), are not held against
 * it; where they name a country or the like and the record has another one, they are held against it the more. `scored` comes and goes best
 * first. Costs nothing where every label near explains every word; else a dozen records decoded, more where many share a name.
 */
export function heedRecords(snapshot: DatasetSnapshot, plan: RetrievalPlan, scored: readonly ScoredEntity[]): readonly ScoredEntity[] {
  const { dataset, candidateIndex, statistics } = snapshot;
  const { label } = plan;
  const [nearest] = scored;
  if (label === undefined || nearest === undefined || nearest.equal || nearest.row < 0) return scored;
  const all = 2 ** Math.min(label.tokens.length, MOST_WORDS_LOOKED_FOR) - 1;
  const comparer = comparerFor(snapshot, plan);
  const against = { labels: candidateIndex.labels, comparer, plan };
  let finder: WordFinder | undefined;
  const heed = (candidate: ScoredEntity, place: number): ScoredEntity => {
    const open = all & ~candidate.explained;
    if (open === 0 || candidate.row < 0 || !isNear(candidate, place, nearest)) return candidate;
    finder ??= createWordFinder(dataset, candidateIndex.labels, statistics, label);
    const entity = dataset.entities.entity(candidate.entity);
    // Two names of one entity are each other's proof only if both are whole.
    const parts = finder.find(entity, open, candidate.containedRow === candidate.row);
    if (parts.length > 0) {
      const words = parts.reduce((bits, part) => bits | part.words, 0);
      const similarity = rowSimilarity(against, candidate.row, words);
      const gain = TOLD_SHARE * Math.max(0, similarity - candidate.nameSimilarity);
      return withWordsTold(candidate, { parts, words, gain }, comparer.foremost());
    }
    const said = finder.otherwise(entity, open);
    return said === undefined ? candidate : withValueOtherwise(candidate, said);
  };
  return rerank(snapshot, scored, heed);
}

function isNear(candidate: ScoredEntity, place: number, nearest: ScoredEntity): boolean {
  if (place < MOST_HEEDED) return candidate.nameSimilarity >= LEAST_SHARE_OF_BEST * nearest.nameSimilarity;
  return place < MOST_NAMESAKES_HEEDED && candidate.nameSimilarity >= nearest.nameSimilarity - 0.01;
}

function withWordsTold(candidate: ScoredEntity, told: ToldWords, foremost: number): ScoredEntity {
  const better = { ...candidate, told, foremost, nameSimilarity: candidate.nameSimilarity + told.gain, explained: candidate.explained | told.words };
  return { ...better, score: scoreOf(better, undefined) };
}

function withValueOtherwise(candidate: ScoredEntity, said: WordsInRecord): ScoredEntity {
  const loss = (1 - SHARE_OTHERWISE) * candidate.nameSimilarity;
  const weaker = { ...candidate, otherwise: { said, loss }, nameSimilarity: candidate.nameSimilarity - loss };
  return { ...weaker, score: scoreOf(weaker, undefined) };
}
