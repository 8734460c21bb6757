import { DateValue, ErrorValue, type CellValue, cellOf, type Cell } from '../grid/cell-value.js';
import { TextTooLongError, compactJson } from './value-text.js';
import type { RowBindings } from './expression-language.js';
import { JsonArrayValue, JsonObjectValue, type ExpressionValue } from './expression-value.js';

/**
 * Value of a cell for the result of an expression: scalars as they are, JSON as its compact text, and an `ErrorValue`
 * such as `String[] value not storable` for values that only live while an expression runs. Never throws.
 */
export function storableValue(value: ExpressionValue): CellValue {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof DateValue || value instanceof ErrorValue) return value;
  if (value instanceof JsonObjectValue || value instanceof JsonArrayValue) return storableJson(value);
  return new ErrorValue(`${typeNameOf(value)} value not storable`);
}

/** The cell for the result of an expression: as `storableValue`, but a cell as the result is copied with its recon. */
export function storableCell(value: ExpressionValue): Cell | null {
  if (isObject(value) && 'typeName' in value && value.wrappedCell !== undefined) return value.wrappedCell;
  return cellOf(storableValue(value));
}

function isObject(
  value: ExpressionValue,
): value is Exclude<ExpressionValue, string | bigint | number | boolean | null> {
  return typeof value === 'object' && value !== null;
}

function storableJson(value: JsonObjectValue | JsonArrayValue): CellValue {
  try {
    return compactJson(value);
  } catch (thrown) {
    if (thrown instanceof TextTooLongError || thrown instanceof RangeError) return new ErrorValue(thrown.message);
    throw thrown;
  }
}

type Unstorable = Exclude<ExpressionValue, CellValue | JsonObjectValue | JsonArrayValue>;

/** The names that users of recipes know from error cells. */
function typeNameOf(value: Unstorable): string {
  if ('typeName' in value) return WRAPPED.has(value.typeName) ? `Wrapped${value.typeName}` : value.typeName;
  if (value.length === 0) return 'Object[]';
  if (value.every((element) => typeof element === 'string')) return 'String[]';
  if (value.every((element) => isObject(element) && 'typeName' in element && element.typeName === 'Element'))
    return 'Elements';
  return 'Object[]';
}

const WRAPPED: ReadonlySet<string> = new Set(['Cell', 'Row']);

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
