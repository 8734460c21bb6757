import { largestOf } from '../foundation/largest-of.js';
import type { Property } from '../entities/property.js';
import { readDay } from '../entities/partial-date.js';
import type { ValueForm, ValueKind } from './compare-values.js';

/** The kinds detected from values as text. */
export type FoundKind = Exclude<ValueKind, 'identifier' | 'boolean' | 'url' | 'reference'>;

/** Minimum share of values in the form of a kind. */
const NEARLY_ALL = 0.9;
/** Minimum share of values with a separator, for lists. */
const SOME = 0.1;
const SEPARATORS = ['|', ';'] as const;
const COORDINATES = /^[+-]?\d{1,3}(?:\.\d+)?[,; ]\s*[+-]?\d{1,3}(?:\.\d+)?$/;
const YEAR = /^(?:1\d{3}|20\d{2}|2100)$/;
const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[^\p{L}\d]{0,3}\d[\d\s.,'’]*\s*\p{L}{0,4}\.?[%$€£¥]?$/u;
const CLOCK = /^\d{1,3}:[0-5]\d(?::[0-5]\d)?$|^PT\d/;
/** One run of letters and digits with at least one digit, perhaps with marks between them. */
const CODE = /^(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}\-_/.()+ ]*$/u;
const SHORTEST_NUMERAL_CODE = 4;
const LARGEST_SMALL_INTEGER = 999;

/**
 * The kind of a property's values, from a sample as text. Numbers of at least four digits written like codes (equal
 * numbers of digits, no decimals) are codes, since they are copied and not measured. Text without any value.
 */
export function valueFormOf(values: readonly string[]): ValueForm & { readonly kind: FoundKind } {
  const texts = values.map((value) => value.trim()).filter((value) => value !== '');
  const isNearlyAll = (test: (text: string) => boolean): boolean =>
    texts.length > 0 && texts.filter(test).length >= NEARLY_ALL * texts.length;
  const separator = SEPARATORS.find((one) => texts.filter((text) => text.includes(one)).length > SOME * texts.length);
  if (separator !== undefined) return { kind: 'list', separator };
  return { kind: kindOf(texts, isNearlyAll), separator: undefined };
}

function kindOf(texts: readonly string[], isNearlyAll: (test: (text: string) => boolean) => boolean): FoundKind {
  if (isNearlyAll((text) => COORDINATES.test(text))) return 'coordinates';
  if (isNearlyAll((text) => YEAR.test(text))) return 'year';
  if (isNearlyAll((text) => readDay(text) !== undefined)) return 'date';
  if (isNearlyAll((text) => CLOCK.test(text))) return 'duration';
  if (isNearlyAll((text) => INTEGER.test(text))) {
    if (texts.every((text) => Math.abs(Number(text)) <= LARGEST_SMALL_INTEGER)) return 'small integer';
    return isNearlyAll((text) => text.length >= SHORTEST_NUMERAL_CODE) && hasUsualLength(texts) ? 'code' : 'number';
  }
  if (isNearlyAll((text) => NUMBER.test(text) && !/\d-\d|\d\/\d/.test(text))) return 'number';
  return isNearlyAll((text) => CODE.test(text) && text.split(/\s+/).length <= 3 && /\d.*\d/.test(text)) &&
    !hasManyWords(texts)
    ? 'code'
    : 'text';
}

/** Whether nearly all have the same number of characters, as assigned numbers have, unlike measured ones. */
function hasUsualLength(texts: readonly string[]): boolean {
  const counts = new Map<number, number>();
  for (const { length } of texts) counts.set(length, (counts.get(length) ?? 0) + 1);
  return largestOf(counts.values()) >= NEARLY_ALL * texts.length;
}

/**
 * Whether the average value has a word of at least three letters: then they are texts with numbers, such as addresses.
 */
function hasManyWords(texts: readonly string[]): boolean {
  return (
    texts.reduce((sum, text) => sum + (text.match(/(?<![\p{L}\d])\p{L}{4,}(?![\p{L}\d])/gu)?.length ?? 0), 0) >=
    texts.length / 2
  );
}

/** The comparison method of a property: by its datatype, for texts and numbers by their values. */
export function formOfProperty(
  { datatype, identifying }: Property,
  found: { readonly kind: FoundKind; readonly separator: string | undefined } | undefined,
): ValueForm {
  switch (datatype) {
    case 'text':
      if (identifying && found?.separator === undefined) return { kind: 'identifier', separator: undefined };
      return { kind: found?.kind ?? 'text', separator: found?.separator };
    case 'integer':
    case 'number': {
      const kind = found?.kind === undefined || found.kind === 'text' || found.kind === 'list' ? 'number' : found.kind;
      return { kind: identifying ? 'identifier' : kind, separator: undefined };
    }
    default:
      return { kind: datatype, separator: undefined };
  }
}
