import { analyseLabel } from '../../text/analyse-label.js';
import { hasLettersBeyondLatin, transliterate } from '../../text/transliterate.js';
import type { DatasetGeneration } from '../dataset-generation.js';
import type { RetrievalPlan } from '../plan-retrieval.js';
import type { RetrievedRows } from '../retrieve-candidates.js';
import { comparerOf } from './comparer-of.js';
import { LABEL_SHARE, rowSimilarity } from './row-similarity.js';

/** Nearer than this, a name in the letters of the query is one to be reckoned with. */
const NEAR = 0.35;
/** Beside such a name, one in Latin letters has to be nearer by this much: letter by letter, other languages of a script look much alike. */
const LEAD = 0.4;

/**
 * The plan with its text in Latin letters where that is what the names found are near to: "Игнатович, Елизавета" in a list of Latin names.
 * Costs nothing for a text in Latin letters; for others, up to two comparisons a row.
 */
export function inLettersOfNames(generation: DatasetGeneration, plan: RetrievalPlan, found: RetrievedRows): RetrievalPlan {
  if (plan.label === undefined || plan.transliterated || !hasLettersBeyondLatin(plan.label.original)) return plan;
  const asWritten = nearest(generation, plan, found);
  const least = asWritten < NEAR ? asWritten : asWritten + LEAD;
  if (least >= LABEL_SHARE.transliteration) return plan;
  const latin = { ...plan, label: analyseLabel(transliterate(plan.label.original)), transliterated: true };
  return nearest(generation, latin, found) > least ? latin : plan;
}

/** How near the nearest of the names found is, 0–1. */
function nearest(generation: DatasetGeneration, plan: RetrievalPlan, { rows }: RetrievedRows): number {
  if (plan.label === undefined) return 0;
  const comparer = comparerOf(generation);
  const against = { labels: generation.candidateIndex.labels, comparer, plan };
  comparer.begin(plan.label, plan.usualWords);
  return rows.reduce((best, row) => Math.max(best, rowSimilarity(against, row)), 0);
}
