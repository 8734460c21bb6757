import { analyseInLatin } from '../../text/analyse-label.js';
import type { DatasetSnapshot } from '../dataset-snapshot.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import type { RetrievedRows } from '../retrieve-candidates.js';
import { comparerFor } from './comparer-of.js';
import { LABEL_SHARE, rowSimilarity } from './row-similarity.js';

/** Nearer than this, a name in the letters of the query is one to be reckoned with. */
const NEAR = 0.35;
/** Beside such a name, one in Latin letters has to be nearer by this much: letter by letter, other languages of a script look much alike. */
const LEAD = 0.4;
/** Beside a name as near as this none in Latin letters can be. */
const OUT_OF_REACH = LABEL_SHARE.transliteration - LEAD;

/**
 * The plan with its text in Latin letters where that is what the names found are near to: "Игнатович, Елизавета" in a list of Latin names.
 * Costs nothing for a text in Latin letters; for others, mostly one comparison, and two a row where no name in its own letters is near.
 */
export function inLettersOfNames(snapshot: DatasetSnapshot, plan: RetrievalPlan, found: RetrievedRows): RetrievalPlan {
  const label = plan.transliterated ? undefined : analyseInLatin(plan.label?.original ?? '');
  if (label === undefined) return plan;
  const asWritten = nearest(snapshot, plan, found, OUT_OF_REACH);
  if (asWritten >= OUT_OF_REACH) return plan;
  const latin = { ...plan, label, transliterated: true };
  return nearest(snapshot, latin, found, 1) > (asWritten < NEAR ? asWritten : asWritten + LEAD) ? latin : plan;
}

/** How near the nearest of the names found is, 0–1, looking no further than for one that is near `enough`. */
function nearest(snapshot: DatasetSnapshot, plan: RetrievalPlan, { rows }: RetrievedRows, enough: number): number {
  if (plan.label === undefined) return 0;
  const comparer = comparerFor(snapshot, plan);
  const against = { labels: snapshot.candidateIndex.labels, comparer, plan };
  let best = 0;
  for (const row of rows) {
    best = Math.max(best, rowSimilarity(against, row));
    if (best >= enough) break;
  }
  return best;
}
