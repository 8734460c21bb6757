import type { ServedSnapshot } from '../describe/served-snapshot.js';
import type { RunColumns, RunRecord } from './run-record.js';

/** Rows of a table that are to be matched: so many from the first that is not. */
export interface RowsToMatch {
  readonly record: RunRecord;
  readonly folder: string;
  readonly from: number;
  readonly count: number;
}

/** What came of some rows, in their order: lines as `answerLine` makes them; before the first, how many rows of a sample were looked at to learn from them. */
export type MatchedRows = readonly string[] | RowsLookedAt;
interface RowsLookedAt {
  readonly looked: number;
  readonly of: number;
}

/** Takes what came of rows; the next ones come when it has ended. */
export type TakeRows = (matched: MatchedRows) => Promise<void>;

/** Matches rows away from the thread that serves: it learns from the table, and compares. */
export interface RowMatcher {
  /** The columns of the table after a look at some rows that are matched. Rejects when a batch does, and when it is stopped. */
  readonly look: (
    table: Pick<RowsToMatch, 'record' | 'folder'>,
    served: ServedSnapshot,
    stop: AbortSignal,
  ) => Promise<RunColumns>;
  /** Hands over what came of the rows, some at a time. Rejects when `take` does, when a batch does, and when it is stopped. */
  readonly match: (rows: RowsToMatch, served: ServedSnapshot, take: TakeRows, stop: AbortSignal) => Promise<void>;
}
