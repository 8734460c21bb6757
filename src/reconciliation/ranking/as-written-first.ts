import type { LabelTable } from '../../search/label-table.js';
import type { ScoredEntity } from './scored-entity.js';

/** Candidates that are looked at: in a longer row of namesakes all are written alike. */
const MOST_LOOKED_AT = 10;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;

/**
 * Of the candidates that share the highest score, those first of which the name has the query in it letter for letter: lists know a "Pop music" and a
 * "Pop Music". A query in small or in capital letters alone says nothing of that. `scored` comes best first; scores stay as they are.
 */
export function asWrittenFirst(labels: LabelTable, original: string, scored: readonly ScoredEntity[]): readonly ScoredEntity[] {
  const best = scored[0]?.score;
  if (best === undefined || scored[1]?.score !== best) return scored;
  const written = original.trim();
  if (!SMALL.test(written) || !CAPITAL.test(written)) return scored;
  const tied = scored.slice(0, MOST_LOOKED_AT).filter(({ score }) => score === best);
  const isAsWritten = ({ row }: ScoredEntity): boolean => row >= 0 && labels.textOf(row).includes(written);
  const before = tied.filter(isAsWritten);
  if (before.length === 0 || before.length === tied.length) return scored;
  return [...before, ...tied.filter((one) => !before.includes(one)), ...scored.slice(tied.length)];
}
