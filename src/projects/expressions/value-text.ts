import { cellText, DateValue, ErrorValue, javaDoubleText } from '../grid/cell-value.js';
import { BoundedText, TextTooLongError } from './bounded-text.js';
import {
  FoundElements,
  isArrayValue,
  JsonArrayValue,
  JsonObjectValue,
  type ExpressionValue,
} from './expression-value.js';
import { compactJson } from './json-text.js';

/**
 * The text of a value for `+`, `join`, facets and templates: a floating number with its point (`6.0`), a date without
 * zero seconds (`2020-01-01T00:00Z`), an array as `[a, b]`, JSON compact, an element by its outer HTML (several, each
 * on a line), an error by its message, null as the empty text (`null` within an array). Throws `TextTooLongError`.
 */
export function valueText(value: ExpressionValue): string {
  if (value === null || typeof value !== 'object' || value instanceof DateValue || value instanceof ErrorValue)
    return cellText(value);
  if (value instanceof JsonObjectValue || value instanceof JsonArrayValue) return compactJson(value);
  if ('typeName' in value) return value.text ?? `[object ${value.typeName}]`;
  const text = new BoundedText();
  if (value instanceof FoundElements)
    value.forEach((element, index) => text.add(`${index === 0 ? '' : '\n'}${valueText(element)}`));
  else writeArray(text, value);
  return text.toString();
}

function writeArray(text: BoundedText, elements: readonly ExpressionValue[]): void {
  text.add('[');
  elements.forEach((element, index) => {
    if (index > 0) text.add(', ');
    if (isArrayValue(element)) writeArray(text, element);
    else text.add(element === null ? 'null' : valueText(element));
  });
  text.add(']');
}

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

/** One result of a preview for clients: null, the text to show, or an error. */
export type PreviewResult = string | null | { readonly message: string };

/**
 * A result for previews: a text without quotes, an integral floating number without its point, dates as `[date
 * 2020-01-01T00:00:00Z]`, arrays as `[ 1, "a" ]`, JSON compact, `[object Cell]` for things with fields. Never throws.
 */
export function previewResult(value: ExpressionValue): PreviewResult {
  if (value === null) return null;
  if (value instanceof ErrorValue) return { message: value.message };
  if (typeof value === 'string') return value;
  try {
    const text = new BoundedText();
    writeShown(text, value);
    return text.toString();
  } catch (thrown) {
    if (thrown instanceof TextTooLongError || thrown instanceof RangeError) return { message: thrown.message };
    throw thrown;
  }
}

function writeShown(text: BoundedText, value: ExpressionValue): void {
  if (value === null) text.add('null');
  else if (typeof value === 'string') text.add(JSON.stringify(value));
  else if (typeof value === 'number') text.add(numberText(value));
  else if (typeof value === 'bigint' || typeof value === 'boolean') text.add(String(value));
  else if (value instanceof DateValue) text.add(`[date ${value.toIso()}]`);
  else if (value instanceof ErrorValue) text.add(`[error: ${value.message}]`);
  else if (value instanceof JsonObjectValue || value instanceof JsonArrayValue) text.add(compactJson(value));
  else if ('typeName' in value) text.add(value.text ?? `[object ${value.typeName}]`);
  else writeShownArray(text, value);
}

function writeShownArray(text: BoundedText, elements: readonly ExpressionValue[]): void {
  text.add('[ ');
  elements.forEach((element, index) => {
    if (index > 0) text.add(', ');
    writeShown(text, element);
  });
  text.add(' ]');
}

const WHOLE_LIMIT = 2 ** 63;

function numberText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < WHOLE_LIMIT ? String(BigInt(value)) : javaDoubleText(value);
}
