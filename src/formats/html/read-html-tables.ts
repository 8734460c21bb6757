import { Parser } from 'htmlparser2';

export interface HtmlTable {
  /** Its caption, else the heading above it; empty without either. */
  readonly title: string;
  /** Cells by row; a cell that spans rows is in each of them, one that spans columns only in the first. */
  readonly rows: readonly (readonly string[])[];
  /** Whether all cells of the first row are headings (`<th>`); `undefined` on a page without marked headings. */
  readonly header: boolean | undefined;
}

interface OpenTable {
  caption: string;
  readonly above: string;
  readonly rows: string[][];
  /** Cells of rows above that extend into the next row, by column. */
  readonly spanning: Map<number, { text: string; rows: number }>;
  readonly headingRows: boolean[];
  cell: { text: string; readonly isHeading: boolean; readonly columns: number; readonly rows: number } | undefined;
}

const MAX_SPAN = 1_000;
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'template']);
/** Elements that end a line of text in a cell. */
const LINES: ReadonlySet<string> = new Set(['br', 'p', 'div', 'li']);

/**
 * The tables of a page with at least one row, in the order of their ends; nested tables are separate. Cost: one pass.
 */
export function readHtmlTables(chunks: Iterable<string>): readonly HtmlTable[] {
  const found: HtmlTable[] = [];
  const open: OpenTable[] = [];
  let heading = '';
  let into: 'heading' | 'caption' | undefined;
  let unread = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const table = open.at(-1);
        if (UNREAD.has(name)) unread++;
        else if (name === 'table')
          open.push({ caption: '', above: heading, rows: [], spanning: new Map(), headingRows: [], cell: undefined });
        else if (table === undefined) {
          if (HEADINGS.has(name)) [heading, into] = ['', 'heading'];
        } else if (name === 'caption') into = 'caption';
        else if (name === 'tr') {
          table.rows.push([]);
          table.headingRows.push(true);
        } else if (name === 'td' || name === 'th')
          table.cell = {
            text: '',
            isHeading: name === 'th',
            columns: spanOf(attributes['colspan']),
            rows: spanOf(attributes['rowspan']),
          };
        else if (LINES.has(name) && table.cell !== undefined && table.cell.text.trim() !== '') table.cell.text += '\n';
      },
      ontext: (text) => {
        const table = open.at(-1);
        if (unread > 0) return;
        if (into === 'heading') heading += text;
        else if (into === 'caption' && table !== undefined) table.caption += text;
        else if (table?.cell !== undefined) table.cell.text += text.replace(/\s+/g, ' ');
      },
      onclosetag: (name) => {
        const table = open.at(-1);
        if (UNREAD.has(name)) unread--;
        else if (name === 'caption' || HEADINGS.has(name)) into = undefined;
        else if (table === undefined) return;
        else if (name === 'td' || name === 'th') endCell(table);
        else if (name === 'tr') endRow(table);
        else if (name === 'table') {
          open.pop();
          const rows = table.rows.filter((row) => row.some((cell) => cell !== ''));
          const marks = table.rows.some((_, i) => table.headingRows[i] === true);
          if (rows.length > 0)
            found.push({
              title: (table.caption || table.above).replace(/\s+/g, ' ').trim(),
              rows,
              header: marks ? table.headingRows[0] : undefined,
            });
        }
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  for (const chunk of chunks) parser.write(chunk);
  parser.end();
  return found;
}

function endCell(table: OpenTable): void {
  const { cell, rows } = table;
  const row = rows.at(-1);
  table.cell = undefined;
  if (cell === undefined || row === undefined) return;
  takeSpanning(table, row);
  const text = cell.text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
  if (!cell.isHeading && text !== '') table.headingRows[rows.length - 1] = false;
  if (cell.rows > 1) table.spanning.set(row.length, { text, rows: cell.rows - 1 });
  row.push(text);
  for (let more = 1; more < cell.columns; more++) row.push('');
}

function endRow(table: OpenTable): void {
  const row = table.rows.at(-1);
  if (row === undefined) return;
  takeSpanning(table, row);
  if (!row.some((cell) => cell !== '')) table.headingRows[table.rows.length - 1] = false;
}

/** Adds cells of rows above that extend into the next columns. */
function takeSpanning({ spanning }: OpenTable, row: string[]): void {
  for (let above = spanning.get(row.length); above !== undefined; above = spanning.get(row.length)) {
    above.rows--;
    if (above.rows === 0) spanning.delete(row.length);
    row.push(above.text);
  }
}

function spanOf(written: string | undefined): number {
  const span = Number(written ?? 1);
  return Number.isInteger(span) && span >= 1 ? Math.min(span, MAX_SPAN) : 1;
}
