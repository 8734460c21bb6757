import type { FileOptions } from '../data-file.js';

/** Entry of a manifest for a file of aliases; missing options are detected. */
export interface AliasFileOptions extends FileOptions {
  /** Heading of the column of names. */
  readonly name?: string | undefined;
  /** Heading of the column of ids. */
  readonly id?: string | undefined;
}
