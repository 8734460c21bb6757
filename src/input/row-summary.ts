import { isNearlyAsProbable, isPlausible } from '../scoring/decide.js';
import type { AnsweredRow, RowCandidate } from './answered-row.js';
import type { RowReason } from './row-reasons.js';

/** Why a row stands as the service has left it, for filters. */
export const ROW_REASONS = {
  match: 'matched automatically',
  ambiguous: 'several candidates are equally good',
  differs: 'a value of another column differs',
  unsure: 'not sure enough',
  implausible: 'no plausible candidate',
  nothing: 'nothing found',
  problem: 'could not be asked',
} as const satisfies Readonly<Record<RowReason, string>>;

/** Reasons for which a row probably means nothing in the dataset. */
export const UNLIKELY_REASONS: ReadonlySet<RowReason> = new Set(['implausible', 'nothing']);

/** What the service has decided of a name, in one word: an entity is meant, one of several may be, or none of the dataset. */
export const DECISIONS = ['match', 'ambiguous', 'none'] as const;

/** The decision in one word, of the reason for which a row stands as it does; a row that could not be asked is `ambiguous`. */
export function decisionOf(reason: RowReason): (typeof DECISIONS)[number] {
  if (reason === 'match') return 'match';
  return UNLIKELY_REASONS.has(reason) ? 'none' : 'ambiguous';
}

/** What is kept in memory of every row. */
export interface RowSummary {
  readonly reason: RowReason;
  /** That the first candidate is meant, 0–1; 0 without one. */
  readonly probability: number;
  /** Id and name of the first candidate, empty without one. */
  readonly topId: string;
  readonly topName: string;
  /** Candidates that are kept of the row. */
  readonly candidates: number;
}

/** The answer to a row. */
interface JudgedAnswer {
  readonly candidates: readonly RowCandidate[];
  readonly problem?: AnsweredRow['problem'];
}

/** What is told of an answer without looking at it again. */
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
  // What a property says is its weight of evidence: 0 where a value is missing or cannot be compared.
  return {
    ...known,
    reason: first.features.some(({ id, value }) => id.startsWith('property:') && Number(value) < 0)
      ? 'differs'
      : 'unsure',
  };
}

/** How much a judgment would tell: 1 for a coin's toss, 0 for what is certain. */
export function informativeness({ probability, reason }: RowSummary): number {
  // What was matched or has nothing plausible comes after all that is open.
  const isSettled = reason === 'match' || reason === 'implausible' || reason === 'nothing' || reason === 'problem';
  return (isSettled ? 0 : 1) + 1 - Math.abs(2 * probability - 1);
}
