import type { FileBytes, LargeFile } from '../../formats/read-bytes.js';
import type { ReportProgress } from '../../foundation/progress.js';
import type { UrlAccess } from '../../foundation/guarded-fetch.js';
import type { Sentence } from '../../foundation/sentence.js';

export interface SourceAccess {
  readonly urlAccess: UrlAccess;
  /** Folder of cached answers, so that unchanged content is not downloaded again; `undefined`: no cache. */
  readonly cacheFolder: string | undefined;
  readonly tell?: ReportProgress;
  /** Content in memory by name; these names are read from here only. */
  readonly contents?: ReadonlyMap<string, Buffer>;
}

export type SourceContent = BytesContent | LargeContent | RowsContent;

interface LargeContent {
  readonly kind: 'large';
  readonly file: LargeFile;
}

export interface BytesContent {
  readonly kind: 'bytes';
  readonly read: FileBytes;
  /** Name that gives the format where the content alone does not; by default the path. */
  readonly name?: string;
}

export interface RowsContent {
  readonly kind: 'rows';
  /** JSON lines (formats/rows/row-lines.ts). */
  readonly rows: Buffer;
  /** In words, for the report: `table "people" of the PostgreSQL database "museum" on localhost`. */
  readonly readAs: Sentence;
  readonly table?: string | undefined;
}
