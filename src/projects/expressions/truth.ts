import { ErrorValue } from '../grid/cell-value.js';
import type { ExpressionValue } from './expression-value.js';
import { valueText } from './value-text.js';

/** Whether a condition is true: the boolean true, or anything whose text is `true` in any case. */
export function isTrue(value: ExpressionValue): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return value.length === 4 && value.toLowerCase() === 'true';
  return value !== null && typeof value === 'object' && 'text' in value && valueText(value).toLowerCase() === 'true';
}

/** Null, an error, or the empty text: as `isBlank` of cells, for results of expressions. */
export function isBlankResult(value: ExpressionValue): boolean {
  return value === null || value === '' || value instanceof ErrorValue;
}
