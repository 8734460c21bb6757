import type { Property, PropertyValue } from '../../../entities/property.js';
import { valueText } from '../../../entities/value-text.js';
import type { EstimationSource } from './estimation-source.js';
import type { PropertyModel } from './scoring-model.js';
import { partsOfList } from '../properties/values/compare-lists.js';
import { valueFormOf, type ValueForm } from '../properties/values/value-form.js';
import { keyOfText, valueKey } from '../properties/value-key.js';

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

/** How the values of each property are spread, from the sampled entities; `nearby` from rows-near-sample.ts. Cost: decoding each of them once. */
export function valueStatistics(source: Pick<EstimationSource, 'properties' | 'forEachRecord'>, sample: readonly number[], nearby: ReadonlyMap<string, number>): Readonly<Record<string, PropertyModel>> {
  const counts = new Map<string, Counts>(
    source.properties.map((property) => [property.id, { entities: 0, characters: 0, texts: 0, years: 0, numbers: 0, values: [] }]),
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
  return Object.fromEntries(source.properties.map((property) => [property.id, modelOf(property, counts.get(property.id), nearby.get(property.id) ?? 0)]));
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
    const keys = value.kind !== 'text' ? [valueKey(value)] : separator !== undefined ? partsOfList(value.text, separator).map(keyOfText) : value.text.length > 200 ? [] : [valueKey(value)];
    for (const key of keys) if (key !== undefined) byKey.set(key, (byKey.get(key) ?? 0) + 1);
  }
  return byKey;
}

function modelOf(property: Property, counts: Counts | undefined, agreeingNearby: number): PropertyModel {
  if (counts === undefined || counts.entities === 0) return { sampled: 0, meanLength: 0, numbers: 'measured', separator: undefined, usualShare: 0.05, frequent: {}, agreeingNearby };
  const form = valueFormOf(counts.values.slice(0, VALUES_LOOKED_AT).map(valueText));
  const separator = property.datatype === 'text' ? form.separator : undefined;
  const repeated = [...countKeys(counts.values, separator)].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const listed = repeated.slice(0, MOST_LISTED);
  const usual = repeated.length > MOST_LISTED ? (listed.at(-1)?.[1] ?? 1) : 1;
  return {
    sampled: counts.values.length,
    meanLength: counts.texts === 0 ? 0 : Math.round(counts.characters / counts.texts),
    numbers: numbersOf(property, counts, form),
    separator,
    usualShare: usual / (counts.entities + 1),
    frequent: Object.fromEntries(listed.map(([key, n]) => [key, n / (counts.entities + 1)])),
    agreeingNearby,
  };
}

function numbersOf(property: Property, { numbers, years }: Counts, { kind }: ValueForm): PropertyModel['numbers'] {
  if (numbers > 0 && years >= 0.95 * numbers && !property.identifying) return 'years';
  return kind === 'date' ? 'days' : kind === 'code' ? 'codes' : 'measured';
}
