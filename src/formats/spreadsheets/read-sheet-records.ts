import { countRowsAbove } from '../count-rows-above.js';
import { detectHeader, type DetectedHeader } from '../delimited/detect-header.js';
import { nameColumns } from '../name-columns.js';
import type { RecordReader } from '../raw-record.js';
import type { Sheet } from './read-workbook.js';

interface SheetOptions {
  /** Whether the first row holds headings; detected by default. */
  readonly header?: boolean;
  readonly isKnownHeading: (cell: string, place?: 'alone' | number) => boolean;
}

export interface SheetReader extends RecordReader {
  readonly header: DetectedHeader;
  /** Rows above the table, such as its title: a text for each skipped row. */
  readonly above: readonly string[];
}

const SAMPLE_ROWS = 300;

/**
 * The table in a sheet. Empty rows and columns are left out; row numbers are those of the spreadsheet program. A title
 * above the table (rows of one cell, where most rows have more) goes to `above`. Columns are named by `nameColumns`.
 * Memory: the texts of all cells, not the sheet.
 */
export function readSheetRecords(sheet: Sheet, options: SheetOptions): SheetReader {
  const rows = filledRows(sheet);
  const above = rows.slice(
    0,
    countRowsAbove(
      rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells),
      options.isKnownHeading,
    ),
  );
  const table = rows.slice(above.length);
  const sample = table.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  const header =
    options.header === undefined
      ? detectHeader(sample, options.isKnownHeading)
      : { header: options.header, reason: 'the manifest says so' };
  const records = header.header ? table.slice(1) : table;
  const width = table.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const names = nameColumns(header.header ? (sample[0] ?? []) : [], width);
  const used = usedColumns(header.header ? table : records, width);
  const isWhole = used.length === width;

  return {
    columns: used.map((column) => names[column] ?? ''),
    header,
    above: above.map(({ cells }) => cells.find((cell) => cell.trim() !== '')?.trim() ?? ''),
    read: (visit) => {
      for (const { cells, row } of records) visit(isWhole ? cells : used.map((column) => cells[column] ?? ''), row);
    },
  };
}

interface FilledRow {
  /** Up to the last non-empty one. */
  readonly cells: readonly string[];
  /** From 1, counting all rows of the sheet. */
  readonly row: number;
}

function filledRows(sheet: Sheet): readonly FilledRow[] {
  const rows: FilledRow[] = [];
  for (let row = 0; row < sheet.rowCount; row++) {
    const contents = sheet.contents(row);
    const last = contents.findLastIndex((cell) => cell.trim() !== '');
    if (last >= 0)
      rows.push({ cells: last === contents.length - 1 ? contents : contents.slice(0, last + 1), row: row + 1 });
  }
  return rows;
}

/** Positions of the non-empty columns, ascending. */
function usedColumns(rows: readonly FilledRow[], width: number): readonly number[] {
  const isUsed = new Uint8Array(width);
  for (const { cells } of rows) {
    for (let column = 0; column < cells.length; column++)
      if (isUsed[column] === 0 && cells[column]?.trim() !== '') isUsed[column] = 1;
  }
  return Array.from({ length: width }, (_, column) => column).filter((column) => isUsed[column] === 1);
}
