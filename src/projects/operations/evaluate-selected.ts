import { z } from 'zod';
import type { BaseColumn } from '../browsing/bind-rows.js';
import type { RowSelection } from '../browsing/select-rows.js';
import type { CompiledExpression, RowBindings } from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { GroupReader, type RowGroup } from '../grid/grid.js';
import type { OperationContext } from './operation.js';

/** The values of a program in some rows of a group: three lists of the same length, in the order of the rows. */
export interface EvaluatedRows {
  /** Within the group, ascending. */
  readonly positions: readonly number[];
  readonly bindings: readonly RowBindings[];
  readonly values: readonly ExpressionValue[];
}

const NO_ROWS: EvaluatedRows = { positions: [], bindings: [], values: [] };

/** A program, and the rows in which it is to be evaluated. */
interface SelectedEvaluation {
  readonly context: OperationContext;
  readonly selection: RowSelection;
  /** The column of `value` in the program. */
  readonly base: BaseColumn;
  readonly compiled: CompiledExpression;
}

/** The values of a program in the selected rows of one group, whose first row is `firstRow` of the grid. */
export function evaluateSelected(
  { context, selection, base, compiled }: SelectedEvaluation,
  group: RowGroup,
  firstRow: number,
): EvaluatedRows {
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
}

/** A cell whose expression fails stays, is emptied, or keeps the error. */
export const onErrorMember = z.enum(['keep-original', 'set-to-blank', 'store-error'], {
  error: "Missing 'on error' behaviour",
});

export type OnError = z.infer<typeof onErrorMember>;
