import { countRowsAbove } from '../count-rows-above.js';
import { piecesWhile } from '../pieces-while.js';
import type { Dialect } from './split-delimited.js';
import { splitDelimited } from './split-delimited.js';

/** Tried delimiters; ties go to the first. */
const DELIMITERS: readonly string[] = [',', '\t', ';', '|'];

/** Delimiters for a file of one column: the first one that does not occur. */
const ABSENT_DELIMITERS: readonly string[] = [',', '\t', '|', ';', '\u001f'];

const SAMPLE_ROWS = 300;

type IsHeading = (cell: string) => boolean;

/**
 * The dialect that makes the beginning of a file the most regular table; `given` options are kept. With
 * `isKnownHeading`, titles above the table are ignored, and a list of names, one a line, gets a delimiter that does not
 * occur in it, so that commas in names stay.
 */
export function detectDialect(
  head: string,
  given: { readonly delimiter?: string; readonly quote?: string },
  isKnownHeading?: IsHeading,
): Dialect {
  const lineBreak = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const candidates = given.delimiter === undefined ? DELIMITERS : [given.delimiter];
  let isTable = false;
  let best: { readonly dialect: Dialect; readonly regularity: number } | undefined;
  for (const delimiter of candidates) {
    const quote = given.quote ?? quoteUsed(head, delimiter);
    const dialect: Dialect = { delimiter, quote, lineBreak };
    const regularity = regularityOf(head, dialect, isKnownHeading);
    if (regularity !== undefined) isTable = true;
    if (best === undefined || (regularity ?? 0) > best.regularity) best = { dialect, regularity: regularity ?? 0 };
  }
  const absent =
    isTable || isKnownHeading === undefined
      ? undefined
      : ABSENT_DELIMITERS.find((delimiter) => !head.includes(delimiter));
  if (absent !== undefined && given.delimiter === undefined)
    return { delimiter: absent, quote: given.quote ?? quoteUsed(head, absent), lineBreak };
  return best?.dialect ?? { delimiter: ',', quote: '"', lineBreak };
}

/** The first rows of `head` in this dialect, without a last row that may be incomplete, unless it is the only one. */
export function sampleRows(head: string, dialect: Dialect): string[][] {
  const rows: string[][] = [];
  const lastBreak = head.lastIndexOf(dialect.lineBreak);
  const whole = lastBreak > 0 ? head.slice(0, lastBreak + 1) : head;
  const pieces = piecesWhile(whole, () => rows.length < SAMPLE_ROWS);
  splitDelimited(
    pieces,
    dialect,
    (cells) => rows.length < SAMPLE_ROWS && rows.push(cells),
    () => undefined,
  );
  return rows;
}

/** Minimum share of lines with tabs for tabs to be the delimiter. */
const TABS_SEPARATE = 0.95;
/** Exceeds the bonus for any width of regular rows. */
const REGULAR_BY_TABS = 0.1;

/**
 * Share of rows with as many cells as the first row of the table, or as most rows, plus a bonus for more cells; above 1
 * where tabs separate. `undefined` when the first row, or with tabs most rows, has one cell.
 */
function regularityOf(head: string, dialect: Dialect, isKnownHeading: IsHeading | undefined): number | undefined {
  const all = sampleRows(head, dialect);
  const rows = isKnownHeading === undefined ? all : all.slice(countRowsAbove(all, isKnownHeading));
  if (dialect.delimiter === '\t' && rows.length > 1 && shareSeparated(rows) >= TABS_SEPARATE)
    return 1 + REGULAR_BY_TABS;
  const width = rows[0]?.length ?? 0;
  if (width < 2) return undefined;
  if (
    isKnownHeading !== undefined &&
    dialect.delimiter === ',' &&
    areNames(rows) &&
    !rows[0]?.some((cell) => isKnownHeading(cell.trim()))
  )
    return undefined;
  const regular = rows.filter((row) => row.length === width).length / rows.length;
  return regular < 0.3 ? 0 : regular + Math.min(width, 20) / 1000;
}

/** Share of rows with content before a delimiter. */
function shareSeparated(rows: readonly (readonly string[])[]): number {
  return rows.filter(([first = '', ...more]) => more.length > 0 && first.trim() !== '').length / rows.length;
}

/** `Woolf, Virginia` on every line: two words separated by a blank, without digits. */
function areNames(rows: readonly (readonly string[])[]): boolean {
  return rows.every(
    ([first = '', second = '', ...more]) =>
      more.length === 0 && /^ \S/.test(second) && /\p{L}/u.test(first) && !/\d/.test(first + second),
  );
}

/** The apostrophe only where it encloses cells and quotation marks are not used. */
function quoteUsed(head: string, delimiter: string): string {
  const inDouble = wrapped(head, '"', delimiter);
  const inSingle = wrapped(head, "'", delimiter);
  return inDouble === 0 && inSingle > 4 ? "'" : '"';
}

function wrapped(head: string, quote: string, delimiter: string): number {
  let count = 0;
  for (const line of head.split(/\r\n|\n|\r/, SAMPLE_ROWS)) {
    for (const cell of line.split(delimiter))
      if (cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote)) count++;
  }
  return count;
}
