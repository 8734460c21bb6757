import type { Cell } from '../grid/cell-value.js';
import type { Column, ColumnGroup } from '../grid/column-model.js';
import {
  MAX_CELL_INDEX,
  readCell,
  readColumn,
  readColumnGroup,
  readRow,
  type ArchivedRow,
  type ReconPool,
} from './archived-rows.js';

/*
 * Changes in an archive of OpenRefine: the name of a class, then fields, each on a line, and lists whose length is a
 * field. Reverting them gives the states before the present one. An unknown kind ends that.
 */

/** A table in memory, reverted change by change. */
export interface ArchivedTable {
  columns: Column[];
  groups: readonly ColumnGroup[];
  rows: ArchivedRow[];
}

interface ArchivedChange {
  /** Without the package. */
  readonly kind: string;
  readonly fields: ReadonlyMap<string, string>;
  /** By the name of the field with the length, without `Count`. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly parts: readonly ArchivedChange[];
}

const END = '/ec/';

/** The change in these lines, without the version before it. Throws a SyntaxError. */
export function readChange(lines: Iterator<string>): ArchivedChange {
  nextLine(lines);
  return changeOf(nextLine(lines).replace(/^.*\./, ''), lines);
}

function changeOf(kind: string, lines: Iterator<string>): ArchivedChange {
  const fields = new Map<string, string>();
  const lists = new Map<string, readonly string[]>();
  const parts: ArchivedChange[] = [];
  for (let line = nextLine(lines); line !== END; line = nextLine(lines)) {
    const equal = line.indexOf('=');
    const [name, value] = [line.slice(0, equal), line.slice(equal + 1)];
    if (!/[cC]ount$/.test(name)) fields.set(name, value);
    else if (name === 'cellChangeCount') repeat(value, () => parts.push(changeOf('CellChange', lines)));
    else if (name === 'changeCount') repeat(value, () => parts.push(readChange(lines)));
    else if (name === 'tupleCount')
      repeat(value, () => {
        repeat(nextLine(lines), () => nextLine(lines));
      });
    else {
      const items: string[] = [];
      repeat(value, () => items.push(nextLine(lines)));
      lists.set(name.replace(/[cC]ount$/, ''), items);
    }
  }
  return { kind, fields, lists, parts };
}

function nextLine(lines: Iterator<string>): string {
  const next = lines.next();
  if (next.done === true) throw new SyntaxError('A change ends too early');
  return next.value;
}

function repeat(count: string, act: () => void): void {
  for (let left = Number(count); left > 0; left -= 1) act();
}

/** Reverts a change in place; false for an unknown kind, without any effect. Throws a SyntaxError. */
export function revertChange(change: ArchivedChange, table: ArchivedTable, pool: ReconPool): boolean {
  if (!isKnown(change)) return false;
  revertKnown(change, table, pool);
  return true;
}

const KINDS: ReadonlySet<string> = new Set([
  'MassChange',
  'MassCellChange',
  'CellChange',
  'ReconChange',
  'RowStarChange',
  'RowFlagChange',
  'ColumnAdditionChange',
  'ColumnRemovalChange',
  'ColumnRenameChange',
  'ColumnMoveChange',
  'ColumnReorderChange',
  'ColumnSplitChange',
  'RowReorderChange',
  'RowRemovalChange',
  'RowAdditionChange',
  'MassRowChange',
  'MassRowColumnChange',
]);

function isKnown({ kind, parts }: ArchivedChange): boolean {
  return KINDS.has(kind) && parts.every(isKnown);
}

function revertKnown(change: ArchivedChange, table: ArchivedTable, pool: ReconPool): void {
  const { kind, fields, lists, parts } = change;
  const field = (name: string): string => fields.get(name) ?? '';
  const number = (name: string): number => Number(field(name));
  const list = (name: string): readonly string[] => lists.get(name) ?? [];
  const rows = (name: string): ArchivedRow[] => list(name).map((line) => readRow(line, pool));
  const indexes = (): readonly number[] => list('rowIndex').map(Number);
  const { columns } = table;
  switch (kind) {
    case 'CellChange':
      setCell(table, number('row'), number('cell'), readCell(field('old'), pool));
      return;
    case 'RowStarChange':
      rowAt(table, number('row')).starred = field('oldStarred') === 'true';
      return;
    case 'RowFlagChange':
      rowAt(table, number('row')).flagged = field('oldFlagged') === 'true';
      return;
    case 'ColumnRenameChange':
      table.columns = columns.map((column) =>
        column.name === field('newColumnName') ? { ...column, name: field('oldColumnName') } : column,
      );
      return;
    case 'ColumnAdditionChange':
      columns.splice(number('columnIndex'), 1);
      for (const { cells } of table.rows)
        if (cells.length > number('newCellIndex')) cells[number('newCellIndex')] = null;
      break;
    case 'ColumnRemovalChange': {
      const column = readColumn(field('oldColumn'));
      columns.splice(number('oldColumnIndex'), 0, column);
      for (const line of list('oldCell')) {
        const [, row = '', cell = ''] = /^(\d+);(.*)$/s.exec(line) ?? [];
        setCell(table, Number(row), column.cellIndex, readCell(cell, pool));
      }
      break;
    }
    case 'ColumnMoveChange':
      for (const column of columns.splice(number('newColumnIndex'), 1))
        columns.splice(number('oldColumnIndex'), 0, column);
      break;
    case 'ColumnReorderChange':
      table.columns = list('oldColumn').map(readColumn);
      for (const line of list('oldCell')) {
        const [, row = '', index = '', cell = ''] = /^(\d+);(\d+);(.*)$/s.exec(line) ?? [];
        setCell(table, Number(row), Number(index), readCell(cell, pool));
      }
      break;
    case 'ColumnSplitChange': {
      const oldRows = rows('oldRow');
      indexes().forEach((index, place) => {
        const row = rowAt(table, index);
        table.rows[index] = oldRows[place] ?? row;
      });
      const place = number('columnIndex');
      if (field('removeOriginalColumn') === 'true') columns.splice(place, 0, readColumn(field('column')));
      columns.splice(place + 1, list('columnName').length);
      break;
    }
    case 'RowReorderChange': {
      const before = table.rows.slice();
      indexes().forEach((oldIndex, newIndex) => {
        rowAt(table, oldIndex);
        before[oldIndex] = rowAt(table, newIndex);
      });
      table.rows = before;
      return;
    }
    case 'RowRemovalChange':
      table.rows = withRows(table.rows, indexes(), rows('row'));
      return;
    case 'RowAdditionChange':
      table.rows.splice(number('index'), list('').length);
      return;
    case 'MassRowChange':
      table.rows = rows('oldRow');
      return;
    case 'MassRowColumnChange':
      table.rows = rows('oldRow');
      table.columns = list('oldColumn').map(readColumn);
      break;
    default:
      for (const part of parts.toReversed()) revertKnown(part, table, pool);
      if (kind === 'ReconChange') revertRecon(change, table);
      return;
  }
  table.groups = list('oldColumnGroup').map(readColumnGroup);
}

/** Earlier reconciliation of the column. */
function revertRecon({ fields }: ArchivedChange, table: ArchivedTable): void {
  const member = (name: string): unknown => {
    const json = fields.get(name) ?? '';
    return json === '' ? null : JSON.parse(json);
  };
  const before = { reconConfig: member('oldReconConfig'), reconStats: member('oldReconStats') };
  table.columns = table.columns.map((column) =>
    column.name === fields.get('commonColumnName') ? readColumn(JSON.stringify({ ...column, ...before })) : column,
  );
}

function rowAt(table: ArchivedTable, index: number): ArchivedRow {
  const row = table.rows[index];
  if (row === undefined) throw new SyntaxError(`A change names row ${String(index)}, which is not there`);
  return row;
}

function setCell(table: ArchivedTable, row: number, cellIndex: number, cell: Cell | null): void {
  const { cells } = rowAt(table, row);
  if (!(cellIndex <= MAX_CELL_INDEX)) throw new SyntaxError(`A change names the cell ${String(cellIndex)}`);
  while (cells.length < cellIndex) cells.push(null);
  cells[cellIndex] = cell;
}

/** Removed rows are back at their indexes, which ascend. */
function withRows(
  rows: readonly ArchivedRow[],
  indexes: readonly number[],
  removed: readonly ArchivedRow[],
): ArchivedRow[] {
  const all: ArchivedRow[] = [];
  let place = 0;
  indexes.forEach((index, order) => {
    while (all.length < index) {
      const row = rows[place];
      if (row === undefined) throw new SyntaxError(`A change names row ${String(index)}, which is not there`);
      all.push(row);
      place += 1;
    }
    const row = removed[order];
    if (row !== undefined) all.push(row);
  });
  return all.concat(rows.slice(place));
}
