import { z } from 'zod';
import { requireRows } from '../browsing/select-rows.js';
import type { CompiledExpression, RowBindings } from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { GroupReader, type RowGroup } from '../grid/grid.js';
import { requireColumn, type ColumnMembers, type OperationContext } from './operation.js';

/** The values of a program in some rows of a group: three lists of the same length, in the order of the rows. */
export interface EvaluatedRows {
  /** Within the group, ascending. */
  readonly positions: readonly number[];
  readonly bindings: readonly RowBindings[];
  readonly values: readonly ExpressionValue[];
}

const NO_ROWS: EvaluatedRows = { positions: [], bindings: [], values: [] };

/** An expression whose `value` is that of one column. */
interface ColumnEvaluation {
  readonly cellIndex: number;
  readonly compiled: CompiledExpression;
  /** The values in the selected rows of one group, whose first row is `firstRow` of the grid. */
  readonly inGroup: (group: RowGroup, firstRow: number) => EvaluatedRows;
}

/** Prepares an expression for the rows of an engine. Throws `operation-failed` without the column, and errors of the expression and of the facets. */
export function evaluateColumn(
  context: OperationContext,
  { columnName, expression, engineConfig }: ColumnMembers & { readonly expression: string },
): ColumnEvaluation {
  const { cellIndex } = requireColumn(context.bound.grid, columnName);
  const selection = requireRows(engineConfig, context);
  const compiled = context.compile(expression);
  const base = { name: columnName, cellIndex };
  return {
    cellIndex,
    compiled,
    inGroup: (group, firstRow) => {
      const reader = new GroupReader(group, firstRow);
      const bindings: RowBindings[] = [];
      const positions: number[] = [];
      for (let position = 0; position < group.rowCount; position += 1) {
        if (!selection.has(firstRow + position)) continue;
        positions.push(position);
        bindings.push(context.bound.bind(reader, position, base));
      }
      if (positions.length === 0) return NO_ROWS;
      const values = compiled.evaluate(bindings);
      context.progress();
      return { positions, bindings, values };
    },
  };
}

/** A cell whose expression fails stays, is emptied, or keeps the error. */
export const onErrorMember = z.enum(['keep-original', 'set-to-blank', 'store-error'], {
  error: "Missing 'on error' behaviour",
});

export type OnError = z.infer<typeof onErrorMember>;
