import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import type { EngineConfig } from '../browsing/engine-config.js';
import { sortedRows, sortingSchema } from '../browsing/sort-rows.js';
import { requireRows } from '../browsing/select-rows.js';
import { cellText, isEmpty } from '../grid/cell-value.js';
import { arrangeRows, keepRows, markRows } from '../grid/change-rows.js';
import { findColumn } from '../grid/column-model.js';
import { GridWriter } from '../grid/grid-writer.js';
import { readGroups, type Grid } from '../grid/grid.js';
import {
  type OperationDefinition,
  columnsOfEngine,
  defineOperation,
  engineConfigMember,
  failedOperation,
  invalidOperation,
  NO_COLUMNS,
  type ColumnUse,
  type OperationContext,
} from './operation.js';

/* Operations on whole rows: removal, order, marks. */

const engineOnly = z.object({ engineConfig: engineConfigMember });

const usesEngine = ({ engineConfig }: { readonly engineConfig: EngineConfig }): ColumnUse => ({
  ...NO_COLUMNS,
  needs: columnsOfEngine(engineConfig),
});

const rowRemoval = defineOperation({
  id: 'core/row-removal',
  does: 'Removes the rows that the facets select; without facets all of them.',
  schema: engineOnly,
  columns: usesEngine,
  plan: ({ engineConfig }, context) => {
    const { grid } = context.bound;
    const selection = requireRows(engineConfig, context);
    return {
      grid: keepRows(grid, context.writer, (rowIndex) => !selection.has(rowIndex), context.progress),
      description: sentence('Remove {n} rows', { n: selection.rowCount }),
    };
  },
});

const rowKeepMatched = defineOperation({
  id: 'core/row-keep-matched',
  does: 'Keeps the rows that the facets select, and removes the others.',
  schema: engineOnly,
  columns: usesEngine,
  plan: ({ engineConfig }, context) => {
    const { grid } = context.bound;
    const selection = requireRows(engineConfig, context);
    return {
      grid: keepRows(grid, context.writer, (rowIndex) => selection.has(rowIndex), context.progress),
      description: sentence('Remove {n} rows', { n: grid.rowCount - selection.rowCount }),
    };
  },
});

/** The grid with stars or flags given to the rows of the engine, or taken away, and how many rows that changed. */
function mark(
  kind: 'starred' | 'flagged',
  willBe: boolean,
  engineConfig: EngineConfig,
  context: OperationContext,
): { readonly grid: Grid; readonly changed: number } {
  const selection = requireRows(engineConfig, context);
  return markRows(context.bound.grid, kind, (rowIndex, isNow) => (selection.has(rowIndex) ? willBe : isNow));
}

const rowStar = defineOperation({
  id: 'core/row-star',
  does: 'Gives rows a star, or takes it away.',
  schema: z.object({ engineConfig: engineConfigMember, starred: z.boolean() }),
  columns: usesEngine,
  plan: ({ engineConfig, starred }, context) => {
    const { grid, changed } = mark('starred', starred, engineConfig, context);
    return {
      grid,
      description: starred ? sentence('Star {n} rows', { n: changed }) : sentence('Unstar {n} rows', { n: changed }),
    };
  },
});

const rowFlag = defineOperation({
  id: 'core/row-flag',
  does: 'Gives rows a flag, or takes it away.',
  schema: z.object({ engineConfig: engineConfigMember, flagged: z.boolean() }),
  columns: usesEngine,
  plan: ({ engineConfig, flagged }, context) => {
    const { grid, changed } = mark('flagged', flagged, engineConfig, context);
    return {
      grid,
      description: flagged ? sentence('Flag {n} rows', { n: changed }) : sentence('Unflag {n} rows', { n: changed }),
    };
  },
});

/** Makes a sorted view permanent. The mode is the operation's own, not the engine's. */
const rowReorder = defineOperation({
  id: 'core/row-reorder',
  does: 'Sorts the rows, or whole records, for good.',
  schema: z.object({ mode: z.enum(['row-based', 'record-based']).default('row-based'), sorting: sortingSchema }),
  columns: ({ sorting }) => ({ ...NO_COLUMNS, needs: sorting.criteria.map(({ column }) => column) }),
  plan: ({ mode, sorting }, context) => {
    const { grid } = context.bound;
    const order = sortedRows(grid, sorting, mode, context.bound.records);
    return {
      grid: order === undefined ? grid : arrangeRows(grid, context.writer, order, context.progress),
      description: sentence('Reorder rows'),
    };
  },
});

/** Only blank rows can be added; rows with cells are refused. */
const rowAddition = defineOperation({
  id: 'core/row-addition',
  does: 'Adds blank rows at a position, counted from 0.',
  schema: z.object({
    addedRows: z.array(
      z.looseObject({
        starred: z.boolean().default(false),
        flagged: z.boolean().default(false),
        cells: z.array(z.unknown()).default([]),
      }),
      { error: 'Missing rows to add' },
    ),
    index: z.number({ error: 'Invalid row index' }).int().default(0),
  }),
  check: ({ addedRows, index }) => {
    if (index < 0) throw invalidOperation('Invalid row index');
    if (addedRows.some(({ cells }) => cells.some((cell) => cell !== null)))
      throw invalidOperation('Only blank rows can be added: leave out "cells".');
  },
  columns: () => NO_COLUMNS,
  plan: ({ addedRows, index }, context) => {
    const { grid } = context.bound;
    if (index > grid.rowCount)
      throw failedOperation(`Rows cannot be added at position ${index}: the project has ${grid.rowCount} rows`);
    const rows = new GridWriter(context.writer);
    const add = (): void => {
      for (const marks of addedRows) rows.append([], marks);
    };
    let isAdded = false;
    for (const { group, firstRow } of readGroups(grid)) {
      if (isAdded || index >= firstRow + group.rowCount) {
        rows.appendGroup(group);
        continue;
      }
      const part = (keeps: (row: number) => boolean): void => {
        const alone = { ...grid, groups: [group], rowCount: group.rowCount };
        for (const kept of keepRows(alone, context.writer, keeps, context.progress).groups) rows.appendGroup(kept);
      };
      part((row) => row < index - firstRow);
      add();
      part((row) => row >= index - firstRow);
      isAdded = true;
    }
    if (!isAdded) add();
    const { length } = addedRows;
    return {
      grid: rows.finish(grid.model),
      description: length === 1 ? sentence('Add row') : sentence('Add {n} rows', { n: length }),
    };
  },
});

/** Removes a row when an earlier visited one has the same texts in these columns; missing columns are ignored. */
const rowDuplicateRemoval = defineOperation({
  id: 'core/row-duplicate-removal',
  does: 'Removes every row whose named columns repeat those of an earlier row.',
  schema: z.object({ engineConfig: engineConfigMember, criteria: z.array(z.string(), { error: 'Missing criteria' }) }),
  columns: ({ engineConfig }) => usesEngine({ engineConfig }),
  plan: ({ engineConfig, criteria }, context) => {
    const { grid } = context.bound;
    const selection = requireRows(engineConfig, context);
    const cellIndexes = criteria.flatMap((name) => findColumn(grid.model, name)?.cellIndex ?? []);
    if (cellIndexes.length === 0) throw failedOperation('None of the columns to compare by is in the project.');
    const seen = new Set<string>();
    const goes = new Uint8Array(grid.rowCount);
    let removed = 0;
    for (const reader of readGroups(grid)) {
      for (let position = 0; position < reader.group.rowCount; position += 1) {
        const rowIndex = reader.firstRow + position;
        if (!selection.has(rowIndex)) continue;
        const values = cellIndexes.map((cellIndex) => reader.chunk(cellIndex).value(position));
        const key = JSON.stringify(values.map((value) => (isEmpty(value) ? null : cellText(value))));
        if (seen.has(key)) {
          goes[rowIndex] = 1;
          removed += 1;
        } else seen.add(key);
      }
      context.progress();
    }
    return {
      grid: keepRows(grid, context.writer, (rowIndex) => goes[rowIndex] !== 1, context.progress),
      description: sentence('Remove {n} rows', { n: removed }),
    };
  },
});

/** Operations on whole rows. */
export const ROW_OPERATIONS: readonly OperationDefinition[] = [
  rowRemoval,
  rowKeepMatched,
  rowStar,
  rowFlag,
  rowReorder,
  rowAddition,
  rowDuplicateRemoval,
];
