import { isNearlyAsProbable, isPlausible } from '../scoring/decide.js';
import type { AnsweredRow, RowCandidate } from './answered-row.js';

/** Reasons for the result of a row, for filters. */
export const ROW_REASONS = {
  match: 'matched automatically',
  ambiguous: 'several candidates are equally good',
  differs: 'a value of another column differs',
  unsure: 'not sure enough',
  implausible: 'no plausible candidate',
  nothing: 'nothing found',
  problem: 'could not be asked',
} as const satisfies Readonly<Record<RowReason, string>>;

/** Reasons for a row whose entity is probably not in the dataset. */
export const UNLIKELY_REASONS: ReadonlySet<RowReason> = new Set(['implausible', 'nothing']);

/** Decision about a name: a match, one of several possible, or none in the dataset. */
export const DECISIONS = ['match', 'ambiguous', 'none'] as const;

/** The decision by the reason of a row; `ambiguous` for a row that could not be queried. */
export function decisionOf(reason: RowReason): (typeof DECISIONS)[number] {
  if (reason === 'match') return 'match';
  return UNLIKELY_REASONS.has(reason) ? 'none' : 'ambiguous';
}

/** Data of every row that is kept in memory. */
export interface RowSummary {
  readonly reason: RowReason;
  /** Probability of the first candidate, 0–1; 0 without one. */
  readonly probability: number;
  /** Id and name of the first candidate, empty without one. */
  readonly topId: string;
  readonly topName: string;
  /** Number of stored candidates. */
  readonly candidates: number;
}

interface JudgedAnswer {
  readonly candidates: readonly RowCandidate[];
  readonly problem?: AnsweredRow['problem'];
}

/** The summary of an answer. */
export function summariseAnswer({ candidates, problem }: JudgedAnswer): RowSummary {
  const [first, ...others] = candidates;
  if (first === undefined)
    return {
      reason: problem === undefined ? 'nothing' : 'problem',
      probability: 0,
      topId: '',
      topName: '',
      candidates: 0,
    };
  const known = {
    probability: first.probability,
    topId: first.id,
    topName: first.name,
    candidates: candidates.length,
  };
  if (first.match) return { ...known, reason: 'match' };
  if (!isPlausible(first)) return { ...known, reason: 'implausible' };
  if (others.some((other) => isNearlyAsProbable(first, other))) return { ...known, reason: 'ambiguous' };
  // The feature of a property is its evidence: 0 for a missing or incomparable value.
  return {
    ...known,
    reason: first.features.some(({ id, value }) => id.startsWith('property:') && Number(value) < 0)
      ? 'differs'
      : 'unsure',
  };
}

/** Informativeness of a judgment: 1 at even odds, 0 for certain rows. */
export function informativeness({ probability, reason }: RowSummary): number {
  // Matched and implausible rows come after all open ones.
  const isSettled = reason === 'match' || reason === 'implausible' || reason === 'nothing' || reason === 'problem';
  return (isSettled ? 0 : 1) + 1 - Math.abs(2 * probability - 1);
}

/** Reasons for the result of a row. */
export const REASONS = ['match', 'ambiguous', 'differs', 'unsure', 'implausible', 'nothing', 'problem'] as const;
export type RowReason = (typeof REASONS)[number];
