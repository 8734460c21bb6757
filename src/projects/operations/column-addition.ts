import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { requireRows } from '../browsing/select-rows.js';
import { storableCell } from '../expressions/storable-value.js';
import { ErrorValue, type Cell } from '../grid/cell-value.js';
import { insertColumns } from '../grid/change-columns.js';
import { withColumn } from '../grid/grid-writer.js';
import { evaluateSelected } from './evaluate-selected.js';
import { onErrorMember } from './on-error.js';
import {
  checkExpression,
  columnsOfEngine,
  defineOperation,
  engineConfigMember,
  invalidOperation,
  requireColumn,
  requireFreeName,
  requireInsertIndex,
} from './operation.js';

const schema = z.object({
  engineConfig: engineConfigMember,
  baseColumnName: z.string({ error: 'Missing base column name' }),
  expression: z.string({ error: 'Missing expression' }),
  onError: onErrorMember,
  newColumnName: z.string({ error: 'Missing new column name' }),
  columnInsertIndex: z.number({ error: 'Invalid column insert index' }).int('Invalid column insert index'),
});

/** A new column computed from another. A result that is a cell is copied with its recon data; an empty result leaves no cell. */
export const columnAddition = defineOperation({
  id: 'core/column-addition',
  does: 'Makes a column that is computed from another.',
  schema,
  check: ({ expression, columnInsertIndex }, compile) => {
    if (columnInsertIndex < 0) throw invalidOperation('Invalid column insert index');
    checkExpression(expression, compile);
  },
  columns: ({ baseColumnName, newColumnName, engineConfig }) => ({
    needs: [baseColumnName, ...columnsOfEngine(engineConfig)],
    creates: [newColumnName],
    removes: [],
  }),
  plan: ({ engineConfig, baseColumnName, expression, onError, newColumnName, columnInsertIndex }, context) => {
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, baseColumnName);
    requireFreeName(grid, newColumnName);
    requireInsertIndex(grid, columnInsertIndex);
    const selection = requireRows(engineConfig, context);
    const compiled = context.compile(expression);
    const evaluation = { context, selection, base: { name: baseColumnName, cellIndex }, compiled };
    const added = { cellIndex: grid.model.nextCellIndex, originalName: newColumnName, name: newColumnName };
    let filled = 0;
    const after = withColumn(
      grid,
      insertColumns(grid.model, columnInsertIndex, [added]),
      added.cellIndex,
      context.writer,
      (group, firstRow) => {
        const cells = new Array<Cell | null>(group.rowCount).fill(null);
        const { positions, bindings, values } = evaluateSelected(evaluation, group, firstRow);
        positions.forEach((position, index) => {
          let cell = storableCell(values[index] ?? null);
          if (cell?.value instanceof ErrorValue) {
            const original = bindings[index]?.cell ?? null;
            if (onError === 'keep-original') cell = original === null ? null : { value: original.value, recon: null };
            else if (onError === 'set-to-blank') cell = null;
          }
          if (cell === null) return;
          cells[position] = cell;
          filled += 1;
        });
        return cells;
      },
    );
    return {
      grid: after,
      description: sentence('Create new column {column} based on column {base} by filling {n} rows with {expression}', {
        column: newColumnName,
        base: baseColumnName,
        n: filled,
        expression,
      }),
    };
  },
});
