import { cellText, DateValue, ErrorValue } from '../grid/cell-value.js';
import { BoundedText } from './bounded-text.js';
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
