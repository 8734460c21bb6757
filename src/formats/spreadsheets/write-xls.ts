import { utils, write, type CellObject, type WorkSheet } from '@e965/xlsx';
import { columnLetters, MAX_SHEET_TEXT, type WrittenCell, type WrittenSheet } from './written-sheet.js';

/**
 * A workbook in the old binary format (at most 65,536 rows of 256 columns, which the caller ensures). Held in memory as
 * a whole.
 */
export function writeXls(sheet: WrittenSheet): Uint8Array {
  const cells: WorkSheet = {};
  let rowCount = 0;
  let columnCount = 0;
  const addRow = (row: readonly (WrittenCell | null)[]): void => {
    rowCount += 1;
    columnCount = Math.max(columnCount, row.length);
    row.forEach((cell, column) => {
      if (cell !== null) cells[`${columnLetters(column)}${rowCount}`] = cellObject(cell);
    });
  };
  if (sheet.header !== undefined) addRow(sheet.header.map((text) => ({ kind: 'text', text })));
  for (const row of sheet.rows) addRow(row);
  cells['!ref'] = `A1:${columnLetters(Math.max(0, columnCount - 1))}${Math.max(1, rowCount)}`;
  const book = utils.book_new();
  utils.book_append_sheet(book, cells, sheet.name);
  // With this type the library returns a Uint8Array.
  return new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }) as ArrayBuffer);
}

function cellObject(cell: WrittenCell): CellObject {
  switch (cell.kind) {
    case 'text':
      return {
        t: 's',
        v: cell.text.slice(0, MAX_SHEET_TEXT),
        ...(cell.link === undefined ? {} : { l: { Target: cell.link } }),
      };
    case 'number':
      return Number.isFinite(cell.value) ? { t: 'n', v: cell.value } : { t: 's', v: String(cell.value) };
    case 'boolean':
      return { t: 'b', v: cell.value };
    case 'date': {
      const days = cell.epochMs / 86_400_000 + 25_569;
      return days < 61 ? { t: 's', v: new Date(cell.epochMs).toISOString() } : { t: 'n', v: days, z: 'yyyy-mm-dd' };
    }
  }
}
