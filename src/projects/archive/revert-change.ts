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

function isKnown({ kind, parts }: ArchivedChange): boolean {
  return (COMPOSED.has(kind) || REVERTERS.has(kind)) && parts.every(isKnown);
}

function revertKnown(change: ArchivedChange, table: ArchivedTable, pool: ReconPool): void {
  const { kind, lists, parts } = change;
  const revert = REVERTERS.get(kind);
  if (revert === undefined) for (const part of parts.toReversed()) revertKnown(part, table, pool);
  else revert(table, new ChangeFields(change, pool));
  if (kind === 'ReconChange') revertRecon(change, table);
  if (REGROUPING.has(kind)) table.groups = (lists.get('oldColumnGroup') ?? []).map(readColumnGroup);
}

/** The fields and lists of a change, by their names. */
class ChangeFields {
  readonly #change: ArchivedChange;
  readonly #pool: ReconPool;

  constructor(change: ArchivedChange, pool: ReconPool) {
    this.#change = change;
    this.#pool = pool;
  }

  text(name: string): string {
    return this.#change.fields.get(name) ?? '';
  }

  number(name: string): number {
    return Number(this.text(name));
  }

  list(name: string): readonly string[] {
    return this.#change.lists.get(name) ?? [];
  }

  cell(text: string): Cell | null {
    return readCell(text, this.#pool);
  }

  rows(name: string): ArchivedRow[] {
    return this.list(name).map((line) => readRow(line, this.#pool));
  }

  indexes(): readonly number[] {
    return this.list('rowIndex').map(Number);
  }

  columns(): ArchivedTable['columns'] {
    return this.list('oldColumn').map(readColumn);
  }
}

/** Kinds of changes that consist of others. */
const COMPOSED: ReadonlySet<string> = new Set(['MassChange', 'MassCellChange', 'ReconChange']);

/** Kinds that hold the column groups before them. */
const REGROUPING: ReadonlySet<string> = new Set([
  'ColumnAdditionChange',
  'ColumnRemovalChange',
  'ColumnMoveChange',
  'ColumnReorderChange',
  'ColumnSplitChange',
  'MassRowColumnChange',
]);

/** What takes back a change of each kind. */
const REVERTERS: ReadonlyMap<string, (table: ArchivedTable, change: ChangeFields) => void> = new Map(
  Object.entries<(table: ArchivedTable, change: ChangeFields) => void>({
    CellChange: (table, change) => {
      setCell(table, change.number('row'), change.number('cell'), change.cell(change.text('old')));
    },
    RowStarChange: (table, change) => {
      rowAt(table, change.number('row')).starred = change.text('oldStarred') === 'true';
    },
    RowFlagChange: (table, change) => {
      rowAt(table, change.number('row')).flagged = change.text('oldFlagged') === 'true';
    },
    ColumnRenameChange: (table, change) => {
      table.columns = table.columns.map((column) =>
        column.name === change.text('newColumnName') ? { ...column, name: change.text('oldColumnName') } : column,
      );
    },
    ColumnAdditionChange: ({ columns, rows }, change) => {
      const cellIndex = change.number('newCellIndex');
      columns.splice(change.number('columnIndex'), 1);
      for (const { cells } of rows) if (cells.length > cellIndex) cells[cellIndex] = null;
    },
    ColumnRemovalChange: (table, change) => {
      const column = readColumn(change.text('oldColumn'));
      table.columns.splice(change.number('oldColumnIndex'), 0, column);
      for (const line of change.list('oldCell')) {
        const [, row = '', cell = ''] = /^(\d+);(.*)$/s.exec(line) ?? [];
        setCell(table, Number(row), column.cellIndex, change.cell(cell));
      }
    },
    ColumnMoveChange: ({ columns }, change) => {
      for (const column of columns.splice(change.number('newColumnIndex'), 1))
        columns.splice(change.number('oldColumnIndex'), 0, column);
    },
    ColumnReorderChange: (table, change) => {
      table.columns = change.columns();
      for (const line of change.list('oldCell')) {
        const [, row = '', index = '', cell = ''] = /^(\d+);(\d+);(.*)$/s.exec(line) ?? [];
        setCell(table, Number(row), Number(index), change.cell(cell));
      }
    },
    ColumnSplitChange: (table, change) => {
      const oldRows = change.rows('oldRow');
      change.indexes().forEach((index, place) => {
        const row = rowAt(table, index);
        table.rows[index] = oldRows[place] ?? row;
      });
      const place = change.number('columnIndex');
      if (change.text('removeOriginalColumn') === 'true')
        table.columns.splice(place, 0, readColumn(change.text('column')));
      table.columns.splice(place + 1, change.list('columnName').length);
    },
    RowReorderChange: (table, change) => {
      const before = table.rows.slice();
      change.indexes().forEach((oldIndex, newIndex) => {
        rowAt(table, oldIndex);
        before[oldIndex] = rowAt(table, newIndex);
      });
      table.rows = before;
    },
    RowRemovalChange: (table, change) => {
      table.rows = withRows(table.rows, change.indexes(), change.rows('row'));
    },
    RowAdditionChange: ({ rows }, change) => {
      rows.splice(change.number('index'), change.list('').length);
    },
    MassRowChange: (table, change) => {
      table.rows = change.rows('oldRow');
    },
    MassRowColumnChange: (table, change) => {
      table.rows = change.rows('oldRow');
      table.columns = change.columns();
    },
  }),
);

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
