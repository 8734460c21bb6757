/** How a table was written. */
export interface TableStyle {
  /** What stands between its cells; `undefined` for what is no delimited text. */
  readonly delimiter: string | undefined;
  /** Whether it was in one of the encodings of before Unicode. */
  readonly isLegacy: boolean;
}
