import type { BaseColumn } from '../browsing/bind-rows.js';
import type { RowSelection } from '../browsing/select-rows.js';
import type { CompiledExpression, RowBindings } from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { GroupReader, type RowGroup } from '../grid/grid.js';
import type { OperationContext } from './operation.js';

/** The value of a program in one row. */
export interface EvaluatedRow {
  readonly rowIndex: number;
  /** Within the group. */
  readonly position: number;
  readonly bindings: RowBindings;
  readonly value: ExpressionValue;
}

/** The values of a program in the selected rows of one group, in their order; an empty list when none of its rows is selected. */
export function evaluateSelected(
  context: OperationContext,
  selection: RowSelection,
  base: BaseColumn,
  compiled: CompiledExpression,
  group: RowGroup,
  firstRow: number,
): readonly EvaluatedRow[] {
  const reader = new GroupReader(group, firstRow);
  const bindings: RowBindings[] = [];
  const positions: number[] = [];
  for (let position = 0; position < group.rowCount; position += 1) {
    if (!selection.has(firstRow + position)) continue;
    positions.push(position);
    bindings.push(context.bound.bind(reader, position, base));
  }
  if (positions.length === 0) return [];
  const values = compiled.evaluate(bindings);
  context.progress();
  return bindings.map((rowBindings, index) => {
    const position = positions[index] ?? 0;
    return { rowIndex: firstRow + position, position, bindings: rowBindings, value: values[index] ?? null };
  });
}
