import type { ServedSnapshot } from '../describe/served-snapshot.js';
import type { RunColumns, RunRecord } from './run-record.js';

/**
 * Lets few runs match at once, a portion of rows at a time, so that all progress and none has the service to itself.
 */
export interface MatchingTurns {
  /** Waits for a turn; the returned function ends it. A stopped run waits no longer. */
  readonly next: (stop: AbortSignal) => Promise<() => void>;
}

const AT_ONCE = 2;

/** Turns of `atOnce` runs. */
export function createMatchingTurns(atOnce = AT_ONCE): MatchingTurns {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    next: async (stop) => {
      if (taken >= atOnce && !stop.aborted) {
        const begin = await new Promise<'turn' | 'stopped'>((resolve) => {
          const turn = (): void => {
            stop.removeEventListener('abort', stopped);
            resolve('turn');
          };
          const stopped = (): void => {
            if (waiting.delete(turn)) resolve('stopped');
          };
          waiting.add(turn);
          stop.addEventListener('abort', stopped, { once: true });
        });
        if (begin === 'stopped') return () => undefined;
      } else {
        taken += 1;
      }
      return () => {
        const [first] = waiting;
        if (first === undefined) {
          taken -= 1;
          return;
        }
        waiting.delete(first);
        first();
      };
    },
  };
}

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
