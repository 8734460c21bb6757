import { readFileSync } from 'node:fs';
import { type CellObject, SSF, type WorkSheet, read, set_cptable } from '@e965/xlsx';
import * as codepages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { sentence } from '../../foundation/message.js';
import { faultSaying } from '../../foundation/sentence.js';
import { isCompoundFile, isZip, mayBeSpreadsheet } from '../first-bytes.js';
import { zipEntryNames } from '../archives/unpack-archive.js';
import { type DetectedHeader, countRowsAbove, detectHeader, nameColumns } from '../delimited/detect-header.js';
import type { RecordReader } from '../raw-record.js';

/** A cell of a sheet: text, whole number, float, boolean, date (milliseconds since 1970, UTC), or nothing. */
export type SheetValue = string | bigint | number | boolean | { readonly epochMs: number } | null;

export interface Sheet {
  readonly name: string;
  /** Up to the last row with a cell. */
  readonly rowCount: number;
  /** The cells of a row from the first column to its last cell. */
  values(row: number): readonly SheetValue[];
  /** The same as displayed by the program that made the sheet. */
  texts(row: number): readonly string[];
  /**
   * The same as the text of the content, not of the display format: `1234.5` for `1,234.50 €`, `1882-01-25` for a day,
   * `1882-01` or `1882` for a date displayed with less precision, `true`. The display is used where only it has the
   * meaning: hours, and numbers with leading zeros (`00123`).
   */
  contents(row: number): readonly string[];
}

/**
 * The sheets of an xls, xlsx or ods file (a path, or its bytes), in order. A formula gives its last computed value; an
 * error gives nothing. Memory: about ten times the unpacked bytes. Throws a SyntaxError for another or a damaged file.
 */
export function readWorkbook(file: string | Buffer): readonly Sheet[] {
  const bytes = typeof file === 'string' ? readFileSync(file) : file;
  // The library accepts anything as a sheet, so the first bytes are checked.
  if (!mayBeSpreadsheet(bytes))
    throw faultSaying(SyntaxError, sentence('it is no spreadsheet of the kinds xls, xlsx and ods'));
  set_cptable(codepages);
  try {
    const workbook = read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      cellText: true,
    });
    const is1904 = workbook.Workbook?.WBProps?.date1904 === true;
    const isOds = workbook.bookType === 'ods' || workbook.bookType === 'fods';
    return workbook.SheetNames.flatMap((name) => {
      const sheet = workbook.Sheets[name];
      return sheet === undefined ? [] : [sheetOf(name, sheet, is1904, isOds)];
    });
  } catch (thrown) {
    // The library throws errors of every kind for unreadable files.
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw faultSaying(
      SyntaxError,
      /password|encrypt/i.test(reason)
        ? sentence('it is protected by a password')
        : sentence('the spreadsheet cannot be read ({reason})', { reason: reason.slice(0, 100) }),
      { cause: thrown },
    );
  }
}

// The library's types lack this function, which its documentation has.
const NUMBER_FORMATS = SSF as { readonly is_date: (format: string) => boolean };

function sheetOf(name: string, sheet: WorkSheet, is1904: boolean, isOds: boolean): Sheet {
  const data: readonly (readonly (CellObject | undefined)[] | undefined)[] = sheet['!data'] ?? [];
  return {
    name,
    rowCount: data.length,
    values: (row) => Array.from(data[row] ?? [], (cell) => valueOf(cell, is1904, isOds)),
    texts: (row) => Array.from(data[row] ?? [], textOf),
    contents: (row) => Array.from(data[row] ?? [], (cell) => contentOf(cell, is1904)),
  };
}

function valueOf(cell: CellObject | undefined, is1904: boolean, isOds: boolean): SheetValue {
  const value = cell?.v;
  if (cell === undefined || value === undefined || cell.t === 'e' || cell.t === 'z') return null;
  if (value instanceof Date) return { epochMs: value.getTime() };
  if (typeof value !== 'number') return value;
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  if (!NUMBER_FORMATS.is_date(format))
    return !isOds && format === 'General' && Number.isSafeInteger(value) ? BigInt(value) : value;
  if (isOds ? hasDay(format) : BUILT_IN_DATES.has(format) || (hasDay(format) && hasTime(format)))
    return { epochMs: epochMsOf(value, is1904) };
  return textOf(cell);
}

function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'e') return '';
  return cell.w ?? String(cell.v);
}

function contentOf(cell: CellObject | undefined, is1904: boolean): string {
  const value = cell?.v;
  if (cell === undefined || value === undefined || cell.t === 'e' || cell.t === 'z') return '';
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return isoDate(value.getTime(), 'day');
  const format = typeof cell.z === 'string' ? cell.z : 'General';
  if (NUMBER_FORMATS.is_date(format)) {
    const precision = shownPrecision(format);
    const epochMs = epochMsOf(value, is1904);
    return precision === undefined || Math.abs(epochMs) > MAX_EPOCH_MS ? textOf(cell) : isoDate(epochMs, precision);
  }
  // Files have 15 digits; the 17 of the nearest float would be an artefact.
  return ZEROS_IN_FRONT.test(format) ? textOf(cell) : String(Number(value.toPrecision(15)));
}

/** Formats of postal codes and the like: `00000`, `000-00-0000`. */
const ZEROS_IN_FRONT = /^0[0\\\- ]*0$/;

/** Displayed precision of a date format; `undefined` for hours alone. */
function shownPrecision(format: string): 'day' | 'month' | 'year' | undefined {
  const letters = withoutLiterals(format);
  if (/d/i.test(letters)) return 'day';
  if (!/[ye]/i.test(letters)) return /[hs]/i.test(letters) ? undefined : 'day';
  return /m/i.test(letters) ? 'month' : 'year';
}

/** Includes the time of day if there is one. */
function isoDate(epochMs: number, precision: 'day' | 'month' | 'year'): string {
  const [day = '', time = ''] = new Date(epochMs).toISOString().split('T');
  if (precision === 'day') return time.startsWith('00:00:00') ? day : `${day}T${time.slice(0, 8)}`;
  return day
    .split('-')
    .slice(0, precision === 'month' ? -1 : -2)
    .join('-');
}

const MAX_EPOCH_MS = 8.64e15;

/** The built-in formats 14, 15 and 22. */
const BUILT_IN_DATES: ReadonlySet<string> = new Set(['m/d/yy', 'd-mmm-yy', 'm/d/yy h:mm']);

function hasDay(format: string): boolean {
  return /[yd]/i.test(withoutLiterals(format));
}

function hasTime(format: string): boolean {
  return /[hs]/i.test(withoutLiterals(format));
}

function withoutLiterals(format: string): string {
  return format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
}

const DAY_MS = 86_400_000;

/**
 * Days since the last day of 1899 → milliseconds since 1970. The format treats 1900 as a leap year. Source: ECMA-376
 * part 1, 18.17.4.
 */
function epochMsOf(serial: number, is1904: boolean): number {
  const days = is1904 ? serial + 1462 : serial;
  return Math.round((days - 25_569 + (days < 60 ? 1 : 0)) * DAY_MS);
}

/** Kinds of spreadsheets, with their programs' names. */
export type SpreadsheetKind = 'Excel workbook' | 'OpenDocument spreadsheet' | 'Excel 97 workbook';

/**
 * Kind of spreadsheet by content alone; `undefined` for other bytes, also other zip archives and office documents. An
 * old workbook and an encrypted new one look like any old office document until they are read. Throws a SyntaxError for
 * a damaged zip archive.
 */
export async function spreadsheetKind(bytes: Buffer): Promise<SpreadsheetKind | undefined> {
  if (isCompoundFile(bytes)) return 'Excel 97 workbook';
  if (!isZip(bytes)) return undefined;
  // OpenDocument files should have their type at a fixed position; some programs compress it.
  const start = bytes.toString('latin1', 30, 128);
  if (start.startsWith('mimetype'))
    return start.startsWith(ODS_TYPE, 'mimetype'.length) ? 'OpenDocument spreadsheet' : undefined;
  const names = await zipEntryNames(bytes);
  if (names.includes('content.xml') && names.includes('META-INF/manifest.xml')) return 'OpenDocument spreadsheet';
  return names.includes('[Content_Types].xml') && names.some((name) => /^xl[/\\]workbook\./i.test(name))
    ? 'Excel workbook'
    : undefined;
}

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet';

/** Counts the non-empty cells of the text of an OpenDocument sheet (`content.xml`). */
interface OdsCellCounter {
  readonly add: (piece: Buffer) => void;
  /** Count so far, including repeated cells, of which a few bytes can declare billions. */
  readonly cells: () => number;
}

/** Memory: a piece. Source: OASIS OpenDocument 1.3 part 3, 19.675 (columns repeated) and 19.677 (rows repeated). */
export function countOdsCells(): OdsCellCounter {
  let cells = 0;
  let rowRepeats = 1;
  let carried = '';
  return {
    add: (piece) => {
      // The searched text is ASCII in all encodings used here.
      const text = carried + piece.toString('latin1');
      const end = text.lastIndexOf('<');
      carried = end < 0 || text.length - end > MAX_TAG ? '' : text.slice(end);
      for (const [tag, name] of text.slice(0, text.length - carried.length).matchAll(TAG)) {
        if (name === 'table-row') rowRepeats = repeats(tag, 'rows');
        else if (!tag.endsWith('/>') || tag.includes('value-type=')) cells += rowRepeats * repeats(tag, 'columns');
      }
    },
    cells: () => cells,
  };
}

const TAG = /<(?:[\w.-]+:)?(table-row|table-cell|covered-table-cell)\b[^>]*>/g;
const MAX_TAG = 1 << 16;

function repeats(tag: string, what: 'rows' | 'columns'): number {
  const declared = /number-(rows|columns)-repeated\s*=\s*["'](\d+)/.exec(tag);
  return declared?.[1] === what ? Math.max(1, Number(declared[2])) : 1;
}

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
