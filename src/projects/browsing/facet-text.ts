import type { ExpressionValue } from '../expressions/expression-value.js';
import { valueText } from '../expressions/value-text.js';
import { DateValue, ErrorValue } from '../grid/cell-value.js';
import { wholeNumberJson } from './whole-number-json.js';

/** A value as the text of a facet's choice: dates in ISO form, everything else as the language prints it. */
export function facetText(value: ExpressionValue): string {
  return value instanceof DateValue ? value.toIso() : valueText(value);
}

/** The value as JSON for a client: numbers of both kinds as numbers, dates as ISO text, everything without a JSON form as text. `jsonWithWholeNumbers` writes it. */
export function jsonOfValue(value: ExpressionValue): string | number | bigint | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return wholeNumberJson(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return value instanceof ErrorValue ? value.message : facetText(value);
}
