import { sentence } from '../../foundation/message.js';
import { type Cell, type CellValue, guessCellValue } from '../grid/cell-value.js';
import { unduplicatedName, type Column } from '../grid/column-model.js';
import type { Grid } from '../grid/grid.js';
import { GridWriter } from '../grid/grid-writer.js';
import { type ImportTarget, type SourceFile, tooLarge } from './import-request.js';
import type { TableOptions } from './import-options.js';

/** Columns with the source of a row. */
export interface SourceColumns {
  readonly file: boolean;
  readonly archive: boolean;
}

const EMPTY_TEXT: Cell = { value: '', recon: null };

/** Rows between two calls of `progress`. */
const ROWS_BETWEEN_PROGRESS = 4096;

/**
 * Rows of one or several files → a grid. Files share columns of the same name, in order of appearance. The reader of a
 * file calls `beginFile`, then `take` for each of its rows, with the header, until it returns false; then `endFile`.
 */
export class TableBuilder {
  readonly #target: ImportTarget;
  readonly #options: TableOptions;
  readonly #rows: GridWriter;
  readonly #columns: Column[] = [];
  readonly #cellIndexes = new Map<string, number>();
  /** One for each column: whether a cell of it holds something. */
  readonly #hasContent: boolean[] = [];
  readonly #sourceColumns: SourceColumns;
  #rowCount = 0;
  #cellCount = 0;

  // Cells for the source columns of the present file.
  #sourceCells: (Cell | null)[] = [];
  /** Position in a row of the file → cell index. */
  #places: number[] = [];
  #takenNames = new Set<string>();
  #nameCounters = new Map<string, number>();
  #headings: string[] = [];
  #linesToIgnore = 0;
  #headerLinesLeft = 0;
  #rowsToSkip = 0;

  constructor(target: ImportTarget, options: TableOptions, sourceColumns: SourceColumns) {
    this.#target = target;
    this.#options = options;
    this.#rows = new GridWriter(target.chunks);
    this.#sourceColumns = sourceColumns;
    if (sourceColumns.archive) this.#column('Archive');
    if (sourceColumns.file) this.#column('File');
  }

  beginFile({ name, archiveName }: Pick<SourceFile, 'name' | 'archiveName'>): void {
    const { ignoreLines, headerLines, skipDataLines, columnNames } = this.#options;
    this.#sourceCells = [];
    if (this.#sourceColumns.archive) this.#sourceCells.push({ value: archiveName ?? null, recon: null });
    if (this.#sourceColumns.file) this.#sourceCells.push({ value: name, recon: null });
    this.#sourceCells.forEach((_, index) => (this.#hasContent[index] = true));
    this.#takenNames = new Set([
      ...(this.#sourceColumns.archive ? ['Archive'] : []),
      ...(this.#sourceColumns.file ? ['File'] : []),
    ]);
    this.#nameCounters = new Map();
    this.#places = [];
    this.#headings = [];
    this.#linesToIgnore = Math.max(0, ignoreLines);
    this.#headerLinesLeft = Math.max(0, headerLines);
    this.#rowsToSkip = Math.max(0, skipDataLines);
    if (columnNames !== undefined) {
      this.#headings = [...columnNames];
      this.#headerLinesLeft = 0;
      this.#setUpColumns();
    }
  }

  /**
   * Takes a row of texts; false if no more are needed. Throws `import-too-large`, errors of the writer and `progress`.
   */
  takeTexts(texts: readonly string[]): boolean {
    if (this.#isNoData(texts)) return true;
    const { trimStrings, guessCellValueTypes, storeBlankCellsAsNulls } = this.#options;
    const row: (Cell | null)[] = this.#sourceCells.length === 0 ? [] : this.#sourceCells.slice();
    this.#reserve(texts.length);
    const places = this.#places;
    let filled = 0;
    for (let position = 0; position < texts.length; position += 1) {
      const given = texts[position] ?? '';
      const text = trimStrings ? given.trim() : given;
      const place = places[position] ?? 0;
      if (text === '') {
        // A cell of blanks was not empty: it stays, trimmed.
        row[place] = storeBlankCellsAsNulls && given === '' ? null : EMPTY_TEXT;
        if (given !== '') filled += 1;
        continue;
      }
      filled += 1;
      this.#hasContent[place] = true;
      row[place] = { value: guessCellValueTypes ? guessCellValue(text) : text, recon: null };
    }
    return this.#append(row, filled);
  }

  /** The same for typed cells; texts among them are treated as in `takeTexts`. */
  takeValues(values: readonly CellValue[], headings: readonly string[]): boolean {
    if (this.#isNoData(headings)) return true;
    const { trimStrings, guessCellValueTypes, storeBlankCellsAsNulls } = this.#options;
    const row: (Cell | null)[] = this.#sourceCells.slice();
    this.#reserve(values.length);
    let filled = 0;
    values.forEach((given, position) => {
      const place = this.#places[position] ?? 0;
      const value = typeof given === 'string' && trimStrings ? given.trim() : given;
      if (value === null || value === '') {
        const isEmpty = given === null || given === '';
        row[place] = storeBlankCellsAsNulls && isEmpty ? null : EMPTY_TEXT;
        if (!isEmpty) filled += 1;
        return;
      }
      filled += 1;
      this.#hasContent[place] = true;
      row[place] = {
        value: typeof value === 'string' && guessCellValueTypes ? guessCellValue(value) : value,
        recon: null,
      };
    });
    return this.#append(row, filled);
  }

  /** A file may end before its header does. */
  endFile(): void {
    if (this.#headerLinesLeft > 0 && this.#headings.length > 0) this.#setUpColumns();
    this.#headerLinesLeft = 0;
  }

  finish(): Grid {
    const columns = this.#options.storeBlankColumns
      ? this.#columns
      : this.#columns.filter(({ cellIndex }) => this.#hasContent[cellIndex] === true);
    return this.#rows.finish({ columns, columnGroups: [], nextCellIndex: this.#columns.length });
  }

  /** Ignored lines, headers, and skipped rows. */
  #isNoData(texts: readonly string[]): boolean {
    if (this.#linesToIgnore > 0) {
      this.#linesToIgnore -= 1;
      return true;
    }
    if (this.#headerLinesLeft > 0) {
      texts.forEach((text, position) => {
        const before = this.#headings[position] ?? '';
        const heading = text.trim();
        this.#headings[position] = before === '' || heading === '' ? before + heading : `${before} ${heading}`;
      });
      this.#headerLinesLeft -= 1;
      if (this.#headerLinesLeft === 0) this.#setUpColumns();
      return true;
    }
    if (this.#rowsToSkip === 0) return false;
    this.#rowsToSkip -= 1;
    return true;
  }

  #setUpColumns(): void {
    for (let position = 0; position < this.#headings.length; position += 1) {
      this.#place(position, withoutQuotes((this.#headings[position] ?? '').trim()) || 'Column');
    }
  }

  /** Columns for positions beyond the header. */
  #reserve(width: number): void {
    while (this.#places.length < width) this.#place(this.#places.length, `Column ${this.#places.length + 1}`);
  }

  #place(position: number, name: string): void {
    const unique = unduplicatedName(this.#takenNames, name, this.#nameCounters);
    this.#takenNames.add(unique);
    this.#places[position] = this.#column(unique);
  }

  #column(name: string): number {
    const known = this.#cellIndexes.get(name);
    if (known !== undefined) return known;
    const { maxColumns } = this.#target.limits;
    const cellIndex = this.#columns.length;
    if (cellIndex >= maxColumns)
      throw tooLarge(
        sentence('The table has more than {n} columns.', { n: maxColumns }),
        sentence('Check the separator of the file.'),
        maxColumns,
      );
    this.#columns.push({ cellIndex, originalName: name, name });
    this.#cellIndexes.set(name, cellIndex);
    return cellIndex;
  }

  #append(row: readonly (Cell | null)[], filled: number): boolean {
    if (filled === 0 && !this.#options.storeBlankRows) return true;
    this.#rows.append(row);
    this.#rowCount += 1;
    this.#cellCount += filled;
    if (this.#rowCount % ROWS_BETWEEN_PROGRESS === 0) this.#target.progress(this.#rowCount);
    refuseTooMany(this.#rowCount, this.#cellCount, this.#target);
    // Of all files together; of each later one a single row is read, as clients are used to.
    return !(this.#options.limit > 0 && this.#rowCount >= this.#options.limit);
  }
}

/** Throws `import-too-large` for too many rows or cells. */
export function refuseTooMany(
  rowCount: number,
  cellCount: number,
  { limits: { maxRows, maxCells } }: ImportTarget,
): void {
  if (rowCount > maxRows)
    throw tooLarge(
      sentence('The table has more than {n} rows.', { n: maxRows }),
      'Import it in parts, or set a limit in the options.',
      maxRows,
    );
  if (cellCount > maxCells)
    throw tooLarge(
      sentence('The table has more than {n} cells.', { n: maxCells }),
      sentence('Import it in parts, or leave out columns.'),
      maxCells,
    );
}

function withoutQuotes(heading: string): string {
  return heading.length > 1 && heading.startsWith('"') && heading.endsWith('"') ? heading.slice(1, -1).trim() : heading;
}
