import { SameasError } from '../../foundation/sameas-error.js';
import { selectedRows, type RowSelection } from '../browsing/select-rows.js';
import { shownText, isEmpty, type CellValue } from '../grid/cell-value.js';
import { findColumn, unduplicatedName } from '../grid/column-model.js';
import type { Cell } from '../grid/cell.js';
import type { Grid } from '../grid/grid.js';
import { DEFAULT_RECON_SETTINGS, type ExportOptions, type ReconSettings } from './export-options.js';

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
export function exportCell(cell: Cell | null, { recon: settings, nullAsText }: ExportColumn): ExportCell | null {
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
