import { JsonArrayValue, JsonObjectValue, type ExpressionArray, type ExpressionValue } from '../../expression-value.js';
import { valueText } from '../../value-text.js';
import { FieldsList } from '../evaluation/fields-list.js';
import { GrelFailure } from '../evaluation/grel-failure.js';
import { readField } from '../evaluation/read-field.js';
import { elementsOf, isFieldsValue } from '../evaluation/value-kinds.js';
import { integerOf } from './expectations.js';

/** `value[from, to]`. */
export function getPart(
  value: ExpressionValue,
  from: ExpressionValue,
  to: ExpressionValue | undefined,
): ExpressionValue {
  if (value === null || from === null) return null;
  const hasFields = isFieldsValue(value) || value instanceof JsonObjectValue || value instanceof FieldsList;
  if (hasFields && typeof from === 'string') return readField(value, from);
  const start = integerOf(from);
  if (start === undefined) return null;
  const end = to === undefined ? undefined : integerOf(to);
  if (to !== undefined && end === undefined) return null;
  const elements = elementsOf(value);
  return elements === undefined ? textPart(valueText(value), start, end) : arrayPart(value, elements, start, end);
}

function arrayPart(
  array: ExpressionValue,
  elements: ExpressionArray,
  start: number,
  end: number | undefined,
): ExpressionValue {
  const { length } = elements;
  const first = clamped(start, length);
  if (end === undefined) {
    if (first < length) return elements[first] ?? null;
    if (array instanceof JsonArrayValue) return null;
    throw new GrelFailure(
      `java.lang.ArrayIndexOutOfBoundsException: Index ${first} out of bounds for length ${length}`,
    );
  }
  const last = clamped(end, length);
  return last > first ? elements.slice(first, last) : null;
}

function textPart(text: string, start: number, end: number | undefined): string {
  const { length } = text;
  const first = clamped(start, length);
  if (end !== undefined) return text.slice(first, Math.max(first, clamped(end, length)));
  if (first < length) return text.charAt(first);
  throw new GrelFailure(
    `java.lang.StringIndexOutOfBoundsException: begin ${first}, end ${first + 1}, length ${length}`,
  );
}

/** A position from the end when it is negative, and never outside. */
function clamped(position: number, length: number): number {
  return Math.min(length, Math.max(0, position < 0 ? position + length : position));
}

/**
 * `slice(value, from, to)`: as `value[from, to]`, but up to the end without `to`, and empty without a result. Null when
 * `to` is present, but no number.
 */
export function slicePart(
  value: ExpressionValue,
  from: ExpressionValue | undefined,
  to: ExpressionValue | undefined,
): ExpressionValue {
  const start = integerOf(from);
  const end = integerOf(to);
  const endsAtNothing = end === undefined && to !== null && to !== undefined;
  if (value === null || start === undefined || endsAtNothing) return null;
  const elements = elementsOf(value);
  const whole = elements ?? valueText(value);
  const first = clamped(start, whole.length);
  const last = clamped(end ?? whole.length, whole.length);
  return whole.slice(first, Math.max(first, last));
}
