import { z } from 'zod';
import type { AnsweredRow } from './answered-row.js';
import { addCounts, countProbability, NO_PROBABILITIES, probabilityCountsSchema } from './certainty.js';
import { isPlausible } from '../scoring/decide.js';

export const answerTallySchema = z.object({
  matched: z.int().nonnegative(),
  /** Rows with candidates, none of them matched. */
  offered: z.int().nonnegative(),
  /** Those of them with implausible candidates only. */
  unlikely: z.int().nonnegative(),
  empty: z.int().nonnegative(),
  /** Rows that could not be queried. */
  failed: z.int().nonnegative(),
  /** Matched rows, and queried rows without a match, by the probability of their first candidate. */
  matchedAt: probabilityCountsSchema,
  unmatchedAt: probabilityCountsSchema,
});

/** Numbers of rows by result. */
export type AnswerTally = Readonly<z.infer<typeof answerTallySchema>>;

export const NOTHING_ANSWERED: AnswerTally = {
  matched: 0,
  offered: 0,
  unlikely: 0,
  empty: 0,
  failed: 0,
  matchedAt: [...NO_PROBABILITIES],
  unmatchedAt: [...NO_PROBABILITIES],
};

/** The tally of these rows. */
export function tallyOf(answered: readonly AnsweredRow[]): AnswerTally {
  const tally = {
    ...NOTHING_ANSWERED,
    matchedAt: [...NOTHING_ANSWERED.matchedAt],
    unmatchedAt: [...NOTHING_ANSWERED.unmatchedAt],
  };
  for (const { candidates, problem } of answered) {
    const [first] = candidates;
    if (problem === undefined)
      countProbability(first?.match === true ? tally.matchedAt : tally.unmatchedAt, first?.probability ?? 0);
    if (problem !== undefined) tally.failed++;
    else if (first === undefined) tally.empty++;
    else if (first.match) tally.matched++;
    else {
      tally.offered++;
      if (!isPlausible(first)) tally.unlikely++;
    }
  }
  return tally;
}

/** The sum of both. */
export function addTallies(a: AnswerTally, b: AnswerTally): AnswerTally {
  return {
    matched: a.matched + b.matched,
    offered: a.offered + b.offered,
    unlikely: a.unlikely + b.unlikely,
    empty: a.empty + b.empty,
    failed: a.failed + b.failed,
    matchedAt: addCounts(a.matchedAt, b.matchedAt),
    unmatchedAt: addCounts(a.unmatchedAt, b.unmatchedAt),
  };
}

/** Number of rows in a tally. */
export function rowsIn({ matched, offered, empty, failed }: AnswerTally): number {
  return matched + offered + empty + failed;
}
