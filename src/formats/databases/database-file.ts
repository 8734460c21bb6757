import type { Sentence } from '../../foundation/sentence.js';
/** A file of rows: a database, or a columnar file. */
export interface DatabaseFile {
  /** Name in messages. */
  readonly file: string;
  /** Bytes or path of the file, which is not changed. */
  readonly content: Buffer | string;
  readonly log?: Buffer | undefined;
  readonly table?: string | undefined;
  /** SQL query. */
  readonly query?: string | undefined;
  /** Options for naming a table or a query, for advice: `--table NAME`, `--query`. */
  readonly ways: { readonly table: string; readonly query: string };
}

/**
 * Takes the column names, and returns the function for the values of each row, which stops reading by returning false.
 */
export type TakeRows = (columns: readonly string[]) => (values: readonly unknown[]) => boolean;

/** Source of the rows: in words, after "read as", and the table, if there are several. */
export interface RowsRead {
  readonly readAs: Sentence;
  readonly table?: string | undefined;
}

/**
 * Reads all rows. Errors: `file-damaged`; `file-unreadable` for values that are too long; `source-invalid` for the
 * table, the query, or too many rows; the errors of `take`.
 */
export type ReadRows = (file: DatabaseFile, take: TakeRows) => Promise<RowsRead>;
