import { z } from 'zod';
import type { Sentence } from '../foundation/sentence.js';
import type { Candidate } from '../scoring/candidate.js';
import type { InputRow } from './open-input.js';
import { isPlausible } from '../scoring/decide.js';
import { NO_PROBABILITIES, addCounts, countProbability, probabilityCountsSchema } from './certainty.js';

/** A candidate of a row, as stored in answers and files. */
export const answeredCandidateSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().optional(),
    type: z.array(z.object({ id: z.string(), name: z.string() })),
    /** 0–100. */
    score: z.number(),
    match: z.boolean(),
    /** Probability of the match, 0–1; versions up to 21 stored it only as a feature. */
    probability: z.number().optional(),
    features: z.array(z.object({ id: z.string(), value: z.union([z.number(), z.boolean()]) })),
  })
  .transform((candidate) => ({
    ...candidate,
    probability: candidate.probability ?? Number(candidate.features.find(({ id }) => id === 'probability')?.value ?? 0),
  }));

export type RowCandidate = z.infer<typeof answeredCandidateSchema>;

/** A row with its answer: the most probable candidates first; at most the first is matched. */
export interface AnsweredRow {
  readonly row: InputRow;
  readonly candidates: readonly RowCandidate[];
  /** Probability that the entity is not in the dataset, 0–1; `undefined` unless learned from the file. */
  readonly none?: number;
  /** Reason for a missing answer. */
  readonly problem: Sentence | undefined;
  readonly isJudged?: boolean;
}

/** The stored form of a candidate. */
export function rowCandidate({
  id,
  name,
  description,
  types,
  score,
  match,
  probability,
  features,
}: Candidate): RowCandidate {
  return {
    id,
    name,
    ...(description !== undefined && { description }),
    type: types.map((type) => ({ id: type.id, name: type.name })),
    score,
    match,
    probability,
    features: features.map((feature) => ({ id: feature.id, value: feature.value })),
  };
}

/** File name of the joined table: `authors-matched.csv` of `authors.xlsx` or `authors.csv.gz`. */
export function matchedName(table: string): string {
  return `${table.replace(/\.(?:gz|bz2|zip)$/i, '').replace(/(?<=.)\.[^.]*$/, '')}-matched.csv`;
}

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
