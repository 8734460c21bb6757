import { DateValue, ErrorValue } from '../../../grid/cell-value.js';
import { MAX_TEXT_LENGTH, TextTooLongError, compactJson, valueText } from '../../value-text.js';
import { type ExpressionValue, JsonArrayValue, JsonObjectValue } from '../../expression-value.js';
import type { BinaryOperator } from '../syntax/grel-ast.js';

const COLLATOR = new Intl.Collator('en', { sensitivity: 'variant' });

const PLAIN = /^[ -~]*$/;

/** Left and right are never errors. Throws `TextTooLongError`. */
export function applyOperator(
  operator: BinaryOperator,
  left: ExpressionValue,
  right: ExpressionValue,
): ExpressionValue {
  if (left === null || right === null) return applyToNull(operator, left, right);
  if (typeof left === 'string') {
    if (typeof right === 'string') return applyToTexts(operator, left, right);
  } else if (typeof left === 'bigint') {
    if (typeof right === 'bigint') return applyToWholes(operator, left, right);
    if (typeof right === 'number') return applyToFloats(operator, Number(left), right);
  } else if (typeof left === 'number') {
    if (typeof right === 'number') return applyToFloats(operator, left, right);
    if (typeof right === 'bigint') return applyToFloats(operator, left, Number(right));
  } else if (typeof left === 'boolean' && typeof right === 'boolean')
    return compared(operator, Number(left) - Number(right));
  else if (left instanceof DateValue && right instanceof DateValue)
    return compared(operator, compareDates(left, right));
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string'))
    return concatenated(valueText(left), valueText(right));
  if (operator === '==') return isSame(left, right);
  return operator === '!=' ? !isSame(left, right) : null;
}

/** Below zero when the first comes before the second. */
export function compareDates(one: DateValue, other: DateValue): number {
  return one.epochMs - other.epochMs || one.nanos - other.nanos;
}

function applyToNull(operator: BinaryOperator, left: ExpressionValue, right: ExpressionValue): ExpressionValue {
  if (operator === '==') return left === right;
  return operator === '!=' ? left !== right : null;
}

function applyToTexts(operator: BinaryOperator, left: string, right: string): ExpressionValue {
  switch (operator) {
    case '+':
      return concatenated(left, right);
    case '==':
      return equalTexts(left, right);
    case '!=':
      return !equalTexts(left, right);
    default:
      return compared(operator, compareTexts(left, right));
  }
}

function concatenated(left: string, right: string): string {
  if (left.length + right.length > MAX_TEXT_LENGTH) throw new TextTooLongError();
  return left + right;
}

/** The result of a comparison, for any other operator null. */
function compared(operator: BinaryOperator, order: number): boolean | null {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    case '=':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return null;
  }
}

/** 64 bits, which overflow silently. */
function applyToWholes(operator: BinaryOperator, left: bigint, right: bigint): ExpressionValue {
  switch (operator) {
    case '+':
      return BigInt.asIntN(64, left + right);
    case '-':
      return BigInt.asIntN(64, left - right);
    case '*':
      return BigInt.asIntN(64, left * right);
    case '/':
      if (right !== 0n) return BigInt.asIntN(64, left / right);
      return left === 0n ? Number.NaN : left > 0n ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
    case '%':
      return right === 0n ? new ErrorValue('java.lang.ArithmeticException: / by zero') : left % right;
    default:
      return compared(operator, left < right ? -1 : left > right ? 1 : 0);
  }
}

function applyToFloats(operator: BinaryOperator, left: number, right: number): ExpressionValue {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '=':
      return null;
  }
}

/** Equality of values without an order: JSON by its content, arrays and things with fields by identity. */
function isSame(left: ExpressionValue, right: ExpressionValue): boolean {
  if (left === right) return true;
  if (isJson(left) && isJson(right)) return compactJson(left) === compactJson(right);
  return false;
}

function isJson(value: ExpressionValue): value is JsonObjectValue | JsonArrayValue {
  return value instanceof JsonObjectValue || value instanceof JsonArrayValue;
}

/** Dictionary order: below zero when the first comes before the second. `é` composed and decomposed are equal. */
function compareTexts(one: string, other: string): number {
  return COLLATOR.compare(one, other);
}

/** Whether both are equal in dictionary order. */
function equalTexts(one: string, other: string): boolean {
  if (one === other) return true;
  if (PLAIN.test(one) && PLAIN.test(other)) return false;
  return COLLATOR.compare(one, other) === 0;
}
