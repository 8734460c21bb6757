import type { ExpressionValue } from './expression-value.js';
import type { RowBindings } from './expression-language.js';
import { storableValue } from './storable-value.js';

/**
 * Variables of a repeated expression in the round after one with the result `value`: that value, also as the value of
 * `cell`; the rest of the row as it was.
 */
export function roundAfter(bindings: RowBindings, value: ExpressionValue): RowBindings {
  const { columnName, row, project } = bindings;
  return {
    value,
    cell: { value: storableValue(value), recon: bindings.cell?.recon ?? null },
    columnName,
    row,
    project,
  };
}
