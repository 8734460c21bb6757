/** A language's quoting of texts, and its names of columns. */
export interface ColumnSyntax {
  /**
   * Finds the names of one column that need no evaluation; group `name` holds the column's name. Any other use of cells
   * or rows means that every column may be read.
   */
  readonly namedColumn: RegExp;
  /** Finds uses of the row that read no cell. */
  readonly harmless: RegExp;
}

export interface NeededColumns {
  /** Of these only, or of all columns. */
  readonly columns: ReadonlySet<string> | 'all';
  /** The base cell, not only its value. */
  readonly cell: boolean;
  readonly record: boolean;
}

/**
 * Columns that a program can read, from its text alone. Sending all columns of every row into the interpreter would
 * cost more than evaluating; in doubt all are sent.
 */
export function neededColumns(program: string, syntax: ColumnSyntax): NeededColumns {
  const names = new Set<string>();
  const rest = program
    .replace(syntax.namedColumn, (...found) => {
      const groups = found.at(-1) as Readonly<Record<string, string | undefined>>; // the last argument, as the expression has named groups
      names.add(Object.values(groups).find((name) => name !== undefined) ?? '');
      return ' ';
    })
    .replace(syntax.harmless, ' ');
  const doubtful =
    /\b(?:cells|row|locals|vars|eval|exec|globals)\b/.test(rest) || [...names].some((name) => name.includes('\\'));
  return {
    columns: doubtful ? 'all' : names,
    cell: /\b(?:cell|locals|vars|eval|exec|globals)\b/.test(program),
    record: /\brecord\b/.test(program) || /\b(?:row|locals|vars|eval|exec|globals)\b/.test(rest),
  };
}
