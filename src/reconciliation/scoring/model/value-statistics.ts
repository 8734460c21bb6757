import type { Property, PropertyValue } from '../../../entities/property.js';
import { valueText } from '../../../entities/value-text.js';
import { keyOfText, valueKey } from '../properties/value-key.js';
import { readDay } from '../properties/values/compare-dates.js';
import { partsOfList } from '../properties/values/compare-values.js';
import type { EstimationSource } from './estimation-source.js';
import type { PropertyModel } from './scoring-model.js';
import { largestOf } from '../../../foundation/largest-of.js';

/** Values kept by name; the rest share one estimate. */
const MOST_LISTED = 300;
/** Values by which the form of all is told. */
const VALUES_LOOKED_AT = 1000;

interface Counts {
  entities: number;
  characters: number;
  texts: number;
  years: number;
  numbers: number;
  readonly values: PropertyValue[];
}

/** How the values of each property are spread, from the sampled entities. Cost: decoding each of them once. */
export function valueStatistics(
  source: Pick<EstimationSource, 'properties' | 'forEachRecord'>,
  sample: readonly number[],
): Readonly<Record<string, PropertyModel>> {
  const counts = new Map<string, Counts>(
    source.properties.map((property) => [
      property.id,
      { entities: 0, characters: 0, texts: 0, years: 0, numbers: 0, values: [] },
    ]),
  );
  if (source.properties.length > 0) {
    source.forEachRecord(sample, ({ properties }) => {
      for (const [id, values] of Object.entries(properties)) {
        const ofProperty = counts.get(id);
        if (ofProperty === undefined) continue;
        ofProperty.entities++;
        for (const value of values) count(ofProperty, value);
      }
    });
  }
  return Object.fromEntries(
    source.properties.map((property) => [property.id, modelOf(property, counts.get(property.id))]),
  );
}

function count(counts: Counts, value: PropertyValue): void {
  counts.values.push(value);
  if (value.kind === 'text') {
    counts.texts++;
    counts.characters += value.text.length;
  }
  if (value.kind === 'integer' || value.kind === 'number') {
    counts.numbers++;
    if (Number.isInteger(value.number) && value.number >= 1000 && value.number <= 2100) counts.years++;
  }
}

/** How many times each key occurs; the parts of a list are counted one by one. */
function countKeys(values: readonly PropertyValue[], separator: string | undefined): ReadonlyMap<string, number> {
  const byKey = new Map<string, number>();
  for (const value of values) {
    const keys =
      value.kind !== 'text'
        ? [valueKey(value)]
        : separator !== undefined
          ? partsOfList(value.text, separator).map(keyOfText)
          : value.text.length > 200
            ? []
            : [valueKey(value)];
    for (const key of keys) if (key !== undefined) byKey.set(key, (byKey.get(key) ?? 0) + 1);
  }
  return byKey;
}

function modelOf(property: Property, counts: Counts | undefined): PropertyModel {
  if (counts === undefined || counts.entities === 0)
    return { sampled: 0, meanLength: 0, numbers: 'measured', separator: undefined, usualShare: 0.05, frequent: {} };
  const form = valueFormOf(counts.values.slice(0, VALUES_LOOKED_AT).map(valueText));
  const separator = property.datatype === 'text' ? form.separator : undefined;
  const repeated = [...countKeys(counts.values, separator)]
    .filter(([, n]) => n > 1)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const listed = repeated.slice(0, MOST_LISTED);
  const usual = repeated.length > MOST_LISTED ? (listed.at(-1)?.[1] ?? 1) : 1;
  return {
    sampled: counts.values.length,
    meanLength: counts.texts === 0 ? 0 : Math.round(counts.characters / counts.texts),
    numbers: numbersOf(property, counts, form),
    separator,
    usualShare: usual / (counts.entities + 1),
    frequent: Object.fromEntries(listed.map(([key, n]) => [key, n / (counts.entities + 1)])),
  };
}

function numbersOf(property: Property, { numbers, years }: Counts, { kind }: ValueForm): PropertyModel['numbers'] {
  if (numbers > 0 && years >= 0.95 * numbers && !property.identifying) return 'years';
  return kind === 'date' ? 'days' : kind === 'code' ? 'codes' : 'measured';
}

/** What the values of a property are, found from the values themselves; decides how two of them are compared. */
export type ValueKind =
  'text' | 'list' | 'code' | 'year' | 'small integer' | 'number' | 'duration' | 'date' | 'coordinates';

/** Share of the values that must have the form of a kind. */
const NEARLY_ALL = 0.9;
/** Share of the values with a separator, of lists. */
const SOME = 0.1;
const SEPARATORS = ['|', ';'] as const;
const COORDINATES = /^[+-]?\d{1,3}(?:\.\d+)?[,; ]\s*[+-]?\d{1,3}(?:\.\d+)?$/;
const YEAR = /^(?:1\d{3}|20\d{2}|2100)$/;
const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[^\p{L}\d]{0,3}\d[\d\s.,'’]*\s*\p{L}{0,4}\.?[%$€£¥]?$/u;
const CLOCK = /^\d{1,3}:[0-5]\d(?::[0-5]\d)?$|^PT\d/;
/** One run of letters and digits with a digit in it, marks between them allowed. */
const CODE = /^(?=.*\d)[\p{L}\p{N}][\p{L}\p{N}\-_/.()+ ]*$/u;
const SHORTEST_NUMERAL_CODE = 4;
const LARGEST_SMALL_INTEGER = 999;

/** How the values of one property are compared. */
export interface ValueForm {
  readonly kind: ValueKind;
  /** What stands between several values in one text; `undefined`: a text is one value. */
  readonly separator: string | undefined;
}

/**
 * What the values of a property are, from a sample of them as text. A number of four digits and more is a code when it is written like one (always as many digits, no
 * decimals), since such numbers are copied and not measured. No value: text.
 */
export function valueFormOf(values: readonly string[]): ValueForm {
  const texts = values.map((value) => value.trim()).filter((value) => value !== '');
  const isNearlyAll = (test: (text: string) => boolean): boolean =>
    texts.length > 0 && texts.filter(test).length >= NEARLY_ALL * texts.length;
  const separator = SEPARATORS.find((one) => texts.filter((text) => text.includes(one)).length > SOME * texts.length);
  if (separator !== undefined) return { kind: 'list', separator };
  return { kind: kindOf(texts, isNearlyAll), separator: undefined };
}

function kindOf(texts: readonly string[], isNearlyAll: (test: (text: string) => boolean) => boolean): ValueKind {
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

/** Whether nearly all have the same number of characters, as numbers that somebody assigned have and measured ones do not. */
function hasUsualLength(texts: readonly string[]): boolean {
  const counts = new Map<number, number>();
  for (const { length } of texts) counts.set(length, (counts.get(length) ?? 0) + 1);
  return largestOf(counts.values()) >= NEARLY_ALL * texts.length;
}

/** Whether there is on average a word of three letters and more in each: then they are texts with numbers in them, such as addresses. */
function hasManyWords(texts: readonly string[]): boolean {
  return (
    texts.reduce((sum, text) => sum + (text.match(/(?<![\p{L}\d])\p{L}{4,}(?![\p{L}\d])/gu)?.length ?? 0), 0) >=
    texts.length / 2
  );
}
