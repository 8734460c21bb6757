import type { Dialect } from './split-delimited.js';
import { splitDelimited } from './split-delimited.js';

/** Delimiters looked for, in the order in which ties are decided. */
const DELIMITERS: readonly string[] = [',', '\t', ';', '|'];

const SAMPLE_ROWS = 300;

/** The dialect in which the beginning of a file makes the most regular table; what is `stated` is taken as it is. */
export function detectDialect(head: string, stated: { readonly delimiter?: string; readonly quote?: string }): Dialect {
  const lineBreak = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const candidates = stated.delimiter === undefined ? DELIMITERS : [stated.delimiter];
  let best: { readonly dialect: Dialect; readonly regularity: number } | undefined;
  for (const delimiter of candidates) {
    const quote = stated.quote ?? quoteUsed(head, delimiter);
    const dialect: Dialect = { delimiter, quote, lineBreak };
    const regularity = regularityOf(head, dialect);
    if (best === undefined || regularity > best.regularity) best = { dialect, regularity };
  }
  return best?.dialect ?? { delimiter: ',', quote: '"', lineBreak };
}

/** The first rows of `head` in this dialect. A last row that may be cut off is left out unless it is the only one. */
export function sampleRows(head: string, dialect: Dialect, limit = SAMPLE_ROWS): string[][] {
  const rows: string[][] = [];
  const lastBreak = head.lastIndexOf(dialect.lineBreak);
  splitDelimited([lastBreak > 0 ? head.slice(0, lastBreak + 1) : head], dialect, (cells) => rows.length < limit && rows.push(cells), () => undefined);
  return rows;
}

/** Share of rows with as many cells as the first row, more for more cells; 0 when there is but one cell. */
function regularityOf(head: string, dialect: Dialect): number {
  const rows = sampleRows(head, dialect);
  const width = rows[0]?.length ?? 0;
  if (width < 2) return 0;
  const regular = rows.filter((row) => row.length === width).length / rows.length;
  return regular < 0.3 ? 0 : regular + Math.min(width, 20) / 1000;
}

/** The apostrophe only when cells are wrapped in apostrophes and quotation marks are not in use. */
function quoteUsed(head: string, delimiter: string): string {
  const inDouble = wrapped(head, '"', delimiter);
  const inSingle = wrapped(head, "'", delimiter);
  return inDouble === 0 && inSingle > 4 ? "'" : '"';
}

function wrapped(head: string, quote: string, delimiter: string): number {
  let count = 0;
  for (const line of head.split(/\r\n|\n|\r/).slice(0, SAMPLE_ROWS)) {
    for (const cell of line.split(delimiter)) if (cell.length > 1 && cell.startsWith(quote) && cell.endsWith(quote)) count++;
  }
  return count;
}
