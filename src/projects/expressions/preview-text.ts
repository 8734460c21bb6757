import { DateValue, ErrorValue } from '../grid/cell-value.js';
import { javaDoubleText } from '../grid/java-double-text.js';
import { BoundedText, TextTooLongError } from './bounded-text.js';
import { JsonArrayValue, JsonObjectValue, type ExpressionValue } from './expression-value.js';
import { compactJson } from './json-text.js';

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
    write(text, value);
    return text.toString();
  } catch (thrown) {
    if (thrown instanceof TextTooLongError || thrown instanceof RangeError) return { message: thrown.message };
    throw thrown;
  }
}

function write(text: BoundedText, value: ExpressionValue): void {
  if (value === null) text.add('null');
  else if (typeof value === 'string') text.add(JSON.stringify(value));
  else if (typeof value === 'number') text.add(numberText(value));
  else if (typeof value === 'bigint' || typeof value === 'boolean') text.add(String(value));
  else if (value instanceof DateValue) text.add(`[date ${value.toIso()}]`);
  else if (value instanceof ErrorValue) text.add(`[error: ${value.message}]`);
  else if (value instanceof JsonObjectValue || value instanceof JsonArrayValue) text.add(compactJson(value));
  else if ('typeName' in value) text.add(value.text ?? `[object ${value.typeName}]`);
  else writeArray(text, value);
}

function writeArray(text: BoundedText, elements: readonly ExpressionValue[]): void {
  text.add('[ ');
  elements.forEach((element, index) => {
    if (index > 0) text.add(', ');
    write(text, element);
  });
  text.add(' ]');
}

const MAX_WHOLE = 2 ** 63;

function numberText(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < MAX_WHOLE ? String(BigInt(value)) : javaDoubleText(value);
}
