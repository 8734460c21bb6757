import type { ServedSnapshot } from '../describe/served-snapshot.js';
import type { RunColumns, RunRecord } from './run-record.js';

/** Rows of a table to match: `count` from the first unmatched one. */
export interface RowsToMatch {
  readonly record: RunRecord;
  readonly folder: string;
  readonly from: number;
  readonly count: number;
}

/** Results of some rows, in order: lines of `answerLine`; before the first, progress of the sample. */
export type MatchedRows = readonly string[] | RowsLookedAt;
interface RowsLookedAt {
  readonly looked: number;
  readonly of: number;
}

/** Takes results of rows; the next ones come when it has ended. */
export type TakeRows = (matched: MatchedRows) => Promise<void>;

/** Matches rows away from the thread that serves: it learns from the table, and compares. */
export interface RowMatcher {
  /** The columns of the table, inferred from some matched rows. Rejects when a batch does, and when it is stopped. */
  readonly look: (
    table: Pick<RowsToMatch, 'record' | 'folder'>,
    served: ServedSnapshot,
    stop: AbortSignal,
  ) => Promise<RunColumns>;
  /** Sends the results to `take`, some rows at a time. Rejects when `take` or a batch does, and when it is stopped. */
  readonly match: (rows: RowsToMatch, served: ServedSnapshot, take: TakeRows, stop: AbortSignal) => Promise<void>;
}
