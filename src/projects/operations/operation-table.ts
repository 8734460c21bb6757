import { z } from 'zod';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { arrangeColumns, removeColumn, replaceColumn, type ColumnModel, findColumn } from '../grid/column-model.js';
import type { Grid } from '../grid/grid.js';
import { ADDING_OPERATIONS } from './column-addition.js';
import { MULTIVALUED_OPERATIONS, columnSplit } from './split-and-join.js';
import { CELL_OPERATIONS } from './edit-cells.js';
import { TRANSPOSING_OPERATIONS } from './transpose.js';
import {
  defineOperation,
  failedOperation,
  invalidOperation,
  type OperationDefinition,
  requireColumn,
  requireFreeName,
} from './operation.js';
import { extendReconciledData } from './recon/extend-reconciled-data.js';
import { JUDGING_OPERATIONS } from './recon/judge-cells.js';
import { recon } from './recon/reconcile-column.js';
import { ROW_OPERATIONS } from './row-selection.js';

/* Operations on the set, names and order of columns, without changing cells. */

const columnNameMember = z.string({ error: 'Missing column name' });

const withModel = (grid: Grid, model: ColumnModel): Grid => ({ ...grid, model });

const columnRemoval = defineOperation({
  id: 'core/column-removal',
  does: 'Removes a column.',
  schema: z.object({ columnName: columnNameMember }),
  columns: ({ columnName }) => ({ needs: [columnName], creates: [], removes: [columnName] }),
  plan: ({ columnName }, { bound: { grid } }) => {
    const column = requireColumn(grid, columnName);
    return {
      grid: withModel(grid, removeColumn(grid.model, grid.model.columns.indexOf(column))),
      description: sentence('Remove column {column}', { column: columnName }),
    };
  },
});

const columnMultiRemoval = defineOperation({
  id: 'core/column-multi-removal',
  does: 'Removes several columns.',
  schema: z.object({ columnNames: z.array(z.string(), { error: 'Missing column names' }) }),
  columns: ({ columnNames }) => ({ needs: columnNames, creates: [], removes: columnNames }),
  plan: ({ columnNames }, { bound: { grid } }) => {
    let { model } = grid;
    for (const name of new Set(columnNames)) {
      requireColumn(grid, name);
      model = removeColumn(
        model,
        model.columns.findIndex((column) => column.name === name),
      );
    }
    return {
      grid: withModel(grid, model),
      description: sentence('Remove columns {columns}', { columns: columnNames.join(', ') }),
    };
  },
});

const columnRename = defineOperation({
  id: 'core/column-rename',
  does: 'Gives a column another name.',
  schema: z.object({
    oldColumnName: z.string({ error: 'Missing old column name' }),
    newColumnName: z.string({ error: 'Missing new column name' }),
  }),
  columns: ({ oldColumnName, newColumnName }) => ({
    needs: [oldColumnName],
    creates: [newColumnName],
    removes: [oldColumnName],
  }),
  plan: ({ oldColumnName, newColumnName }, { bound: { grid } }) => {
    const column = requireColumn(grid, oldColumnName);
    if (oldColumnName !== newColumnName) requireFreeName(grid, newColumnName);
    return {
      grid: withModel(grid, replaceColumn(grid.model, { ...column, name: newColumnName })),
      description: sentence('Rename column {column} to {name}', { column: oldColumnName, name: newColumnName }),
    };
  },
});

const columnMove = defineOperation({
  id: 'core/column-move',
  does: 'Moves a column to a position, counted from 0.',
  schema: z.object({ columnName: columnNameMember, index: z.number({ error: 'Invalid column index' }).int() }),
  check: ({ index }) => {
    if (index < 0) throw invalidOperation('Invalid column index');
  },
  columns: ({ columnName }) => ({ needs: [columnName], creates: [], removes: [] }),
  plan: ({ columnName, index }, { bound: { grid } }) => ({
    grid: moved(grid, columnName, () => index),
    description: sentence('Move column {column} to position {n}', { column: columnName, n: index }),
  }),
});

/** A column at the edge stays where it is when it is moved beyond it. */
const columnMovesByDirection: readonly OperationDefinition[] = [
  moveTo(
    'first',
    'to the beginning',
    (column) => sentence('Move column {column} to the beginning', { column }),
    () => 0,
  ),
  moveTo(
    'last',
    'to the end',
    (column) => sentence('Move column {column} to the end', { column }),
    (_, count) => count - 1,
  ),
  moveTo(
    'left',
    'one place to the left',
    (column) => sentence('Move column {column} one place to the left', { column }),
    (present) => Math.max(0, present - 1),
  ),
  moveTo(
    'right',
    'one place to the right',
    (column) => sentence('Move column {column} one place to the right', { column }),
    (present, count) => Math.min(count - 1, present + 1),
  ),
];

/** Other columns leave the model; their cells stay, unread. */
const columnReorder = defineOperation({
  id: 'core/column-reorder',
  does: 'Puts the columns in the order named; those not named go.',
  schema: z.object({
    columnNames: z.array(z.string(), { error: 'Missing column names' }),
    isPureReorder: z.boolean().default(false),
  }),
  columns: ({ columnNames, isPureReorder }) =>
    isPureReorder ? { needs: columnNames, creates: [], removes: [] } : undefined,
  plan: ({ columnNames }, { bound: { grid } }) => {
    const columns = [...new Set(columnNames)].flatMap((name) => {
      const column = findColumn(grid.model, name);
      return column === undefined ? [] : [column];
    });
    if (columns.length === 0 && grid.model.columns.length > 0)
      throw failedOperation(
        'None of the columns named is in the project, so that reordering would remove all of them.',
      );
    return { grid: withModel(grid, arrangeColumns(grid.model, columns)), description: sentence('Reorder columns') };
  },
});

/** Every operation that a recipe can name: the index of this chapter. */
export const OPERATION_TABLE: readonly OperationDefinition[] = [
  // Cells
  ...CELL_OPERATIONS,
  ...MULTIVALUED_OPERATIONS,

  // Columns
  ...ADDING_OPERATIONS,
  columnRemoval,
  columnMultiRemoval,
  columnRename,
  columnMove,
  ...columnMovesByDirection,
  columnReorder,
  columnSplit,

  // Rows
  ...ROW_OPERATIONS,

  // The shape of the grid
  ...TRANSPOSING_OPERATIONS,

  // Reconciliation
  recon,
  ...JUDGING_OPERATIONS,
  extendReconciledData,
];

function moved(grid: Grid, columnName: string, target: (present: number, count: number) => number): Grid {
  const column = requireColumn(grid, columnName);
  const { columns } = grid.model;
  const present = columns.indexOf(column);
  const others = columns.filter((one) => one !== column);
  const position = target(present, columns.length);
  if (position < 0 || position >= columns.length)
    throw failedOperation(
      `Column index out of range ${position}: the project has ${columns.length} columns, counted from 0`,
    );
  return withModel(grid, arrangeColumns(grid.model, [...others.slice(0, position), column, ...others.slice(position)]));
}

function moveTo(
  direction: 'first' | 'last' | 'left' | 'right',
  where: string,
  describe: (column: string) => Sentence,
  target: (present: number, count: number) => number,
): OperationDefinition {
  return defineOperation({
    id: `core/column-move-${direction}`,
    does: `Moves a column ${where}.`,
    schema: z.object({ columnName: columnNameMember }),
    columns: ({ columnName }) => ({ needs: [columnName], creates: [], removes: [] }),
    plan: ({ columnName }, { bound: { grid } }) => ({
      grid: moved(grid, columnName, target),
      description: describe(columnName),
    }),
  });
}
