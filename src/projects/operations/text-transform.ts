import { z } from 'zod';
import { requireRows } from '../browsing/select-rows.js';
import type { CompiledExpression } from '../expressions/expression-language.js';
import { roundAfter } from '../expressions/repeat-round.js';
import { storableValue } from '../expressions/storable-value.js';
import { ErrorValue, sameValue, type CellValue } from '../grid/cell-value.js';
import { withColumn } from '../grid/grid-writer.js';
import { cellsOfGroup, withValue } from './cells-of-group.js';
import { evaluateSelected, type EvaluatedRow } from './evaluate-selected.js';
import { onErrorMember } from './on-error.js';
import { checkExpression, columnsOfEngine, defineOperation, engineConfigMember, requireColumn } from './operation.js';

const schema = z.object({
  engineConfig: engineConfigMember,
  columnName: z.string({ error: 'Missing column name' }),
  expression: z.string({ error: 'Missing expression' }),
  onError: onErrorMember,
  repeat: z.boolean().default(false),
  repeatCount: z.number().int().default(10),
});

/** A new value for each cell of a column. Cells that come out as they were are neither counted nor written. */
export const textTransform = defineOperation({
  id: 'core/text-transform',
  does: 'Computes every cell of a column anew.',
  schema,
  check: ({ expression }, compile) => {
    checkExpression(expression, compile);
  },
  columns: ({ columnName, engineConfig }) => ({ needs: [columnName, ...columnsOfEngine(engineConfig)], creates: [], removes: [] }),
  plan: ({ engineConfig, columnName, expression, onError, repeat, repeatCount }, context) => {
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, columnName);
    const selection = requireRows(engineConfig, context);
    const compiled = context.compile(expression);
    const rounds = repeat ? Math.max(0, repeatCount) : 0;
    let changed = 0;
    const after = withColumn(grid, grid.model, cellIndex, context.writer, (group, firstRow) => {
      const evaluated = evaluateSelected(context, selection, { name: columnName, cellIndex }, compiled, group, firstRow);
      if (evaluated.length === 0) return 'unchanged';
      const values = repeated(evaluated, compiled, rounds);
      const cells = cellsOfGroup(group, cellIndex);
      let changedHere = 0;
      evaluated.forEach(({ position }, index) => {
        const cell = cells[position] ?? null;
        let value = values[index] ?? null;
        if (value instanceof ErrorValue) {
          if (onError === 'keep-original') return;
          if (onError === 'set-to-blank') value = null;
        }
        if (sameValue(cell?.value ?? null, value)) return;
        cells[position] = withValue(cell, value);
        changedHere += 1;
      });
      changed += changedHere;
      return changedHere === 0 ? 'unchanged' : cells;
    });
    return { grid: after, description: `Text transform on ${changed} cells in column ${columnName}: ${expression}` };
  },
});

/** The first round's values, evaluated again with the result as `value` until it stays the same, fails (the last good one stays), or the rounds are used up. */
function repeated(evaluated: readonly EvaluatedRow[], compiled: CompiledExpression, rounds: number): readonly CellValue[] {
  const values = evaluated.map(({ value }) => storableValue(value));
  let open = values.flatMap((value, index) => (value instanceof ErrorValue ? [] : [index]));
  for (let round = 0; round < rounds && open.length > 0; round += 1) {
    const bindings = open.flatMap((index) => {
      const row = evaluated[index];
      return row === undefined ? [] : [roundAfter(row.bindings, values[index] ?? null)];
    });
    const next = compiled.evaluate(bindings).map(storableValue);
    open = open.filter((index, place) => {
      const value = next[place] ?? null;
      if (value instanceof ErrorValue || sameValue(value, values[index] ?? null)) return false;
      values[index] = value;
      return true;
    });
  }
  return values;
}
