import type { BoundProject, BoundRecord, BoundRow, RowBindings } from '../expressions/expression-language.js';
import { isBlank } from '../grid/cell-value.js';
import type { Cell } from '../grid/cell.js';
import { RowReader, type Grid, type GroupReader, type Row } from '../grid/grid.js';
import { indexRecords, type RecordIndex } from './record-index.js';

/** A grid as expressions see it. Records are worked out when the first expression asks for one. */
export interface BoundGrid {
  readonly grid: Grid;
  readonly records: () => RecordIndex;
  /** What a program sees at a position of a group; `cellIndex` undefined for no base column. */
  bind(reader: GroupReader, position: number, base: BaseColumn): RowBindings;
  /** A row as `row`, `cross` and records show it. */
  row(row: Row): BoundRow;
}

export interface BaseColumn {
  readonly name: string;
  readonly cellIndex: number | undefined;
}

/** The base column of that name; without one, expressions run with no value, as the empty name asks for. */
export function baseColumnOf(grid: Grid, columnName: string): BaseColumn {
  return { name: columnName, cellIndex: grid.model.columns.find(({ name }) => name === columnName)?.cellIndex };
}

/** The grid for expressions of this project. Cost: nothing, until records are asked for. */
export function bindGrid(grid: Grid, project: BoundProject): BoundGrid {
  const columnNames = grid.model.columns.map(({ name }) => name);
  const cellIndexes = new Map(grid.model.columns.map(({ name, cellIndex }) => [name, cellIndex]));
  let records: RecordIndex | undefined;
  let rowReader: RowReader | undefined;
  const allRecords = (): RecordIndex => (records ??= indexRecords(grid));

  const recordOf = (rowIndex: number): BoundRecord => {
    const record = allRecords().recordOf(rowIndex) ?? { index: 0, fromRowIndex: rowIndex, toRowIndex: rowIndex + 1 };
    return {
      ...record,
      cells: (columnName) => {
        const cellIndex = cellIndexes.get(columnName);
        if (cellIndex === undefined) return undefined;
        const reader = (rowReader ??= new RowReader(grid));
        const cells: Cell[] = [];
        for (let index = record.fromRowIndex; index < record.toRowIndex; index += 1) {
          const cell = reader.row(index)?.cell(cellIndex) ?? null;
          if (cell !== null && !isBlank(cell.value)) cells.push(cell);
        }
        return cells;
      },
    };
  };

  const boundRow = (row: Row): BoundRow => ({
    index: row.index,
    starred: row.starred,
    flagged: row.flagged,
    columnNames,
    cell: (columnName) => {
      const cellIndex = cellIndexes.get(columnName);
      return cellIndex === undefined ? undefined : row.cell(cellIndex);
    },
    record: () => recordOf(row.index),
  });

  return {
    grid,
    records: allRecords,
    row: boundRow,
    bind: (reader, position, base) => {
      const row = reader.row(position);
      const cell = base.cellIndex === undefined ? null : reader.chunk(base.cellIndex).cell(position);
      return { value: cell?.value ?? null, cell, columnName: base.name, row: boundRow(row), project };
    },
  };
}
