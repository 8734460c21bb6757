import type { Dataset } from '../../../entities/dataset.js';
import type { Property, PropertyValue } from '../../../entities/property.js';
import type { PropertyModel } from './scoring-model.js';
import { valueKey } from '../properties/value-key.js';

/** Values kept by name; the rest share one estimate. */
const MOST_LISTED = 300;

interface Counts {
  entities: number;
  values: number;
  characters: number;
  texts: number;
  years: number;
  numbers: number;
  readonly byKey: Map<string, number>;
}

/** How the values of each property are spread, from the sampled entities; `nearby` from agreement-nearby.ts. Cost: decoding each of them once. */
export function valueStatistics(dataset: Dataset, sample: readonly number[], nearby: ReadonlyMap<string, number>): Readonly<Record<string, PropertyModel>> {
  const counts = new Map<string, Counts>(
    dataset.properties.map((property) => [property.id, { entities: 0, values: 0, characters: 0, texts: 0, years: 0, numbers: 0, byKey: new Map<string, number>() }]),
  );
  if (dataset.properties.length > 0) {
    for (const ordinal of sample) {
      for (const [id, values] of Object.entries(dataset.entities.entity(ordinal).properties)) {
        const ofProperty = counts.get(id);
        if (ofProperty === undefined) continue;
        ofProperty.entities++;
        for (const value of values) count(ofProperty, value);
      }
    }
  }
  return Object.fromEntries(dataset.properties.map((property) => [property.id, modelOf(property, counts.get(property.id), nearby.get(property.id) ?? 0)]));
}

function count(counts: Counts, value: PropertyValue): void {
  counts.values++;
  if (value.kind === 'text') {
    counts.texts++;
    counts.characters += value.text.length;
  }
  if (value.kind === 'integer' || value.kind === 'number') {
    counts.numbers++;
    if (Number.isInteger(value.number) && value.number >= 1000 && value.number <= 2100) counts.years++;
  }
  const key = value.kind === 'text' && value.text.length > 200 ? undefined : valueKey(value);
  if (key !== undefined) counts.byKey.set(key, (counts.byKey.get(key) ?? 0) + 1);
}

function modelOf(property: Property, counts: Counts | undefined, agreeingNearby: number): PropertyModel {
  if (counts === undefined || counts.entities === 0) return { sampled: 0, meanLength: 0, years: false, usualShare: 0.05, frequent: {}, agreeingNearby };
  const repeated = [...counts.byKey].filter(([, n]) => n > 1).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const listed = repeated.slice(0, MOST_LISTED);
  const usual = repeated.length > MOST_LISTED ? (listed.at(-1)?.[1] ?? 1) : 1;
  return {
    sampled: counts.values,
    meanLength: counts.texts === 0 ? 0 : Math.round(counts.characters / counts.texts),
    years: counts.numbers > 0 && counts.years >= 0.95 * counts.numbers && !property.identifying,
    usualShare: usual / (counts.entities + 1),
    frequent: Object.fromEntries(listed.map(([key, n]) => [key, n / (counts.entities + 1)])),
    agreeingNearby,
  };
}
