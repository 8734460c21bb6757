import type { SentTableSize } from '../../questions/sent-table-limits.js';
import type { Ask } from '../../describe/answer.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import type { SavedLines } from '../../review/matching-run.js';
import type { MatchedRows, RowsToMatch } from '../../review/row-matcher.js';
import type { RunColumns, RunRecord } from '../../review/run-record.js';
import type { FormFile } from '../bodies/receive-to-file.js';
import type { Reply } from '../reply.js';

/*
 * What is done with tables on threads of their own: a small file can hold very much. Here is only what is asked of the threads; what they do is never loaded where requests are served.
 */

/** What may be asked for with `as`. */
export const TABLE_WAYS = ['csv', 'tsv', 'jsonl', 'xlsx'] as const;
/** One of them. */
export type TableWay = (typeof TABLE_WAYS)[number];

/** A file, or text as one. */
export interface SentTable {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A table that was sent, and how it is to be read and answered. */
export interface TableTask {
  readonly kind: 'match';
  readonly sent: SentTable;
  /** `verdicts`: JSON for the tools of agents. */
  readonly way: TableWay | 'verdicts';
  readonly type: string | undefined;
  /** Heading of the names. */
  readonly column: string | undefined;
  readonly encoding: string | undefined;
  /** Whether a CSV file is marked as UTF-8. */
  readonly isMarked: boolean;
}

/** A table that is to be kept as a matching run; answered by sending the client there. */
export interface KeepTask {
  readonly kind: 'keep';
  /** A table, or the whole form that holds it in its fields `file` or `names`, `type` and `encoding`. */
  readonly sent: SentTable | FormFile;
  readonly most: SentTableSize;
  readonly type: string | undefined;
  readonly encoding: string | undefined;
  /** Identifier of the run, and the folder that is made for it. */
  readonly id: string;
  readonly folder: string;
  readonly baseUrl: string;
}

/** A reviewed table that is to be written as a file. */
export interface OutputTask {
  readonly kind: 'write';
  readonly record: RunRecord;
  readonly folder: string;
  readonly saved: SavedLines;
  readonly as: string;
  readonly softwareVersion: string;
  /** What judgments say of the service that was asked. */
  readonly space: { readonly identifierSpace: string; readonly schemaSpace: string; readonly service: string };
}

/** Rows of a kept table that are to be matched. */
export interface RowsTask extends RowsToMatch {
  readonly kind: 'rows';
}

/** A kept table whose columns are looked at once more. */
export interface LookTask {
  readonly kind: 'look';
  readonly record: RunRecord;
  readonly folder: string;
}

/** Takes what came of some rows; the next ones come when it has ended. */
export type TakeRows = (matched: MatchedRows) => Promise<void>;

/** Threads for tables. All reject with the errors of what they do, and with `table-too-large` for what takes too much time or memory. */
export interface TableThreads {
  /** Rejects with what `ask` rejects with, too, and when `stop` is aborted. */
  readonly match: (task: TableTask, snapshot: DatasetSnapshot, ask: Ask, stop?: AbortSignal) => Promise<Reply>;
  readonly run: (task: KeepTask | OutputTask, snapshot: DatasetSnapshot) => Promise<Reply>;
  /** Rejects with what `ask` rejects with, too, and when `stop` is aborted. */
  readonly look: (task: LookTask, snapshot: DatasetSnapshot, ask: Ask, stop: AbortSignal) => Promise<RunColumns>;
  /** Rejects with what `ask` or `take` rejects with, too, and when `stop` is aborted. */
  readonly matchRows: (
    task: RowsTask,
    snapshot: DatasetSnapshot,
    ask: Ask,
    take: TakeRows,
    stop: AbortSignal,
  ) => Promise<void>;
}
