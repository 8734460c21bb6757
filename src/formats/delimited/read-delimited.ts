import { countRowsAbove } from '../count-rows-above.js';
import { nameColumns } from '../name-columns.js';
import type { RecordFault, RecordReader } from '../raw-record.js';
import type { TextSource } from '../text-source.js';
import { detectDialect, sampleRows } from './detect-dialect.js';
import { detectHeader, type DetectedHeader } from './detect-header.js';
import { splitDelimited, type Dialect } from './split-delimited.js';

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
