import { type DetectedHeader, countRowsAbove, detectHeader, nameColumns } from './detect-header.js';
import type { RecordFault, RecordReader } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { type Dialect, piecesWhile, splitDelimited } from './split-delimited.js';

/** Options of a manifest for a delimited file. */
export interface DelimitedOptions {
  readonly delimiter?: string;
  readonly quote?: string;
  readonly header?: boolean;
  readonly isKnownHeading: (cell: string, place?: 'alone' | number) => boolean;
}

export interface DelimitedReader extends RecordReader {
  readonly dialect: Dialect;
  readonly header: DetectedHeader;
  /** Rows above the table, such as its title: the first text of each skipped row. */
  readonly above: readonly string[];
}

/** First line written by Excel to declare the delimiter. */
const EXCEL_HINT = /^sep=(.)\r?\n/;

/** A table of delimited text with columns named by `nameColumns`. */
export function readDelimited(source: TextSource, options: DelimitedOptions): DelimitedReader {
  const hint = EXCEL_HINT.exec(source.head);
  const head = hint === null ? source.head : source.head.slice(hint[0].length);
  const delimiter = options.delimiter ?? hint?.[1];
  const dialect = detectDialect(
    head,
    { ...(delimiter !== undefined && { delimiter }), ...(options.quote !== undefined && { quote: options.quote }) },
    options.isKnownHeading,
  );
  const sample = sampleRows(head, dialect);
  const above = sample.slice(0, countRowsAbove(sample, options.isKnownHeading));
  const rows = sample.slice(above.length);
  const header =
    options.header === undefined
      ? detectHeader(rows, options.isKnownHeading)
      : { header: options.header, reason: 'the manifest says so' };
  const width = header.header ? (rows[0]?.length ?? 0) : rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const columns = nameColumns(header.header ? (rows[0] ?? []) : [], width);

  return {
    columns,
    dialect,
    header,
    above: above.map((cells) => cells.find((cell) => cell.trim() !== '')?.trim() ?? ''),
    read: (visit, report) => {
      // An unclosed quote or a truncated cell is known when its row comes.
      let unclosed: RecordFault | undefined;
      let skip = (hint === null ? 0 : 1) + above.length + (header.header ? 1 : 0);
      splitDelimited(
        source.chunks(report),
        dialect,
        (cells, line, isOpen) => {
          if (unclosed !== undefined) report(isOpen ? { ...unclosed, kind: 'cut-off' } : unclosed);
          unclosed = undefined;
          if (skip > 0) {
            skip--;
            return;
          }
          if (cells.length !== columns.length) fitRow(cells, columns, { line, isOpen }, report);
          visit(cells, line);
        },
        (fault) => (fault.kind === 'unclosed-quote' ? (unclosed = fault) : report(fault)),
      );
    },
  };
}

/** Pads a short row and cuts a long one, with a fault. */
function fitRow(
  cells: string[],
  columns: readonly string[],
  { line, isOpen }: { readonly line: number; readonly isOpen: boolean },
  report: Parameters<RecordReader['read']>[1],
): void {
  const width = columns.length;
  if (cells.length < width) {
    report({
      kind: isOpen ? 'cut-off' : 'short-row',
      line,
      message: `The ${isOpen ? 'last row' : 'row'} has ${cellCount(cells.length)} instead of ${width}; the missing ones were taken as empty.`,
      rejected: false,
    });
    while (cells.length < width) cells.push('');
    return;
  }
  const extra = cells
    .splice(width)
    .map((cell) => cell.trim())
    .filter((cell) => cell.length > 0);
  if (extra.length === 0) return;
  report({
    kind: 'long-row',
    line,
    message: `The row has ${cellCount(width + extra.length)} instead of ${width}; left out: "${shorten(extra.join('", "'))}".`,
    rejected: false,
  });
}

function cellCount(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

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
