import {
  isArrayValue,
  JsonArrayValue,
  type ExpressionArray,
  type ExpressionValue,
  type FieldsValue,
} from '../../expression-value.js';

/** Whether it has named fields: cells, rows, records, recon data, elements, patterns. */
export function isFieldsValue(value: ExpressionValue | undefined): value is FieldsValue {
  return typeof value === 'object' && value !== null && 'typeName' in value;
}

/** The elements of an array of either kind; undefined for everything else. */
export function elementsOf(value: ExpressionValue | undefined): ExpressionArray | undefined {
  if (isArrayValue(value)) return value;
  return value instanceof JsonArrayValue ? value.elements : undefined;
}
