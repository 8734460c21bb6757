import { isSameLanguage } from '../entities/label-in-language.js';
import { foldText } from '../text/fold-text.js';
import type { DatasetSnapshot } from './dataset-snapshot.js';
import { rowOf, type ScoredEntity } from './scored-entity.js';

/** Candidates whose labels are looked at; those behind them keep their order. */
const MOST_LOOKED_AT = 200;

/**
 * The same candidates, best first; of those with the same score, the ones whose matched label is in one of these languages come first, the most wanted language before the others. No score
 * changes. Cost: decoding up to 200 entities, where scores are equal.
 */
export function preferLanguages(snapshot: DatasetSnapshot, scored: readonly ScoredEntity[], languages: readonly string[]): readonly ScoredEntity[] {
  const head = scored.slice(0, MOST_LOOKED_AT);
  if (languages.length === 0 || !head.some(({ score }, i) => score === head[i + 1]?.score)) return scored;
  const places = new Map(head.map((one) => [one, placeOf(snapshot, one, languages)]));
  // Sorting is stable: what is equal in this too stays as it was.
  head.sort((a, b) => b.score - a.score || (places.get(a) ?? 0) - (places.get(b) ?? 0));
  return [...head, ...scored.slice(MOST_LOOKED_AT)];
}

/** The place among these languages of the label that the query met; their number where it is in none of them. */
function placeOf({ dataset: { entities, metadata }, candidateIndex: { labels } }: DatasetSnapshot, candidate: ScoredEntity, languages: readonly string[]): number {
  const row = rowOf(candidate);
  if (row < 0) return languages.length;
  const { name, nameLanguage = metadata.language, aliases } = entities.entity(candidate.entity);
  const met = foldText(labels.textOf(row));
  const spoken = [{ text: name, language: nameLanguage }, ...aliases].flatMap(({ text, language }) => (foldText(text) === met ? [language] : []));
  const place = languages.findIndex((wanted) => spoken.some((language) => isSameLanguage(language, wanted)));
  return place < 0 ? languages.length : place;
}
