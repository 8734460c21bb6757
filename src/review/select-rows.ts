import type { MatchingRun } from './matching-run.js';
import { ROW_REASONS, type RowReason } from './row-summary.js';

/** Where a row stands. open: nobody has decided, and it was not matched automatically · automatic: matched automatically, nobody has confirmed it · person: decided by a person · none: of these, those that mean nothing in the dataset. */
export const ROW_STATES = { open: 'to review', automatic: 'matched automatically', person: 'decided by a person', none: 'not in the dataset' } as const;
export type RowState = keyof typeof ROW_STATES;

/** Which rows are wanted; what is absent does not count. */
export interface RowFilter {
  readonly state?: RowState;
  readonly reason?: RowReason;
  /** Probability of the first candidate, 0–1, both inclusive. */
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** Whether a text names a state. */
export function isRowState(text: string): text is RowState {
  return Object.hasOwn(ROW_STATES, text);
}

/** Whether a text names a reason. */
export function isRowReason(text: string): text is RowReason {
  return Object.hasOwn(ROW_REASONS, text);
}

/** Where the row stands. */
export function stateOf(run: MatchingRun, row: number): RowState {
  const outcome = run.outcome(row);
  if (outcome === undefined) return 'open';
  if (outcome.person === undefined) return 'automatic';
  return outcome.kind === 'none' ? 'none' : 'person';
}

/** Whether the row, which has been matched, is among those wanted. */
function holds(run: MatchingRun, row: number, { state, reason, atLeast, atMost }: RowFilter): boolean {
  const summary = run.summary(row);
  if (summary === undefined) return false;
  if (reason !== undefined && summary.reason !== reason) return false;
  if (atLeast !== undefined && summary.probability < atLeast) return false;
  if (atMost !== undefined && summary.probability > atMost) return false;
  if (state === undefined) return true;
  const actual = stateOf(run, row);
  return actual === state || (state === 'person' && actual === 'none');
}

/** Rows in the order of the table. Cost: a look at each of them in memory. */
export function selectRows(run: MatchingRun, filter: RowFilter): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < run.matchedRows; row++) if (holds(run, row, filter)) rows.push(row);
  return rows;
}

/** The next row to review after `row`, or the first where that is `undefined`, the most informative first and after the last from the beginning; `undefined` when none is left. */
export function nextRow(run: MatchingRun, filter: RowFilter, row?: number): number | undefined {
  const order = run.order();
  const [leader] = row === undefined ? [] : run.group(row);
  const at = leader === undefined ? -1 : order.indexOf(leader);
  return [...order.slice(at + 1), ...order.slice(0, Math.max(0, at))].find((one) => holds(run, one, filter));
}

/** How many rows stand where. */
export function countStates(run: MatchingRun): Readonly<Record<RowState, number>> {
  const counts = { open: 0, automatic: 0, person: 0, none: 0 };
  for (let row = 0; row < run.matchedRows; row++) counts[stateOf(run, row)]++;
  return counts;
}

/** Rows that would be accepted at once from a probability on, and how many of these are expected to be wrong. */
export interface BulkOffer {
  readonly rows: readonly number[];
  readonly expectedErrors: number;
}

/** The open rows whose first candidate is at least so probable. */
export function bulkOffer(run: MatchingRun, atLeast: number): BulkOffer {
  const rows = selectRows(run, { state: 'open', atLeast }).filter((row) => {
    const summary = run.summary(row);
    return summary !== undefined && summary.topId !== '' && !run.judgments.of(row).rejected.includes(summary.topId);
  });
  return { rows, expectedErrors: rows.reduce((sum, row) => sum + 1 - (run.summary(row)?.probability ?? 0), 0) };
}
