import type { matchedRows } from '../../agents/matched-rows.js';
import type { SentTableSize } from '../../input/refuse-large-text.js';
import type { Ask } from '../../describe/answer.js';
import type { DatasetSnapshot } from '../../scoring/snapshot.js';
import type { SavedLines } from '../../review/matching-run.js';
import type { RowsToMatch, TakeRows } from '../../review/matching-turns.js';
import type { RunColumns, RunRecord } from '../../review/run-record.js';
import type { FormFile } from '../bodies/receive-body.js';
import type { Reply } from '../exchange.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { sentence } from '../../foundation/message.js';
import type { SentFile } from '../bodies/read-form.js';

/*
 * Tasks for tables on threads of their own: a small file can hold very much. Types alone: the code of the tasks is
 * never loaded where requests are served.
 */

/** Values of `as`. */
export const TABLE_WAYS = ['csv', 'tsv', 'jsonl', 'xlsx'] as const;
export type TableWay = (typeof TABLE_WAYS)[number];

export interface SentTable {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface SentNames {
  readonly sent: SentTable;
  readonly type: string | undefined;
  readonly column: string | undefined;
  readonly encoding: string | undefined;
}

/** A table, and the form of its answer. */
export interface TableTask extends SentNames {
  readonly way: TableWay;
  /** Whether a CSV file begins with the UTF-8 mark. */
  readonly isMarked: boolean;
}

/** A table to keep as a matching run; the answer redirects there. */
export interface KeepTask {
  /** A table, or the whole form that holds it in its fields `file` or `names`, `type` and `encoding`. */
  readonly sent: SentTable | FormFile;
  readonly most: SentTableSize;
  readonly type: string | undefined;
  readonly encoding: string | undefined;
  /** Identifier of the run, and its folder. */
  readonly id: string;
  readonly folder: string;
  readonly baseUrl: string;
}

export interface OutputTask {
  readonly record: RunRecord;
  readonly folder: string;
  readonly saved: SavedLines;
  readonly as: string;
  readonly softwareVersion: string;
  /** The reconciliation service in judgments. */
  readonly space: { readonly identifierSpace: string; readonly schemaSpace: string; readonly service: string };
}

export type KeptTable = Pick<RowsToMatch, 'record' | 'folder'>;

/**
 * Threads for tables. All reject with the errors of their task, and with `table-too-large` for excessive time or
 * memory.
 */
export interface TableThreads {
  /** Rejects with errors of `ask`, too, and when `stop` is aborted. */
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
  /** Rejects with errors of `ask`, too, and when `stop` is aborted. */
  readonly look: (table: KeptTable, snapshot: DatasetSnapshot, ask: Ask, stop: AbortSignal) => Promise<RunColumns>;
  /** Rejects with errors of `ask` or `take`, too, and when `stop` is aborted. */
  readonly matchRows: (
    rows: RowsToMatch,
    snapshot: DatasetSnapshot,
    ask: Ask,
    take: TakeRows,
    stop: AbortSignal,
  ) => Promise<void>;
}

/** The sent table: a file before pasted text. Throws `parameter-missing` where there is neither. */
export function tableIn(file: SentFile | undefined, names: string): SentTable {
  if (file !== undefined) return { name: file.name === '' ? 'File' : file.name, content: file.content };
  if (names.trim() === '')
    throw new SameasError('parameter-missing', sentence('There are no names to match.'), {
      advice: sentence('Paste names or cells, or choose a file.'),
    });
  return { name: 'Pasted table', content: Buffer.from(names) };
}
