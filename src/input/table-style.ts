/** How a table was written. */
export interface TableStyle {
  /** What stands between its cells; `undefined` for what is no delimited text. */
  readonly delimiter: string | undefined;
  /** Whether it has a byte order mark, or is in one of the encodings of before Unicode: what wrote it reads UTF-8 only with a mark. */
  readonly needsMark: boolean;
}
