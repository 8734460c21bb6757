import type { FileOptions } from '../data-file.js';

/** What a manifest says about a file of aliases; all else is detected. */
export interface AliasFileOptions extends FileOptions {
  /** Heading of the column of names. */
  readonly name?: string | undefined;
  /** Heading of the column of the ids that they mean. */
  readonly id?: string | undefined;
}
