import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import type { Sentence } from '../../foundation/sentence.js';
import { requireRows } from '../browsing/select-rows.js';
import { isBlank, sameValue, type Cell } from '../grid/cell-value.js';
import type { Column } from '../grid/column-model.js';
import { withColumn, cellsOfGroup } from '../grid/grid-writer.js';
import { GroupReader, type Grid } from '../grid/grid.js';
import {
  columnsOfEngine,
  defineOperation,
  engineConfigMember,
  requireColumn,
  type OperationContext,
  type OperationDefinition,
  type PlannedChange,
} from './operation.js';

const schema = z.object({ engineConfig: engineConfigMember, columnName: z.string({ error: 'Missing column name' }) });

/**
 * A blank cell, or an error, takes the cell (with its recon) of the last visited row, or row of the record, with one.
 */
export const fillDown = downwards(
  {
    id: 'core/fill-down',
    does: 'Fills blank cells of a column with the value above, within a record in record mode.',
    describe: (n, column) => sentence('Fill down {n} cells in column {column}', { n, column }),
  },
  (cell, last) => (isBlank(cell?.value) && last !== null ? last : undefined),
  'keep',
);

/** Removes a cell that equals that of the previous visited row, in kind and value. */
export const blankDown = downwards(
  {
    id: 'core/blank-down',
    does: 'Empties cells of a column that repeat the value above, within a record in record mode.',
    describe: (n, column) => sentence('Blank down {n} cells in column {column}', { n, column }),
  },
  (cell, last) =>
    cell !== null && !isBlank(cell.value) && last !== null && sameValue(cell.value, last.value) ? null : undefined,
  'forget',
);

/**
 * Both walk down the visited rows with one cell in memory. `change` returns the new cell, or undefined to leave it;
 * `atBlank`: whether a blank cell clears the memory.
 */
function downwards(
  {
    id,
    does,
    describe,
  }: {
    readonly id: string;
    readonly does: string;
    readonly describe: (n: number, column: string) => Sentence;
  },
  change: (cell: Cell | null, last: Cell | null) => Cell | null | undefined,
  atBlank: 'keep' | 'forget',
): OperationDefinition {
  return defineOperation({
    id,
    does,
    schema,
    columns: ({ columnName, engineConfig }) => ({
      needs: [columnName, ...columnsOfEngine(engineConfig)],
      creates: [],
      removes: [],
    }),
    plan: ({ engineConfig, columnName }, context) => {
      const { grid } = context.bound;
      const column = requireColumn(grid, columnName);
      const selection = requireRows(engineConfig, context);
      const keyColumn = engineConfig.mode === 'record-based' ? grid.model.columns[0] : undefined;
      const { grid: after, changed } = walk({ grid, column, keyColumn, has: selection.has, context });
      return { grid: after, description: describe(changed, columnName) };
    },
  });

  function walk({
    grid,
    column,
    keyColumn,
    has,
    context,
  }: Walk): Pick<PlannedChange, 'grid'> & { readonly changed: number } {
    let last: Cell | null = null;
    let changed = 0;
    const after = withColumn(grid, grid.model, column.cellIndex, context.writer, (group, firstRow) => {
      const cells = cellsOfGroup(group, column.cellIndex);
      const reader = new GroupReader(group, firstRow);
      let changedHere = 0;
      for (let position = 0; position < group.rowCount; position += 1) {
        if (!has(firstRow + position)) continue;
        if (keyColumn !== undefined && !reader.chunk(keyColumn.cellIndex).isBlank(position)) last = null;
        const cell = cells[position] ?? null;
        const replacement = change(cell, last);
        if (replacement !== undefined) {
          cells[position] = replacement;
          changedHere += 1;
        } else if (!isBlank(cell?.value)) last = cell;
        else if (atBlank === 'forget') last = null;
      }
      changed += changedHere;
      context.progress();
      return changedHere === 0 ? 'unchanged' : cells;
    });
    return { grid: after, changed };
  }
}

interface Walk {
  readonly grid: Grid;
  readonly column: Column;
  readonly keyColumn: Column | undefined;
  readonly has: (rowIndex: number) => boolean;
  readonly context: OperationContext;
}
