import type { MatchingRun } from './matching-run.js';
import type { CellFilter } from './cell-filter.js';
import { ROW_REASONS, type RowReason } from '../input/row-summary.js';
import { hashString } from '../foundation/hash-string.js';
import { ROW_STATES, type RowState } from './row-states.js';

/** Criteria for rows; an absent one does not count. */
export interface RowFilter {
  readonly state?: RowState;
  readonly reason?: RowReason;
  /** Probability of the first candidate, 0–1, both inclusive. */
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly candidates?: CandidateCount;
  readonly cells?: CellFilter;
  /** 1 for each row that fits `cells`, from `withCells`. */
  readonly rowsWithText?: Uint8Array;
  /** These alone. */
  readonly drawn?: ReadonlySet<number>;
}

export const CANDIDATE_COUNTS = { none: 'none', one: 'one', several: 'several' } as const;
type CandidateCount = keyof typeof CANDIDATE_COUNTS;

/** Whether a text is a number of candidates. */
export function isCandidateCount(text: string): text is CandidateCount {
  return Object.hasOwn(CANDIDATE_COUNTS, text);
}

/** The filter with the rows that fit its cells. Cost: reading all rows where they were not searched lately. */
export async function withCells(run: MatchingRun, filter: RowFilter): Promise<RowFilter> {
  return filter.cells === undefined ? filter : { ...filter, rowsWithText: await run.rowsWithText(filter.cells) };
}

/** Random rows to estimate how many automatic matches are right. */
export const ROWS_DRAWN = 30;

/** Random automatic matches, the same at every call, whatever is judged meanwhile. Cost: one look at each row. */
export function drawnMatches(run: MatchingRun): ReadonlySet<number> {
  const drawn: { readonly row: number; readonly lot: number }[] = [];
  for (let row = 0; row < run.matchedRows; row++) {
    if (run.summary(row)?.reason !== 'match') continue;
    const lot = hashString(`${run.record.id} ${String(row)}`);
    if (drawn.length === ROWS_DRAWN && lot >= (drawn.at(-1)?.lot ?? 0)) continue;
    const place = drawn.findIndex((other) => other.lot > lot);
    drawn.splice(place < 0 ? drawn.length : place, 0, { row, lot });
    drawn.length = Math.min(drawn.length, ROWS_DRAWN);
  }
  return new Set(drawn.map(({ row }) => row));
}

/** Whether a text is a state. */
export function isRowState(text: string): text is RowState {
  return Object.hasOwn(ROW_STATES, text);
}

/** Whether a text is a reason. */
export function isRowReason(text: string): text is RowReason {
  return Object.hasOwn(ROW_REASONS, text);
}

function holds(
  run: MatchingRun,
  row: number,
  { state, reason, atLeast, atMost, candidates, rowsWithText, drawn }: RowFilter,
): boolean {
  const summary = run.summary(row);
  if (summary === undefined || rowsWithText?.[row] === 0 || drawn?.has(row) === false) return false;
  if (candidates !== undefined && candidates !== countOf(summary.candidates)) return false;
  if (reason !== undefined && summary.reason !== reason) return false;
  if (atLeast !== undefined && summary.probability < atLeast) return false;
  if (atMost !== undefined && summary.probability > atMost) return false;
  if (state === undefined) return true;
  const actual = run.state(row);
  return actual === state || (state === 'person' && actual === 'none');
}

function countOf(candidates: number): CandidateCount {
  return candidates === 0 ? 'none' : candidates === 1 ? 'one' : 'several';
}

/** Rows in the order of the table. Cost: a look at each of them in memory. */
export function selectRows(run: MatchingRun, filter: RowFilter): readonly number[] {
  const rows: number[] = [];
  for (let row = 0; row < run.matchedRows; row++) if (holds(run, row, filter)) rows.push(row);
  return rows;
}

/**
 * The next row to review after `row` (default: before the first), most informative first and from the beginning after
 * the last; `undefined` when none is left.
 */
export function nextRow(run: MatchingRun, filter: RowFilter, row?: number): number | undefined {
  const order = run.order();
  const [leader] = row === undefined ? [] : run.group(row);
  const at = leader === undefined ? -1 : order.indexOf(leader);
  for (let i = 1; i <= order.length; i++) {
    const next = order[(at + i) % order.length] ?? 0;
    if (next === leader) continue;
    // Rows with the same query may differ in other cells.
    const held = filter.rowsWithText === undefined ? [next] : run.group(next);
    const found = held.find((one) => holds(run, one, filter));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Rows accepted at once from a probability on, and expected errors among them. */
interface BulkOffer {
  readonly atLeast: number;
  readonly rows: number;
  readonly expectedErrors: number;
}

/** Undecided rows of the filter, in the order of the table. */
export function undecidedRows(run: MatchingRun, filter: RowFilter): readonly number[] {
  return selectRows(run, filter).filter((row) => isUndecided(run, row));
}

/** Rows of the filter with a judgment that counts. */
export function judgedRows(run: MatchingRun, filter: RowFilter): readonly number[] {
  return selectRows(run, filter).filter((row) => isJudged(run, row));
}

/** Undecided rows whose first candidate is at least so probable, and not rejected. */
export function bulkRows(run: MatchingRun, filter: RowFilter, atLeast: number): readonly number[] {
  return undecidedRows(run, filter).filter(
    (row) => (run.summary(row)?.probability ?? 0) >= atLeast && isAcceptable(run, row),
  );
}

function isUndecided(run: MatchingRun, row: number): boolean {
  const state = run.state(row);
  return state === 'open' || state === 'unlikely';
}

interface BulkOffers {
  /** Rows of `bulkRows` for each probability. */
  readonly accept: readonly BulkOffer[];
  /**
   * Undecided rows whose first candidate may be rejected, and all undecided rows; of both, the expected number that
   * mean their first candidate.
   */
  readonly reject: Expected;
  readonly none: Expected;
  /** Rows with a judgment. */
  readonly judged: number;
}

interface Expected {
  readonly rows: number;
  readonly inDataset: number;
}

/** Possible bulk judgments on the rows of the filter. Cost: one look at each row. */
export function bulkOffers(run: MatchingRun, filter: RowFilter, thresholds: readonly number[]): BulkOffers {
  const accept = thresholds.map((atLeast) => ({ atLeast, rows: 0, expectedErrors: 0 }));
  const [reject, none] = [
    { rows: 0, inDataset: 0 },
    { rows: 0, inDataset: 0 },
  ];
  let judged = 0;
  for (let row = 0; row < run.matchedRows; row++) {
    if (!holds(run, row, filter)) continue;
    if (isJudged(run, row)) judged++;
    if (!isUndecided(run, row)) continue;
    const probability = run.summary(row)?.probability ?? 0;
    none.rows++;
    none.inDataset += probability;
    if (!isAcceptable(run, row)) continue;
    reject.rows++;
    reject.inDataset += probability;
    for (const offer of accept) {
      if (probability < offer.atLeast) continue;
      offer.rows++;
      offer.expectedErrors += 1 - probability;
    }
  }
  return { accept, reject, none, judged };
}

function isJudged(run: MatchingRun, row: number): boolean {
  const { decision, rejected } = run.judgments.of(row);
  return decision !== undefined || rejected.length > 0;
}

function isAcceptable(run: MatchingRun, row: number): boolean {
  const topId = run.summary(row)?.topId ?? '';
  return topId !== '' && !run.judgments.of(row).rejected.includes(topId);
}
