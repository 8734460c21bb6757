import type { FileBytes, LargeFile } from '../../formats/read-bytes.js';
import type { UrlAccess } from '../../foundation/guarded-fetch.js';
import type { ReportProgress } from '../../foundation/progress.js';
import type { Sentence } from '../../foundation/sentence.js';

/** Address parameters with secret values. */
const SECRETS = /^(?:.*password|passwd|pwd|.*token|.*secret|api[_-]?key|key|sig|signature)$/i;

/** The standard input as a path. */
export const STANDARD_INPUT = '-';

/** Whether a dataset is at an address rather than in a file. */
export function isAddress(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/** A path for display and storage: an address without its password and other secrets. */
export function shownPath(path: string): string {
  if (!isAddress(path)) return path;
  const url = URL.parse(path);
  // Even an invalid address may hold a password.
  if (url === null) return path.replace(/^([a-z][a-z0-9+.-]+:\/\/)[^@]*@/i, '$1…@');
  url.password = '';
  if (/^https?:$/.test(url.protocol)) url.username = '';
  for (const name of [...url.searchParams.keys()]) if (SECRETS.test(name)) url.searchParams.delete(name);
  return url.href;
}

/** Whether a path is a local file or folder. */
export function isLocalFile(path: string): boolean {
  return path !== STANDARD_INPUT && !isAddress(path);
}

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
