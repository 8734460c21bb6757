import { z } from 'zod';
import type { AnsweredRow } from './answered-row.js';

export const answerTallySchema = z.object({
  /** Rows whose first candidate is matched. */
  matched: z.int().nonnegative(),
  /** With candidates, none of them matched. */
  offered: z.int().nonnegative(),
  /** Without any candidate. */
  empty: z.int().nonnegative(),
  /** Rows that could not be asked. */
  failed: z.int().nonnegative(),
});

/** How many rows were answered in which way. */
export type AnswerTally = Readonly<z.infer<typeof answerTallySchema>>;

export const NOTHING_ANSWERED: AnswerTally = { matched: 0, offered: 0, empty: 0, failed: 0 };

/** What came of these rows. */
export function tallyOf(answered: readonly AnsweredRow[]): AnswerTally {
  const tally = { ...NOTHING_ANSWERED };
  for (const { candidates, problem } of answered) {
    if (problem !== undefined) tally.failed++;
    else if (candidates[0]?.match === true) tally.matched++;
    else if (candidates.length > 0) tally.offered++;
    else tally.empty++;
  }
  return tally;
}

/** Both together. */
export function addTallies(a: AnswerTally, b: AnswerTally): AnswerTally {
  return {
    matched: a.matched + b.matched,
    offered: a.offered + b.offered,
    empty: a.empty + b.empty,
    failed: a.failed + b.failed,
  };
}

/** Rows counted in a tally. */
export function rowsIn({ matched, offered, empty, failed }: AnswerTally): number {
  return matched + offered + empty + failed;
}
