import { z } from 'zod';
import type { RowCandidate } from '../questions/answered-row.js';
import { ROW_REASONS, summariseAnswer, UNLIKELY_REASONS } from '../review/row-summary.js';

/** What the service has decided: an entity is meant, one of several may be, or none of the dataset. */
export const verdictSchema = z
  .enum(['match', 'ambiguous', 'none'])
  .describe(
    'match: the first candidate is meant, use its id. ambiguous: one of the candidates may be meant, do not choose without further evidence. none: probably nothing in the dataset is meant.',
  );

/** The service's own decision in one of three words, and its reason as the pages for people say it. */
export function verdictOf(candidates: readonly RowCandidate[]): {
  readonly verdict: z.infer<typeof verdictSchema>;
  readonly why: string;
} {
  const { reason } = summariseAnswer({ candidates: [...candidates], problem: undefined });
  const verdict = reason === 'match' ? 'match' : UNLIKELY_REASONS.has(reason) ? 'none' : 'ambiguous';
  return { verdict, why: ROW_REASONS[reason] };
}
