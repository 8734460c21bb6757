import type { FileBytes, LargeFile } from '../../formats/read-bytes.js';
import type { ReportProgress } from '../../foundation/progress.js';
import type { UrlAccess } from '../../foundation/guarded-fetch.js';
import type { Sentence } from '../../foundation/sentence.js';

/** What a source may reach. */
export interface SourceAccess {
  /** Which addresses of the web may be asked. */
  readonly urlAccess: UrlAccess;
  /** Where answers of addresses are kept, so that what has not changed is not fetched again; `undefined`: nowhere. */
  readonly cacheFolder: string | undefined;
  /** Is told how much has come so far. */
  readonly tell?: ReportProgress;
  /** Files that are on no disk here, by what they are called: what is named in it is read from it alone. */
  readonly contents?: ReadonlyMap<string, Buffer>;
}

/** What a source gave: the bytes of a file, a file that is too large for that, or rows. */
export type SourceContent = BytesContent | LargeContent | RowsContent;

interface LargeContent {
  readonly kind: 'large';
  readonly file: LargeFile;
}

export interface BytesContent {
  readonly kind: 'bytes';
  readonly read: FileBytes;
  /** What tells the format where the content alone does not; the path when left out. */
  readonly name?: string;
}

export interface RowsContent {
  readonly kind: 'rows';
  /** JSON lines (formats/rows/row-lines.ts). */
  readonly rows: Buffer;
  /** In words, for the report: `table "people" of the PostgreSQL database "museum" on localhost`. */
  readonly readAs: Sentence;
  /** The table that was read. */
  readonly table?: string | undefined;
}
