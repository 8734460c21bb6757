import { isLink } from '../../formats/xml/escape-xml.js';
import { safeSheetName, type WrittenCell, type WrittenSheet } from '../../formats/spreadsheets/written-sheet.js';
import { DateValue } from '../grid/cell-value.js';
import type { ExportCell, ExportTable } from './export-table.js';

/** The table as a sheet: numbers, dates and truth values keep their kind, as far as spreadsheets have it. */
export function sheetOfTable(table: ExportTable, projectName: string): WrittenSheet {
  return {
    name: safeSheetName(projectName),
    header: table.hasHeader ? table.columnNames : undefined,
    rows: (function* () {
      for (const row of table.rows) yield row.map((cell) => (cell === null ? null : sheetCell(cell)));
    })(),
  };
}

function sheetCell({ value, text }: ExportCell): WrittenCell {
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'number', value };
  // A spreadsheet counts in floating numbers: a whole one that does not fit stays a text, so that no digit is lost.
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return { kind: 'number', value: Number(value) };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (value instanceof DateValue) return { kind: 'date', epochMs: value.epochMs };
  return { kind: 'text', text, ...(isLink(text) ? { link: text } : {}) };
}
