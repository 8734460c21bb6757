import type {
  BoundProject,
  BoundRecord,
  BoundRow,
  CompiledExpression,
  RowBindings,
} from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { ErrorValue, isBlank, type CellValue, type Cell } from '../grid/cell-value.js';
import { findColumn } from '../grid/column-model.js';
import { readGroups, RowReader, type Grid, type GroupReader, type Row } from '../grid/grid.js';
import { facetText } from './value-json.js';
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
function bindGrid(grid: Grid, project: BoundProject): BoundGrid {
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

interface ProjectReach {
  readonly id: string;
  readonly name: string;
  readonly grid: Grid;
  /** Another project's grid by its name. Throws an Error with a sentence for none, or more than one. */
  readonly openProject: (name: string) => Grid;
  readonly compile: (expression: string) => CompiledExpression;
}

/**
 * A grid and its project for expressions. Tables for look-ups are made on first use, and kept as long as the result.
 */
export function bindProject(reach: ProjectReach): BoundGrid {
  const lookups = new Map<string, (value: ExpressionValue) => readonly BoundRow[]>();
  const counts = new Map<string, ReadonlyMap<string, number>>();
  const project: BoundProject = {
    id: reach.id,
    name: reach.name,
    cross: (value, projectName, columnName) => {
      const isOwn = projectName === '' || projectName === reach.name;
      const key = JSON.stringify([isOwn ? '' : projectName, columnName]);
      let lookup = lookups.get(key);
      if (lookup === undefined) {
        const other = isOwn ? bound : bindGrid(reach.openProject(projectName), project);
        lookups.set(key, (lookup = columnName === '' ? rowByIndex(other) : rowsByValue(other, columnName)));
      }
      return lookup(value);
    },
    facetCount: (value, expression, columnName) => {
      const key = JSON.stringify([expression, columnName]);
      let counted = counts.get(key);
      if (counted === undefined) counts.set(key, (counted = countValues(bound, reach.compile(expression), columnName)));
      if (!Array.isArray(value)) return counted.get(facetText(value)) ?? 0;
      const elements: readonly ExpressionValue[] = value;
      return elements.reduce<number>((sum, element) => sum + (counted.get(facetText(element)) ?? 0), 0);
    },
  };
  const bound = bindGrid(reach.grid, project);
  return bound;
}

function rowByIndex(other: BoundGrid): (value: ExpressionValue) => readonly BoundRow[] {
  const reader = new RowReader(other.grid);
  return (value) => {
    const index = typeof value === 'bigint' || typeof value === 'number' ? Number(value) : NaN;
    const row = reader.row(index);
    return row === undefined ? [] : [other.row(row)];
  };
}

function rowsByValue(other: BoundGrid, columnName: string): (value: ExpressionValue) => readonly BoundRow[] {
  const column = findColumn(other.grid.model, columnName);
  if (column === undefined) throw new Error(`Unable to find column with name ${columnName}`);
  const rows = new Map<string, number[]>();
  for (const reader of readGroups(other.grid)) {
    const chunk = reader.chunk(column.cellIndex);
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const value = chunk.value(position);
      if (value === null || value instanceof ErrorValue) continue;
      const text = facetText(value);
      const indexes = rows.get(text);
      if (indexes === undefined) rows.set(text, [reader.firstRow + position]);
      else indexes.push(reader.firstRow + position);
    }
  }
  const reader = new RowReader(other.grid);
  return (value) =>
    (rows.get(facetText(value)) ?? []).flatMap((index) => {
      const row = reader.row(index);
      return row === undefined ? [] : [other.row(row)];
    });
}

function countValues(bound: BoundGrid, compiled: CompiledExpression, columnName: string): ReadonlyMap<string, number> {
  const base = baseColumnOf(bound.grid, columnName);
  if (base.cellIndex === undefined) throw new Error(`No such column named ${columnName}`);
  const counts = new Map<string, number>();
  const count = (value: ExpressionValue): void => {
    if (value instanceof ErrorValue) return;
    const text = facetText(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  for (const reader of readGroups(bound.grid)) {
    const bindings = Array.from({ length: reader.group.rowCount }, (_, position) => bound.bind(reader, position, base));
    for (const value of compiled.evaluate(bindings)) {
      if (!Array.isArray(value)) count(value);
      else new Set<ExpressionValue>(value).forEach(count);
    }
  }
  return counts;
}
