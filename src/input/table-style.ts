export interface TableStyle {
  /** Separator of its cells; `undefined` unless delimited text. */
  readonly delimiter: string | undefined;
  /** Whether it has a byte order mark, or a legacy encoding: its program reads UTF-8 only with a mark. */
  readonly needsMark: boolean;
}
