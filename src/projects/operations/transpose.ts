import { z } from 'zod';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { cellText, isBlank, type Cell } from '../grid/cell-value.js';
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
export function numbered(names: readonly string[]): ColumnModel {
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
