import type { Dataset } from '../../../entities/dataset.js';
import type { Entity } from '../../../entities/entity.js';
import { ownValue } from '../../../foundation/own-value.js';
import type { LabelTable } from '../../../search/label-table.js';
import { valueKey } from '../properties/value-key.js';
import type { NearSample } from './rows-near-sample.js';

/** Other entities looked at for each sampled one. */
const MOST_NEAR = 3;
/** Pairs in which the values differ that are taken to stand beside those counted, so that a few say little. */
const BESIDES = 5;

/**
 * Property id → of the sampled entities and those nearest to each of them by name, the share of pairs that have a value in common, 0–1. Towns
 * of one country have names alike, models of one maker too: there the country and the maker do not tell neighbours apart, however rare they are in
 * the list. Properties that no pair has are left out. Cost: decoding four entities for each sampled one.
 */
export function agreementNearby(dataset: Dataset, labels: LabelTable, { sample, rows }: NearSample): ReadonlyMap<string, number> {
  const counts = new Map<string, { known: number; agreeing: number }>();
  if (dataset.properties.length === 0) return new Map();
  for (const [at, ordinal] of sample.entries()) {
    const own = dataset.entities.entity(ordinal);
    const others = new Set(Array.from(rows[at] ?? []).flatMap((row) => (row < 0 ? [] : [labels.entityOf(row)])));
    for (const other of [...others].slice(0, MOST_NEAR)) countPair(counts, own, dataset.entities.entity(other));
  }
  return new Map([...counts].map(([id, { known, agreeing }]) => [id, agreeing / (known + BESIDES)]));
}

function countPair(counts: Map<string, { known: number; agreeing: number }>, own: Entity, other: Entity): void {
  for (const [id, values] of Object.entries(own.properties)) {
    const keys = new Set(values.flatMap((value) => valueKey(value) ?? []));
    const others = (ownValue(other.properties, id) ?? []).flatMap((value) => valueKey(value) ?? []);
    if (keys.size === 0 || others.length === 0) continue;
    const count = counts.get(id) ?? { known: 0, agreeing: 0 };
    counts.set(id, { known: count.known + 1, agreeing: count.agreeing + Number(others.some((key) => keys.has(key))) });
  }
}
