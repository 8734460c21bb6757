import type { BoundProject, BoundRecord, BoundRow, RowBindings } from '../expressions/expression-language.js';
import { isBlank, type CellValue } from '../grid/cell-value.js';
import type { Cell } from '../grid/cell.js';
import { RowReader, type Grid, type GroupReader, type Row } from '../grid/grid.js';
import { indexRecords, type RecordIndex } from './record-index.js';

/** A grid for expressions. Records are indexed when the first expression needs one. */
export interface BoundGrid {
  readonly grid: Grid;
  readonly records: () => RecordIndex;
  /** Variables of a program at a position of a group; `cellIndex` undefined for no base column. */
  bind(reader: GroupReader, position: number, base: BaseColumn): RowBindings;
  /** A row for `row`, `cross` and records. */
  row(row: Row): BoundRow;
}

export interface BaseColumn {
  readonly name: string;
  readonly cellIndex: number | undefined;
}

/** The base column of that name; without one, expressions have no value, as for the empty name. */
export function baseColumnOf(grid: Grid, columnName: string): BaseColumn {
  return { name: columnName, cellIndex: grid.model.columns.find(({ name }) => name === columnName)?.cellIndex };
}

/** The grid for expressions of this project. Cost: nothing, until records are needed. */
export function bindGrid(grid: Grid, project: BoundProject): BoundGrid {
  const columnNames = grid.model.columns.map(({ name }) => name);
  const cellIndexes = new Map(grid.model.columns.map(({ name, cellIndex }) => [name, cellIndex]));
  let records: RecordIndex | undefined;
  let rowReader: RowReader | undefined;
  const allRecords = (): RecordIndex => (records ??= indexRecords(grid));

  const recordOf = (rowIndex: number): BoundRecord => {
    const record = allRecords().keyedRecordOf(rowIndex) ?? {
      index: 0,
      fromRowIndex: rowIndex,
      toRowIndex: rowIndex + 1,
    };
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

  const view: RowView = { columnNames, cellIndexes, recordOf, project };
  return {
    grid,
    records: allRecords,
    row: (row) => new RowOfProject(row, view),
    bind: (reader, position, base) => new BoundCell(reader, position, base, view),
  };
}

interface RowView {
  readonly columnNames: readonly string[];
  readonly cellIndexes: ReadonlyMap<string, number>;
  readonly recordOf: (rowIndex: number) => BoundRecord;
  readonly project: BoundProject;
}

/* One for each row of an expression: an object with lazy members. Most expressions use the value alone. */

class RowOfProject implements BoundRow {
  readonly #row: Row;
  readonly #view: RowView;

  constructor(row: Row, view: RowView) {
    this.#row = row;
    this.#view = view;
  }

  get index(): number {
    return this.#row.index;
  }

  get starred(): boolean {
    return this.#row.starred;
  }

  get flagged(): boolean {
    return this.#row.flagged;
  }

  get columnNames(): readonly string[] {
    return this.#view.columnNames;
  }

  cell(columnName: string): Cell | null | undefined {
    const cellIndex = this.#view.cellIndexes.get(columnName);
    return cellIndex === undefined ? undefined : this.#row.cell(cellIndex);
  }

  record(): BoundRecord {
    return this.#view.recordOf(this.#row.index);
  }
}

class BoundCell implements RowBindings {
  readonly value: CellValue;
  readonly #reader: GroupReader;
  readonly #position: number;
  readonly #base: BaseColumn;
  readonly #view: RowView;

  constructor(reader: GroupReader, position: number, base: BaseColumn, view: RowView) {
    this.#reader = reader;
    this.#position = position;
    this.#base = base;
    this.#view = view;
    this.value = base.cellIndex === undefined ? null : reader.chunk(base.cellIndex).value(position);
  }

  get cell(): Cell | null {
    const { cellIndex } = this.#base;
    if (cellIndex === undefined) return null;
    const chunk = this.#reader.chunk(cellIndex);
    return chunk.hasCell(this.#position) ? { value: this.value, recon: chunk.recon(this.#position) } : null;
  }

  get columnName(): string {
    return this.#base.name;
  }

  get row(): BoundRow {
    return new RowOfProject(this.#reader.row(this.#position), this.#view);
  }

  get project(): BoundProject {
    return this.#view.project;
  }
}
