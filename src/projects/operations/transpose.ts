import { z } from 'zod';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { cellText, isBlank, isEmpty, type Cell, type CellValue } from '../grid/cell-value.js';
import { numberedNames, type Column, type ColumnModel } from '../grid/column-model.js';
import { GridWriter } from '../grid/grid-writer.js';
import { readRows, type Grid, type Row } from '../grid/grid.js';
import {
  type OperationDefinition,
  defineOperation,
  failedOperation,
  invalidOperation,
  refuseTooManyColumns,
  requireColumn,
} from './operation.js';

/*
 * Columns into rows and rows into columns. Both work on every row and number the cells of the new grid from the start; column groups, stars and flags are lost.
 */

const intoRowsSchema = z.object({
  startColumnName: z.string({ error: 'Missing start column name' }),
  columnCount: z.number({ error: 'Missing column count' }).int(),
  ignoreBlankCells: z.boolean().default(true),
  fillDown: z.boolean().default(false),
  combinedColumnName: z.string().nullish(),
  prependColumnName: z.boolean().default(false),
  separator: z.string().nullish(),
  keyColumnName: z.string().nullish(),
  valueColumnName: z.string().nullish(),
});

/** Neighbouring columns become rows: of one column, or of a pair of columns for name and value. */
const transposeColumnsIntoRows = defineOperation({
  id: 'core/transpose-columns-into-rows',
  does: 'Makes neighbouring columns into rows: of one column, or of a pair of columns for name and value. Works on every row.',
  schema: intoRowsSchema,
  check: ({ combinedColumnName, keyColumnName, valueColumnName }) => {
    if (combinedColumnName == null && (keyColumnName == null || valueColumnName == null))
      throw invalidOperation('Missing new column name');
  },
  columns: () => undefined,
  plan: (members, context) => {
    const { grid } = context.bound;
    const { columns } = grid.model;
    const { columnCount, startColumnName } = members;
    const start = columns.indexOf(requireColumn(grid, startColumnName));
    const end = columnCount <= 0 ? columns.length : Math.min(start + columnCount, columns.length);
    const folded = columns.slice(start, end);
    const newNames = namesOfRows(members);
    for (const name of newNames)
      if (columns.some((column) => column.name === name && !folded.includes(column)))
        throw failedOperation(`Another column already named ${name}`);

    const rows = new GridWriter(context.writer);
    const noCells = newNames.map(() => null);
    for (const row of readRows(grid, context.progress)) {
      const others = (): (Cell | null)[] =>
        around(columns, start, end, noCells, ({ cellIndex }): Cell | null => row.cell(cellIndex));
      const items = folded.flatMap(({ name, cellIndex }) => itemsOf(name, row.cell(cellIndex), members));
      const lines = items.length === 0 ? [noCells] : items;
      lines.forEach((item, line) => {
        const cells = line === 0 || members.fillDown ? others() : others().map(() => null);
        item.forEach((cell, place) => {
          cells[start + place] = cell;
        });
        rows.append(cells);
      });
    }
    return {
      grid: rows.finish(numbered(around(columns, start, end, newNames, ({ name }) => name))),
      description: describe(columnCount, startColumnName, newNames),
    };
  },
});

type IntoRows = z.output<typeof intoRowsSchema>;

/** The name of the one new column, or those of the pair for name and value. */
function namesOfRows({ combinedColumnName, keyColumnName, valueColumnName }: IntoRows): readonly string[] {
  return combinedColumnName == null ? [keyColumnName ?? '', valueColumnName ?? ''] : [combinedColumnName];
}

/** The new row of a cell, as the cells of the new columns; none for a blank one that is left out. */
function itemsOf(
  columnName: string,
  cell: Cell | null,
  { combinedColumnName, ignoreBlankCells, prependColumnName, separator }: IntoRows,
): readonly (readonly (Cell | null)[])[] {
  const blank = isBlank(cell?.value);
  if (combinedColumnName == null) return blank && ignoreBlankCells ? [] : [[{ value: columnName, recon: null }, cell]];
  if (blank && (ignoreBlankCells || !prependColumnName)) return [];
  if (!prependColumnName) return [[cell]];
  const text = blank ? '' : cellText(cell?.value ?? null);
  return [[{ value: `${columnName}${separator ?? ''}${text}`, recon: null }]];
}

/** What is made of the columns before `start` and from `end` on, with `between` in the middle. */
function around<Made>(
  columns: readonly Column[],
  start: number,
  end: number,
  between: readonly Made[],
  of: (column: Column) => Made,
): Made[] {
  return [...columns.slice(0, start).map(of), ...between, ...columns.slice(end).map(of)];
}

/** Every N rows of one column fold into N adjacent columns. */
const transposeRowsIntoColumns = defineOperation({
  id: 'core/transpose-rows-into-columns',
  does: 'Makes every N rows of a column into N columns. Works on every row.',
  schema: z.object({
    columnName: z.string({ error: 'Missing column name' }),
    rowCount: z.number({ error: 'Missing row count' }).int().positive('The row count must be at least 1'),
  }),
  columns: () => undefined,
  plan: ({ columnName, rowCount }, context) => {
    const { grid } = context.bound;
    const { columns } = grid.model;
    const column = requireColumn(grid, columnName);
    const position = columns.indexOf(column);
    const others = columns.filter((one) => one !== column);
    refuseTooManyColumns(others.length + rowCount);
    const newNames = numberedNames(others, columnName, rowCount);
    const rows = new GridWriter(context.writer);
    const noCells = newNames.map(() => null);
    let first: (Cell | null)[] | undefined;
    let following: (Cell | null)[][] = [];
    const flush = (): void => {
      if (first !== undefined) rows.append(first);
      for (const cells of following) if (cells.some((cell) => cell !== null && cell.value !== null)) rows.append(cells);
      first = undefined;
      following = [];
    };
    for (const row of readRows(grid, context.progress)) {
      const place = row.index % rowCount;
      if (place === 0) flush();
      const cells = around(columns, position, position + 1, noCells, ({ cellIndex }): Cell | null =>
        row.cell(cellIndex),
      );
      if (first === undefined) first = cells;
      else following.push(cells);
      first[position + place] = row.cell(column.cellIndex);
    }
    flush();
    return {
      grid: rows.finish(numbered(around(columns, position, position + 1, newNames, ({ name }) => name))),
      description: sentence('Transpose every {n} cells in column {column} into separate columns', {
        n: rowCount,
        column: columnName,
      }),
    };
  },
});

/** A model of these names, cells numbered from the start. */
function numbered(names: readonly string[]): ColumnModel {
  return {
    columns: names.map((name, cellIndex) => ({ cellIndex, originalName: name, name })),
    columnGroups: [],
    nextCellIndex: names.length,
  };
}

function describe(n: number, column: string, newNames: readonly string[]): Sentence {
  const [name = '', ...others] = newNames;
  if (others.length === 0)
    return n > 0
      ? sentence('Transpose cells in {n} column(s) starting with {column} into rows in one new column named {name}', {
          n,
          column,
          name,
        })
      : sentence('Transpose cells in columns starting with {column} into rows in one new column named {name}', {
          column,
          name,
        });
  const names = newNames.join(' and ');
  return n > 0
    ? sentence('Transpose cells in {n} column(s) starting with {column} into rows in two new columns named {names}', {
        n,
        column,
        names,
      })
    : sentence('Transpose cells in columns starting with {column} into rows in two new columns named {names}', {
        column,
        names,
      });
}

const columnizeSchema = z.object({
  keyColumnName: z.string({ error: 'Missing key column name' }),
  valueColumnName: z.string({ error: 'Missing value column name' }),
  noteColumnName: z.string().nullish(),
});

/** An unfinished row of the new grid. */
interface Draft {
  readonly others: readonly (Cell | null)[];
  /** By the number of the key's column. */
  readonly values: Map<number, Cell>;
  /** Undefined without any, as in most rows. */
  notes: Map<number, Cell> | undefined;
}

/** Rows of key and value become rows with one column for each key. Works on every row. */
const keyValueColumnize = defineOperation({
  id: 'core/key-value-columnize',
  does: 'Makes a column of each different key, from rows of key and value. Works on every row.',
  schema: columnizeSchema,
  columns: () => undefined,
  plan: ({ keyColumnName, valueColumnName, noteColumnName }, context) => {
    const { grid } = context.bound;
    const key = requireColumn(grid, keyColumnName);
    const value = requireColumn(grid, valueColumnName);
    const note = noteColumnName == null || noteColumnName === '' ? undefined : requireColumn(grid, noteColumnName);
    const others = grid.model.columns.filter((column) => column !== key && column !== value && column !== note);
    const made = new ColumnizedRows(others);
    for (const row of readRows(grid, context.progress)) {
      const keyValue = row.value(key.cellIndex);
      if (isBlank(keyValue)) made.addWithoutKey(row);
      else
        made.add(row, cellText(keyValue), {
          value: row.cell(value.cellIndex),
          note: note === undefined ? null : row.cell(note.cellIndex),
        });
    }
    const columns = { key: keyColumnName, value: valueColumnName };
    return {
      grid: made.finish(new GridWriter(context.writer), grid.model.columns, note?.name ?? ''),
      description:
        note === undefined
          ? sentence('Columnize by key column {key} and value column {value}', columns)
          : sentence('Columnize by key column {key} and value column {value} with note column {note}', {
              ...columns,
              note: note.name,
            }),
    };
  },
});

/** The rows of the new grid, while those of the old one are read. */
class ColumnizedRows {
  readonly #others: readonly Column[];
  /** The number of each key's column. */
  readonly #keys = new Map<string, number>();
  readonly #drafts: Draft[] = [];
  readonly #draftOfOthers = new Map<string, Draft>();
  /** Without other columns: the rows since the last first key, or a row without a key. */
  #current: Draft[] = [];

  constructor(others: readonly Column[]) {
    this.#others = others;
  }

  /** No value for a column: the cells of the other columns are kept on a row of their own. */
  addWithoutKey(row: Row): void {
    this.#current = [this.#begin(row)];
  }

  /** Throws `operation-failed` for too many keys. */
  add(row: Row, key: string, { value, note }: { readonly value: Cell | null; readonly note: Cell | null }): void {
    const place = this.#keys.get(key) ?? this.#keys.size;
    if (place === this.#keys.size) refuseTooManyColumns(place + 1);
    this.#keys.set(key, place);
    const draft = this.#others.length === 0 ? this.#takeAlone(row, place, value) : this.#takeBeside(row, place, value);
    if (note === null || isBlank(note.value)) return;
    const before = draft.notes?.get(place);
    (draft.notes ??= new Map()).set(
      place,
      before === undefined ? note : { value: `${cellText(before.value)};${cellText(note.value)}`, recon: null },
    );
  }

  /** The grid; of the old columns even those that are gone keep their names for themselves. */
  finish(rows: GridWriter, old: readonly Column[], noteName: string): Grid {
    const keys = [...this.#keys];
    const noted = keys.filter(([, place]) => this.#drafts.some(({ notes }) => notes?.has(place) === true));
    for (const { others, values, notes } of this.#drafts) {
      const cells = [
        ...others,
        ...keys.map(([, place]) => values.get(place) ?? null),
        ...noted.map(([, place]) => notes?.get(place) ?? null),
      ];
      if (cells.some((cell) => cell !== null && !isEmpty(cell.value))) rows.append(cells);
    }
    const made = [...keys.map(([key]) => key), ...noted.map(([key]) => `${noteName} : ${key}`)];
    return rows.finish(numbered(uniqueNames(old, this.#others, made)));
  }

  /** The very first key begins a row whenever it comes again; other repeated keys take one more row. Returns the row for a note. */
  #takeAlone(row: Row, place: number, value: Cell | null): Draft {
    if (this.#current.length === 0 || place === 0) this.#current = [this.#begin(row)];
    let free = this.#current.find(({ values }) => !values.has(place));
    if (free === undefined) this.#current.push((free = this.#begin(row)));
    if (value !== null) free.values.set(place, value);
    return this.#current[0] ?? free;
  }

  /** Rows with the same values in the other columns become one. */
  #takeBeside(row: Row, place: number, value: Cell | null): Draft {
    const signature = signatureOf(this.#others.map(({ cellIndex }) => row.value(cellIndex)));
    const draft = this.#draftOfOthers.get(signature) ?? this.#begin(row);
    this.#draftOfOthers.set(signature, draft);
    if (value === null) draft.values.delete(place);
    else draft.values.set(place, value);
    return draft;
  }

  #begin(row: Row): Draft {
    const draft = {
      others: this.#others.map(({ cellIndex }) => row.cell(cellIndex)),
      values: new Map<number, Cell>(),
      notes: undefined,
    };
    this.#drafts.push(draft);
    return draft;
  }
}

function signatureOf(values: readonly CellValue[]): string {
  return JSON.stringify(values.map((value) => (isEmpty(value) ? null : cellText(value))));
}

/** Names of the new columns; one that any old column has, even a removed one, gets a number. */
function uniqueNames(
  present: readonly Column[],
  others: readonly Column[],
  made: readonly string[],
): readonly string[] {
  const names = others.map(({ name }) => name);
  const taken = new Set(present.map(({ name }) => name));
  for (const name of made) {
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name}${number}`;
    taken.add(unique);
    names.push(unique);
  }
  return names;
}

/** Operations on the shape of the grid. */
export const TRANSPOSING_OPERATIONS: readonly OperationDefinition[] = [
  transposeColumnsIntoRows,
  transposeRowsIntoColumns,
  keyValueColumnize,
];
