import { randomUUID } from 'node:crypto';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { valueText } from '../expressions/value-text.js';
import { DateValue, ErrorValue } from '../grid/cell-value.js';

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

/**
 * A whole number in an answer: a plain number where that has all its digits, else a bigint for `jsonWithWholeNumbers`.
 */
export function wholeNumberJson(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The JSON of an answer. Whole numbers beyond those that floating numbers hold exactly (long ids, the numbers of parts) keep every digit. Costs two walks where there are any. */
export function jsonWithWholeNumbers(value: unknown): string {
  let mark = '';
  const json = JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'bigint') return member;
    // Unpredictable, so that no client can have it in a cell.
    mark ||= randomUUID();
    return `${mark}${member}`;
  });
  return mark === '' ? json : json.replace(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1');
}
