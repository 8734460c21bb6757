import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import type { RetrievedRows } from '../retrieve-candidates.js';
import { propertyEvidence, type PreparedCondition } from '../scoring/properties/property-evidence.js';
import { bestFirst } from './best-first.js';
import { comparerFor } from './comparer-of.js';
import { rowSimilarity } from './row-similarity.js';
import { scoreOf } from './score-of.js';
import type { ScoredEntity } from './scored-entity.js';

/** Entities whose record is read for properties: the nearest by name, and all that are as near as the nearest. */
const MOST_READ = 30;
const MOST_NAMESAKES_READ = 400;
/** What an equal name scores at least, as another name of the entity or in other letters, where nothing contradicts it. */
const SCORE_OF_EQUAL = 97;
/** Points between namesakes for each unit of evidence that one is behind, and the most units that count. */
const POINTS_BEHIND = 2;
const MOST_BEHIND = 5;

/**
 * What the properties asked for say of the candidates nearest by name, and of those that were found by their properties; the
 * others are dropped. All of them, as they are, when none is asked for. `scored` comes and goes best first. Cost: some thirty records decoded,
 * more where many share a name.
 */
export function heedProperties(snapshot: DatasetSnapshot, plan: RetrievalPlan, conditions: readonly PreparedCondition[], found: RetrievedRows, scored: readonly ScoredEntity[]): readonly ScoredEntity[] {
  if (conditions.length === 0) return scored;
  const best = scored[0]?.nameSimilarity ?? 0;
  const isRead = (candidate: ScoredEntity, place: number): boolean =>
    place < MOST_READ ||
    (place < MOST_NAMESAKES_READ && candidate.nameSimilarity >= best - 0.01) ||
    candidate.entity === found.always ||
    found.byProperties?.has(candidate.entity) === true;
  // Only what is asked for tells nothing of those that were not read; what is not wanted leaves them where they are.
  const asksForValues = conditions.some(({ quantifier }) => quantifier !== 'none');
  const withProperties = scored.flatMap((candidate, place) => {
    if (!isRead(candidate, place)) return asksForValues ? [] : [candidate];
    const properties = propertyEvidence(snapshot, conditions, snapshot.dataset.entities.entity(candidate.entity));
    const nearer = properties.code === '' ? candidate : besideCode(snapshot, plan, candidate, properties.code);
    return { ...nearer, properties, score: scoreOf(nearer, properties) };
  });
  return partNamesakes(withProperties).sort(bestFirst(snapshot));
}

/** What its name says counts less beside a code that it has in common with the query. */
function besideCode(snapshot: DatasetSnapshot, plan: RetrievalPlan, candidate: ScoredEntity, code: string): ScoredEntity {
  if (plan.label === undefined || candidate.row < 0 || candidate.equal) return candidate;
  const comparer = comparerFor(snapshot, plan);
  const similarity = rowSimilarity({ labels: snapshot.candidateIndex.labels, comparer, plan }, candidate.row, candidate.told?.words, code);
  return { ...candidate, foremost: comparer.foremost(), nameSimilarity: Math.max(candidate.nameSimilarity, similarity) };
}

/** Those that have the name of the query, however it is written there, are parted by what their properties say: the best supported keeps its score. */
function partNamesakes(scored: readonly ScoredEntity[]): ScoredEntity[] {
  const isNamesake = ({ equal, score }: ScoredEntity): boolean => equal && score >= SCORE_OF_EQUAL;
  const most = scored.reduce((best, candidate) => (isNamesake(candidate) ? Math.max(best, candidate.properties?.weight ?? 0) : best), 0);
  return scored.map((candidate) => {
    const behind = most - (candidate.properties?.weight ?? 0);
    return isNamesake(candidate) && behind > 0 ? { ...candidate, score: Math.round(100 * (candidate.score - POINTS_BEHIND * Math.min(behind, MOST_BEHIND))) / 100 } : candidate;
  });
}
