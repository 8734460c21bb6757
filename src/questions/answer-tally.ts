import { z } from 'zod';
import type { AnsweredRow } from './answered-row.js';
import { isPlausible, probabilityIn } from './plausible-candidate.js';

export const answerTallySchema = z.object({
  /** Rows whose first candidate is matched. */
  matched: z.int().nonnegative(),
  /** With candidates, none of them matched. */
  offered: z.int().nonnegative(),
  /** Those of them whose candidates are merely the nearest that the dataset has. */
  unlikely: z.int().nonnegative(),
  /** Without any candidate. */
  empty: z.int().nonnegative(),
  /** Rows that could not be asked. */
  failed: z.int().nonnegative(),
  /** Matched rows that are expected to be wrong, by the probabilities of the matches. */
  expectedWrong: z.number().nonnegative(),
});

/** How many rows were answered in which way. */
export type AnswerTally = Readonly<z.infer<typeof answerTallySchema>>;

export const NOTHING_ANSWERED: AnswerTally = {
  matched: 0,
  offered: 0,
  unlikely: 0,
  empty: 0,
  failed: 0,
  expectedWrong: 0,
};

/** What came of these rows. */
export function tallyOf(answered: readonly AnsweredRow[]): AnswerTally {
  const tally = { ...NOTHING_ANSWERED };
  for (const { candidates, problem } of answered) {
    const [first] = candidates;
    if (problem !== undefined) tally.failed++;
    else if (first === undefined) tally.empty++;
    else if (first.match) {
      tally.matched++;
      tally.expectedWrong += 1 - (probabilityIn(first) ?? 1);
    } else {
      tally.offered++;
      if (!isPlausible(first)) tally.unlikely++;
    }
  }
  return tally;
}

/** Both together. */
export function addTallies(a: AnswerTally, b: AnswerTally): AnswerTally {
  return {
    matched: a.matched + b.matched,
    offered: a.offered + b.offered,
    unlikely: a.unlikely + b.unlikely,
    empty: a.empty + b.empty,
    failed: a.failed + b.failed,
    expectedWrong: a.expectedWrong + b.expectedWrong,
  };
}

/** Rows counted in a tally. */
export function rowsIn({ matched, offered, empty, failed }: AnswerTally): number {
  return matched + offered + empty + failed;
}
