import type { Sentence } from '../../foundation/sentence.js';
/** A file that holds rows: a database, or columns. */
export interface DatabaseFile {
  /** What messages call it. */
  readonly file: string;
  /** The content, or where it lies on the disk; it is not changed. */
  readonly content: Buffer | string;
  /** Changes that a program has not written into the content yet. */
  readonly log?: Buffer | undefined;
  readonly table?: string | undefined;
  /** What to select, in SQL. */
  readonly query?: string | undefined;
  /** How a person names a table or a query, for advice: `--table NAME`, `--query`. */
  readonly ways: { readonly table: string; readonly query: string };
}

/** Takes the names of the columns, and gives what takes the values of each row; reading ends when that is false. */
export type TakeRows = (columns: readonly string[]) => (values: readonly unknown[]) => boolean;

/** What was read: in words, after "read as"; and the table, where there are several. */
export interface RowsRead {
  readonly readAs: Sentence;
  readonly table?: string | undefined;
}

/** Gives all rows. Errors: `file-damaged`; `file-unreadable` for values that are too long; `source-invalid` for the table or the query, and for too many rows; what `take` throws. */
export type ReadRows = (file: DatabaseFile, take: TakeRows) => Promise<RowsRead>;
