import type { ServedSnapshot } from '../describe/served-snapshot.js';
import type { RunColumns, RunRecord } from './run-record.js';

/** Rows of a table that are to be matched: so many from the first that is not. */
export interface RowsToMatch {
  readonly record: RunRecord;
  readonly folder: string;
  readonly from: number;
  readonly count: number;
}

/** What came of some rows, in their order: lines as `answerLine` makes them. */
export type MatchedRows = readonly string[];

/** Matches rows away from the thread that serves: it learns from the table, and compares. */
export interface RowMatcher {
  /** The columns of the table after a look at some rows that are matched. Rejects when a batch does, and when it is stopped. */
  readonly look: (
    table: Pick<RowsToMatch, 'record' | 'folder'>,
    served: ServedSnapshot,
    stop: AbortSignal,
  ) => Promise<RunColumns>;
  /** Hands over what came of the rows, some at a time; the next ones come when `take` has ended. Rejects when `take` does, when a batch does, and when it is stopped. */
  readonly match: (
    rows: RowsToMatch,
    served: ServedSnapshot,
    take: (matched: MatchedRows) => Promise<void>,
    stop: AbortSignal,
  ) => Promise<void>;
}
