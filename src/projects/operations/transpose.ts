import { z } from 'zod';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { cellText, isBlank, isEmpty, type Cell, type CellValue } from '../grid/cell-value.js';
import type { Column, ColumnModel } from '../grid/column-model.js';
import { GridWriter } from '../grid/grid-writer.js';
import { readRows, type Row } from '../grid/grid.js';
import {
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
export const transposeColumnsIntoRows = defineOperation({
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
    const start = columns.indexOf(requireColumn(grid, members.startColumnName));
    const end = members.columnCount <= 0 ? columns.length : Math.min(start + members.columnCount, columns.length);
    const folded = columns.slice(start, end);
    const kept = [...columns.slice(0, start), ...columns.slice(end)];
    const isPair = members.combinedColumnName == null;
    const newNames = isPair
      ? [members.keyColumnName ?? '', members.valueColumnName ?? '']
      : [members.combinedColumnName ?? ''];
    for (const name of newNames)
      if (kept.some((column) => column.name === name)) throw failedOperation(`Another column already named ${name}`);

    const model = numbered([
      ...columns.slice(0, start).map(({ name }) => name),
      ...newNames,
      ...columns.slice(end).map(({ name }) => name),
    ]);
    const rows = new GridWriter(context.writer);
    for (const row of readRows(grid)) {
      const items = folded.flatMap((column) => itemsOf(row, column));
      const others = (): (Cell | null)[] => [
        ...columns.slice(0, start).map(({ cellIndex }) => row.cell(cellIndex)),
        ...newNames.map(() => null),
        ...columns.slice(end).map(({ cellIndex }) => row.cell(cellIndex)),
      ];
      const lines = items.length === 0 ? [newNames.map(() => null)] : items;
      lines.forEach((item, line) => {
        const cells = line === 0 || members.fillDown ? others() : others().map(() => null);
        item.forEach((cell, place) => {
          cells[start + place] = cell;
        });
        rows.append(cells);
      });
      if (row.index % 4096 === 0) context.progress();
    }
    const { columnCount, startColumnName } = members;
    return {
      grid: rows.finish(model),
      description: describe(columnCount, startColumnName, newNames),
    };

    function itemsOf(row: Row, column: Column): readonly (readonly (Cell | null)[])[] {
      const cell = row.cell(column.cellIndex);
      const blank = isBlank(cell?.value);
      if (isPair) return blank && members.ignoreBlankCells ? [] : [[{ value: column.name, recon: null }, cell]];
      if (blank && (members.ignoreBlankCells || !members.prependColumnName)) return [];
      if (!members.prependColumnName) return [[cell]];
      return [
        [
          {
            value: `${column.name}${members.separator ?? ''}${blank ? '' : cellText(cell?.value ?? null)}`,
            recon: null,
          },
        ],
      ];
    }
  },
});

/** Every N rows of one column fold into N adjacent columns. */
export const transposeRowsIntoColumns = defineOperation({
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
    const taken = new Set(others.map(({ name }) => name));
    const newNames: string[] = [];
    for (let number = 1; newNames.length < rowCount; number += 1) {
      const name = `${columnName} ${number}`;
      if (!taken.has(name)) newNames.push(name);
    }
    const names = [
      ...columns.slice(0, position).map(({ name }) => name),
      ...newNames,
      ...columns.slice(position + 1).map(({ name }) => name),
    ];
    const rows = new GridWriter(context.writer);
    let first: (Cell | null)[] | undefined;
    let following: (Cell | null)[][] = [];
    const flush = (): void => {
      if (first !== undefined) rows.append(first);
      for (const cells of following) if (cells.some((cell) => cell !== null && cell.value !== null)) rows.append(cells);
      first = undefined;
      following = [];
    };
    for (const row of readRows(grid)) {
      const place = row.index % rowCount;
      if (place === 0) flush();
      const cells = [
        ...columns.slice(0, position).map(({ cellIndex }) => row.cell(cellIndex)),
        ...newNames.map(() => null),
        ...columns.slice(position + 1).map(({ cellIndex }) => row.cell(cellIndex)),
      ];
      if (first === undefined) first = cells;
      else following.push(cells);
      first[position + place] = row.cell(column.cellIndex);
      if (row.index % 4096 === 0) context.progress();
    }
    flush();
    return {
      grid: rows.finish(numbered(names)),
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

const schema = z.object({
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
export const keyValueColumnize = defineOperation({
  id: 'core/key-value-columnize',
  does: 'Makes a column of each different key, from rows of key and value. Works on every row.',
  schema,
  columns: () => undefined,
  plan: ({ keyColumnName, valueColumnName, noteColumnName }, context) => {
    const { grid } = context.bound;
    const key = requireColumn(grid, keyColumnName);
    const value = requireColumn(grid, valueColumnName);
    const note = noteColumnName == null || noteColumnName === '' ? undefined : requireColumn(grid, noteColumnName);
    const others = grid.model.columns.filter((column) => column !== key && column !== value && column !== note);
    const keys = new Map<string, number>();
    const drafts: Draft[] = [];
    const draftOfOthers = new Map<string, Draft>();
    const begin = (row: Row): Draft => {
      const draft: Draft = {
        others: others.map(({ cellIndex }) => row.cell(cellIndex)),
        values: new Map(),
        notes: undefined,
      };
      drafts.push(draft);
      return draft;
    };
    /** Without other columns: the rows since the last first key, or a row without a key. */
    let current: Draft[] = [];
    for (const row of readRows(grid)) {
      if (row.index % 4096 === 0) context.progress();
      const keyValue = row.value(key.cellIndex);
      if (isBlank(keyValue)) {
        // No value for a column: other columns' cells are kept on a row of their own.
        current = [begin(row)];
        continue;
      }
      const keyText = cellText(keyValue);
      const place = keys.get(keyText) ?? keys.size;
      if (place === keys.size) refuseTooManyColumns(place + 1);
      keys.set(keyText, place);
      const cell = row.cell(value.cellIndex);
      let noteDraft: Draft;
      if (others.length === 0) {
        // The very first key begins a row whenever it comes again; other repeated keys take one more row.
        if (current.length === 0 || place === 0) current = [begin(row)];
        let free = current.find(({ values }) => !values.has(place));
        if (free === undefined) current.push((free = begin(row)));
        if (cell !== null) free.values.set(place, cell);
        noteDraft = current[0] ?? free;
      } else {
        const signature = signatureOf(others.map(({ cellIndex }) => row.value(cellIndex)));
        noteDraft = draftOfOthers.get(signature) ?? begin(row);
        draftOfOthers.set(signature, noteDraft);
        if (cell === null) noteDraft.values.delete(place);
        else noteDraft.values.set(place, cell);
      }
      const noteCell = note === undefined ? null : row.cell(note.cellIndex);
      if (noteCell === null || isBlank(noteCell.value)) continue;
      const before = noteDraft.notes?.get(place);
      (noteDraft.notes ??= new Map()).set(
        place,
        before === undefined
          ? noteCell
          : { value: `${cellText(before.value)};${cellText(noteCell.value)}`, recon: null },
      );
    }

    const noted = [...keys.values()].filter((place) => drafts.some(({ notes }) => notes?.has(place) === true));
    const names = uniqueNames(grid.model.columns, others, [
      ...keys.keys(),
      ...[...keys].filter(([, place]) => noted.includes(place)).map(([text]) => `${noteColumnName ?? ''} : ${text}`),
    ]);
    const rows = new GridWriter(context.writer);
    for (const { others: cells, values, notes } of drafts) {
      const all = [
        ...cells,
        ...[...keys.values()].map((place) => values.get(place) ?? null),
        ...noted.map((place) => notes?.get(place) ?? null),
      ];
      if (all.some((cell) => cell !== null && !isEmpty(cell.value))) rows.append(all);
    }
    const columns = { key: keyColumnName, value: valueColumnName };
    return {
      grid: rows.finish(numbered(names)),
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
