import type { matchedRows } from '../../agents/matched-rows.js';
import type { SentTableSize } from '../../input/sent-table-limits.js';
import type { Ask } from '../../describe/answer.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import type { SavedLines } from '../../review/matching-run.js';
import type { TakeRows, RowsToMatch } from '../../review/row-matcher.js';
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

/** A table that was sent, and how it is to be read. */
export interface SentNames {
  readonly sent: SentTable;
  readonly type: string | undefined;
  /** Heading of the names. */
  readonly column: string | undefined;
  readonly encoding: string | undefined;
}

/** A table that was sent, and how it is to be answered. */
export interface TableTask extends SentNames {
  readonly way: TableWay;
  /** Whether a CSV file is marked as UTF-8. */
  readonly isMarked: boolean;
}

/** A table that is to be kept as a matching run; answered by sending the client there. */
export interface KeepTask {
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
  readonly record: RunRecord;
  readonly folder: string;
  readonly saved: SavedLines;
  readonly as: string;
  readonly softwareVersion: string;
  /** What judgments say of the service that was asked. */
  readonly space: { readonly identifierSpace: string; readonly schemaSpace: string; readonly service: string };
}

/** A table that is kept. */
export type KeptTable = Pick<RowsToMatch, 'record' | 'folder'>;

/** Threads for tables. All reject with the errors of what they do, and with `table-too-large` for what takes too much time or memory. */
export interface TableThreads {
  /** Rejects with what `ask` rejects with, too, and when `stop` is aborted. */
  readonly match: (task: TableTask, snapshot: DatasetSnapshot, ask: Ask, stop?: AbortSignal) => Promise<Reply>;
  /** Rejects as `match` does. */
  readonly verdicts: (
    sent: SentNames,
    snapshot: DatasetSnapshot,
    ask: Ask,
    stop?: AbortSignal,
  ) => Promise<ReturnType<typeof matchedRows>>;
  readonly keep: (task: KeepTask, snapshot: DatasetSnapshot) => Promise<Reply>;
  readonly write: (task: OutputTask, snapshot: DatasetSnapshot) => Promise<Reply>;
  /** Rejects with what `ask` rejects with, too, and when `stop` is aborted. */
  readonly look: (table: KeptTable, snapshot: DatasetSnapshot, ask: Ask, stop: AbortSignal) => Promise<RunColumns>;
  /** Rejects with what `ask` or `take` rejects with, too, and when `stop` is aborted. */
  readonly matchRows: (
    rows: RowsToMatch,
    snapshot: DatasetSnapshot,
    ask: Ask,
    take: TakeRows,
    stop: AbortSignal,
  ) => Promise<void>;
}
