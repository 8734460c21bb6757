import type { ExpressionArray, ExpressionValue, FieldsValue } from '../../expression-value.js';
import { JsonArrayValue } from '../../expression-value.js';

/** `Array.isArray` does not tell readonly arrays from the rest of a union; this does. */
export function isArrayValue(value: ExpressionValue | undefined): value is ExpressionArray {
  return Array.isArray(value);
}

/** Whether it has named fields: cells, rows, records, recon data, elements, patterns. */
export function isFieldsValue(value: ExpressionValue | undefined): value is FieldsValue {
  return typeof value === 'object' && value !== null && 'typeName' in value;
}

/** The elements of an array of either kind; undefined for everything else. */
export function elementsOf(value: ExpressionValue | undefined): ExpressionArray | undefined {
  if (isArrayValue(value)) return value;
  return value instanceof JsonArrayValue ? value.elements : undefined;
}
