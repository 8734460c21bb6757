import type { EntityStore } from '../../../entities/entity-store.js';
import type { LabelTable } from '../../../search/label-table.js';
import type { Dataset } from '../../../entities/dataset.js';
import type { Entity } from '../../../entities/entity.js';
import { ownValue } from '../../../foundation/own-value.js';
import { valueKey } from '../properties/value-key.js';

/** Rows kept for each sampled entity. */
const ROWS_KEPT = 12;
/** What each word of a row takes off the weight shared with it: of two rows that share the same, the shorter is nearer. */
const LESS_BY_WORD = 0.1;

/** Sampled entities, and for each of them the rows near to it by name. */
export interface NearSample {
  readonly sample: readonly number[];
  readonly rows: readonly Int32Array[];
}

/**
 * For each sampled entity, the rows of other entities of the same types that share most weight of words with its name, nearest first; -1 where there are
 * fewer than a dozen. Transliterations are passed over. Cost: one pass over the words of all labels.
 */
export function rowsNearSample(entities: EntityStore, labels: LabelTable, sample: readonly number[]): NearSample {
  const { listOfWord, lists } = sampleByWord(labels, sample);
  const near = sample.map(() => new NearRows());
  const shared = new Float64Array(sample.length);
  const touched: number[] = [];
  for (let row = 0; row < labels.rowCount; row++) {
    if (labels.isTransliteration(row)) continue;
    const length = shareWords(row);
    const entity = labels.entityOf(row);
    for (const at of touched) {
      const weight = (shared[at] ?? 0) - length;
      shared[at] = 0;
      if (entity !== sample[at] && entities.typeSetOf(entity) === entities.typeSetOf(sample[at] ?? 0)) near[at]?.keep(row, weight);
    }
    touched.length = 0;
  }
  return { sample, rows: near.map(({ rows }) => rows) };

  function shareWords(row: number): number {
    const tokens = labels.tokenIdsOf(row);
    let length = 0;
    for (let j = 0; j < tokens.length; j++) {
      const token = tokens[j] ?? 0;
      const list = listOfWord[token] ?? 0;
      length += LESS_BY_WORD;
      if (list === 0) continue;
      const weight = labels.vocabulary.weightOf(token);
      for (const at of lists[list] ?? []) {
        if (shared[at] === 0) touched.push(at);
        shared[at] = (shared[at] ?? 0) + weight;
      }
    }
    return length;
  }
}

/** Word → the list of the places in the sample whose name has it; the first list is that of no place. */
function sampleByWord(labels: LabelTable, sample: readonly number[]): { readonly listOfWord: Uint32Array; readonly lists: readonly (readonly number[])[] } {
  const listOfWord = new Uint32Array(labels.vocabulary.size);
  const lists: number[][] = [[]];
  for (const [at, entity] of sample.entries()) {
    for (const token of new Set(labels.tokenIdsOf(labels.rowsOf(entity)[0]))) {
      if (listOfWord[token] === 0) listOfWord[token] = lists.push([]) - 1;
      lists[listOfWord[token] ?? 0]?.push(at);
    }
  }
  return { listOfWord, lists };
}

/** The heaviest of the rows that were met, in order; of two that weigh the same, the one met first. */
class NearRows {
  readonly rows = new Int32Array(ROWS_KEPT).fill(-1);
  readonly #weights = new Float64Array(ROWS_KEPT);

  keep(row: number, weight: number): void {
    const weights = this.#weights;
    let at = ROWS_KEPT - 1;
    if (weight <= (weights[at] ?? 0)) return;
    for (; at > 0 && (weights[at - 1] ?? 0) < weight; at--) {
      weights[at] = weights[at - 1] ?? 0;
      this.rows[at] = this.rows[at - 1] ?? -1;
    }
    weights[at] = weight;
    this.rows[at] = row;
  }
}

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
