import { SameasError } from '../../foundation/sameas-error.js';
import { selectedRows, type RowSelection } from '../browsing/select-rows.js';
import { shownText, isEmpty, type CellValue, type Cell } from '../grid/cell-value.js';
import { findColumn, unduplicatedName } from '../grid/column-model.js';
import { readGroups, type Grid, type GroupReader } from '../grid/grid.js';
import { z } from 'zod';
import { escapeXml, isLink } from '../../formats/xml/escape-xml.js';
import type { ByteSink, TextSink } from './byte-sink.js';
import { type SeparatedLayout, fieldWriter } from '../../formats/separated/field-writer.js';

export interface ExportCell {
  /** For a spreadsheet: a number stays one. */
  readonly value: CellValue;
  /** For a text file. */
  readonly text: string;
}

/** An exported table: rows are made while they are read, once. */
export interface ExportTable {
  readonly columnNames: readonly string[];
  readonly hasHeader: boolean;
  readonly rows: Iterable<readonly (ExportCell | null)[]>;
  /** An upper bound of the number of rows without the header. */
  readonly maxRows: number;
  /** Source of the rows, for writers that copy texts as bytes. */
  readonly source: ExportSource;
}

interface ExportSource {
  readonly grid: Grid;
  readonly selection: RowSelection;
  readonly columns: readonly ExportColumn[];
  /** Infinity for all. */
  readonly limit: number;
  readonly keepsBlankRows: boolean;
}

/**
 * Rows and columns of an export. Without options blank rows are left out; with an object of options that says nothing
 * of them they stay. Throws `export-invalid` for an unknown column.
 */
export function exportTable(grid: Grid, selection: RowSelection, options: ExportOptions | undefined): ExportTable {
  const columns = columnsOf(grid, options);
  const limit = options?.limit != null && options.limit > 0 ? options.limit : Infinity;
  const keepsBlankRows = options === undefined ? false : (options.outputBlankRows ?? true);
  return {
    source: { grid, selection, columns, limit, keepsBlankRows },
    columnNames: columns.map(({ name }) => name),
    hasHeader: options?.outputColumnHeaders ?? true,
    maxRows: Math.min(selection.rowCount, limit),
    rows: (function* () {
      let count = 0;
      for (const row of selectedRows(grid, selection)) {
        if (count >= limit) return;
        const cells = columns.map((column) => exportCell(row.cell(column.cellIndex), column));
        if (
          !keepsBlankRows &&
          cells.every((cell, index) => cell === null || (isEmpty(cell.value) && columns[index]?.nullAsText !== true))
        )
          continue;
        count += 1;
        yield cells;
      }
    })(),
  };
}

export interface ExportColumn {
  readonly name: string;
  readonly cellIndex: number;
  readonly recon: ReconSettings;
  /** Whether an empty cell is an empty text; then a row with it is not blank. */
  readonly nullAsText: boolean;
}

function columnsOf(grid: Grid, options: ExportOptions | undefined): readonly ExportColumn[] {
  if (options?.columns == null && options?.idColumns === true) return withIdColumns(grid);
  if (options?.columns == null)
    return grid.model.columns.map(({ name, cellIndex }) => ({
      name,
      cellIndex,
      recon: DEFAULT_RECON_SETTINGS,
      nullAsText: false,
    }));
  return options.columns.map(({ name, reconSettings, nullValueToEmptyStr }) => {
    const column = findColumn(grid.model, name);
    if (column === undefined) {
      throw new SameasError('export-invalid', `There is no column named "${name}" to export.`, {
        advice: `The columns are: ${grid.model.columns.map((one) => one.name).join(', ')}.`,
      });
    }
    return { name, cellIndex: column.cellIndex, recon: reconSettings, nullAsText: nullValueToEmptyStr };
  });
}

/** Every column as it is; after each reconciled one, a column with the ids of its matches. */
function withIdColumns({ model: { columns } }: Grid): readonly ExportColumn[] {
  const taken = new Set(columns.map(({ name }) => name));
  return columns.flatMap(({ name, cellIndex, reconConfig }): readonly ExportColumn[] => {
    const texts: ExportColumn = {
      name,
      cellIndex,
      recon: { output: 'cell-content', blankUnmatchedCells: false },
      nullAsText: false,
    };
    if (reconConfig === undefined) return [texts];
    const idName = unduplicatedName(taken, `${name} id`);
    taken.add(idName);
    return [texts, { ...texts, name: idName, recon: { output: 'id alone', blankUnmatchedCells: true } }];
  });
}

/** Null for nothing. */
function exportCell(cell: Cell | null, { recon: settings, nullAsText }: ExportColumn): ExportCell | null {
  const value = exportedValue(cell, settings);
  if (value === null) return nullAsText ? { value: '', text: '' } : null;
  return { value, text: shownText(value) };
}

function exportedValue(cell: Cell | null, { output, blankUnmatchedCells }: ReconSettings): CellValue {
  if (cell === null) return null;
  const { recon } = cell;
  if (output === 'id alone') return recon?.match?.id ?? null;
  if (recon === null || output === 'cell-content') return cell.value;
  if (recon.judgment === 'matched' && recon.match !== null)
    return output === 'entity-id' ? recon.match.id : recon.match.name;
  return blankUnmatchedCells ? null : cell.value;
}

const columnSchema = z.object({
  name: z.string(),
  reconSettings: z
    .object({
      output: z.enum(['entity-name', 'entity-id', 'cell-content']).default('entity-name'),
      blankUnmatchedCells: z.boolean().default(false),
    })
    .nullish()
    .transform((settings) => settings ?? DEFAULT_RECON_SETTINGS),
  nullValueToEmptyStr: z.boolean().default(false),
});

/** Text of matched cells, and whether others stay empty. */
interface ReconSettings {
  /** `id alone` is that of a column with ids of its own: empty without a match. */
  readonly output: 'entity-name' | 'entity-id' | 'cell-content' | 'id alone';
  readonly blankUnmatchedCells: boolean;
}

const DEFAULT_RECON_SETTINGS: ReconSettings = { output: 'entity-name', blankUnmatchedCells: false };

/** The options of an export of rows; unknown members are dropped, `null` counts as left out. */
export const exportOptionsSchema = z.object({
  outputColumnHeaders: z.boolean().nullish(),
  outputBlankRows: z.boolean().nullish(),
  /** Below 1: no limit. */
  limit: z.number().int().nullish(),
  columns: z.array(columnSchema).nullish(),
  separator: z.string().nullish(),
  lineSeparator: z.string().nullish(),
  quoteAll: z.boolean().nullish(),
  /** Our own: where no columns are named, reconciled ones keep their texts, and a column with the ids of their entities follows each. */
  idColumns: z.boolean().nullish(),
  /** Our own: puts an apostrophe before texts that a spreadsheet would take for formulas. */
  guardFormulas: z.boolean().nullish(),
});

export type ExportOptions = z.output<typeof exportOptionsSchema>;

/** A page with one table; addresses become links. */
export function writeHtml(table: ExportTable, title: string, sink: TextSink): void {
  sink.write(
    `<html>\n<head>\n<title>${escapeXml(title)}</title>\n<meta charset="utf-8" />\n</head>\n<body>\n<table>\n`,
  );
  if (table.hasHeader)
    sink.write(`<tr>${table.columnNames.map((name) => `<th>${escapeXml(name)}</th>`).join('')}</tr>\n`);
  for (const row of table.rows) {
    sink.write(`<tr>${row.map((cell) => `<td>${cell === null ? '' : cellHtml(cell.text)}</td>`).join('')}</tr>\n`);
  }
  sink.write('</table>\n</body>\n</html>\n');
  sink.end();
}

function cellHtml(text: string): string {
  const escaped = escapeXml(text);
  return isLink(text) ? `<a href="${escaped}">${escaped}</a>` : escaped;
}

/*
 * Fast CSV and TSV in UTF-8: most cells are texts without quotes, and their bytes are copied from the chunk. The others
 * go through `writeSeparated`, cell by cell, so that both give the same bytes.
 */

const BUFFER_BYTES = 1 << 18;
/** In UTF-8 a character of UTF-16 takes at most three bytes. */
const BYTES_A_CHARACTER = 3;

/** Whether such lines can be written by copying. */
export function canCopyBytes({ separator }: SeparatedLayout): boolean {
  return separator.length === 1 && separator.charCodeAt(0) < 0x80;
}

/** The same bytes as `writeSeparated` in UTF-8. Throws errors of the sink. */
export function writeSeparatedBytes(table: ExportTable, layout: SeparatedLayout, sink: ByteSink): void {
  const { grid, selection, limit, keepsBlankRows } = table.source;
  const lines = new LineBytes(layout, sink);
  if (table.hasHeader) lines.writeHeader(table.columnNames);
  let count = 0;
  for (const reader of readGroups(grid)) {
    for (let position = 0; position < reader.group.rowCount && count < limit; position += 1) {
      if (!selection.has(reader.firstRow + position)) continue;
      if (lines.writeRow(reader, position, table.source.columns, keepsBlankRows)) count += 1;
    }
    if (count >= limit) break;
  }
  lines.flush();
}

/** Lines as bytes in a buffer, which the sink gets when it is half full. */
class LineBytes {
  readonly #layout: SeparatedLayout;
  readonly #sink: ByteSink;
  readonly #field: ReturnType<typeof fieldWriter>;
  readonly #special: Uint8Array;
  readonly #separator: number;
  readonly #lineEnd: Buffer;
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #filled = 0;

  constructor(layout: SeparatedLayout, sink: ByteSink) {
    this.#layout = layout;
    this.#sink = sink;
    this.#field = fieldWriter(layout);
    this.#special = specialBytes(layout);
    this.#separator = layout.separator.charCodeAt(0);
    this.#lineEnd = Buffer.from(layout.lineSeparator);
  }

  writeHeader(names: readonly string[]): void {
    this.#writeText(names.map((name, place) => this.#field(name, place === 0)).join(this.#layout.separator));
    this.#writeLineEnd();
  }

  /** False for a blank row that is left out. */
  writeRow(reader: GroupReader, position: number, columns: readonly ExportColumn[], keepsBlankRows: boolean): boolean {
    const lineStart = this.#filled;
    let isBlank = true;
    for (let place = 0; place < columns.length; place += 1) {
      if (place > 0) {
        this.#reserve(1);
        this.#buffer[this.#filled] = this.#separator;
        this.#filled += 1;
      }
      const column = columns[place];
      if (column !== undefined && this.#writeCell(reader, position, column, place === 0)) isBlank = false;
    }
    if (isBlank && !keepsBlankRows) {
      this.#filled = lineStart;
      return false;
    }
    this.#writeLineEnd();
    return true;
  }

  flush(): void {
    this.#sink.write(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
    if (this.#buffer.length > BUFFER_BYTES) this.#buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  }

  /** Returns whether the cell holds anything. */
  #writeCell(reader: GroupReader, position: number, column: ExportColumn, isFirst: boolean): boolean {
    const chunk = reader.chunk(column.cellIndex);
    if (!chunk.hasRecon(position) && column.recon.output !== 'id alone') {
      const start = chunk.textStart(position);
      if (start >= 0) {
        const { bytes } = chunk;
        const end = chunk.textEnd(position);
        if (this.#layout.quoteAll || !this.#copyText(bytes, start, end, isFirst)) {
          const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8');
          this.#writeText(this.#field(text, isFirst));
        }
        return end > start || column.nullAsText;
      }
    }
    const cell = exportCell(chunk.cell(position), column);
    this.#writeText(this.#field(cell?.text ?? '', isFirst));
    return cell !== null && (!isEmpty(cell.value) || column.nullAsText);
  }

  /** False for a text that needs a look as a whole. */
  #copyText(bytes: Uint8Array, start: number, end: number, isFirst: boolean): boolean {
    this.#reserve(end - start);
    const special = this.#special;
    if (start < end && (special[bytes[start] ?? 0] ?? 0) >= (isFirst ? FIRST_IN_LINE : FIRST_IN_FIELD)) return false;
    const buffer = this.#buffer;
    let to = this.#filled;
    for (let at = start; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (special[byte] === ANYWHERE) return false;
      buffer[to] = byte;
      to += 1;
    }
    this.#filled = to;
    return true;
  }

  #writeText(text: string): void {
    this.#reserve(text.length * BYTES_A_CHARACTER);
    this.#filled += this.#buffer.write(text, this.#filled, 'utf8');
  }

  #writeLineEnd(): void {
    this.#reserve(this.#lineEnd.length);
    this.#filled += this.#lineEnd.copy(this.#buffer, this.#filled);
    if (this.#filled >= BUFFER_BYTES / 2) this.flush();
  }

  #reserve(bytes: number): void {
    if (this.#filled + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#filled + bytes, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }
}

const ANYWHERE = 3;
const FIRST_IN_FIELD = 2;
const FIRST_IN_LINE = 1;

/** By byte: 3 when a text that holds it may have to be quoted or escaped, 2 when one that begins with it, 1 when one in the first column that does. */
function specialBytes({ separator, guardFormulas }: SeparatedLayout): Uint8Array {
  const special = new Uint8Array(256);
  const mark = (characters: string, as: number): void => {
    for (const character of characters)
      special[character.charCodeAt(0)] = Math.max(special[character.charCodeAt(0)] ?? 0, as);
  };
  mark('#', FIRST_IN_LINE);
  if (guardFormulas) {
    mark('=+-@', FIRST_IN_FIELD);
    mark(';,', ANYWHERE);
    // The first byte of full-width signs.
    special[0xef] = ANYWHERE;
  }
  mark(`${separator}"\\\t\n\r`, ANYWHERE);
  return special;
}
