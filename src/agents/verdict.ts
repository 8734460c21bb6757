import { z } from 'zod';
import type { RowCandidate } from '../input/answered-row.js';
import { DECISIONS, decisionOf, ROW_REASONS, summariseAnswer } from '../input/row-summary.js';

/** Decision of the service: an entity is meant, one of several may be, or none of the dataset. */
export const verdictSchema = z
  .enum(DECISIONS)
  .describe(
    'match: the first candidate is meant, use its id. ambiguous: one of the candidates may be meant, do not choose without further evidence. none: probably nothing in the dataset is meant.',
  );

/** The service's own decision in one of three words, and its reason as the pages for people say it. */
export function verdictOf(candidates: readonly RowCandidate[]): {
  readonly verdict: z.infer<typeof verdictSchema>;
  readonly why: string;
} {
  const { reason } = summariseAnswer({ candidates, problem: undefined });
  return { verdict: decisionOf(reason), why: ROW_REASONS[reason] };
}
