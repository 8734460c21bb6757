import type { Entity } from '../../../entities/entity.js';
import { ownValue } from '../../../foundation/own-value.js';
import { valueKey } from '../properties/value-key.js';
import type { EstimationSource } from './estimation-source.js';

/** Names kept for each sampled entity. */
const NAMES_KEPT = 12;
/** What each word of a name takes off the weight shared with it: of two names that share the same, the shorter is nearer. */
const LESS_BY_WORD = 0.1;

/** Sampled entities, the words of their preferred names, and for each of them the entities of the names near to its own. */
export interface NearSample {
  readonly sample: readonly number[];
  readonly names: readonly (readonly string[])[];
  /** One for each name, nearest first; -1 where there are fewer than a dozen. */
  readonly near: readonly Int32Array[];
}

/**
 * For each sampled entity, those of the names of other entities of the same types that share most weight of words with its name, nearest first.
 * Transliterations are passed over. Cost: one pass over the words of all names.
 */
export function rowsNearSample(source: EstimationSource, sample: readonly number[]): NearSample {
  const names: (readonly string[])[] = [];
  const typeSets: number[] = [];
  source.forEachSampled(sample, ({ typeSet, wordsOf }) => {
    names.push(wordsOf(0));
    typeSets.push(typeSet);
  });
  const lists = sampleByWord(names);
  const words = [...lists.keys()];
  const placesOfWord = [...lists.values()];
  const weights = words.map(source.words.idfOf);
  const near = sample.map(() => new NearNames());
  const shared = new Float64Array(sample.length);
  const touched: number[] = [];
  source.forEachNameWith(words, (entity, typeSet, wordCount, found) => {
    for (const word of found) {
      const weight = weights[word] ?? 0;
      for (const at of placesOfWord[word] ?? []) {
        if (shared[at] === 0) touched.push(at);
        shared[at] = (shared[at] ?? 0) + weight;
      }
    }
    let length = 0;
    for (let i = 0; i < wordCount; i++) length += LESS_BY_WORD;
    for (const at of touched) {
      const weight = (shared[at] ?? 0) - length;
      shared[at] = 0;
      if (entity !== sample[at] && typeSet === typeSets[at]) near[at]?.keep(entity, weight);
    }
    touched.length = 0;
  });
  return { sample, names, near: near.map(({ entities }) => entities) };
}

/** Word → the places in the sample whose name has it. */
function sampleByWord(names: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const lists = new Map<string, number[]>();
  for (const [at, name] of names.entries()) {
    for (const word of new Set(name)) {
      const list = lists.get(word);
      if (list === undefined) lists.set(word, [at]);
      else list.push(at);
    }
  }
  return lists;
}

/** The entities of the heaviest of the names that were met, in order; of two names that weigh the same, the one met first. */
class NearNames {
  readonly entities = new Int32Array(NAMES_KEPT).fill(-1);
  readonly #weights = new Float64Array(NAMES_KEPT);

  keep(entity: number, weight: number): void {
    const weights = this.#weights;
    let at = NAMES_KEPT - 1;
    if (weight <= (weights[at] ?? 0)) return;
    for (; at > 0 && (weights[at - 1] ?? 0) < weight; at--) {
      weights[at] = weights[at - 1] ?? 0;
      this.entities[at] = this.entities[at - 1] ?? -1;
    }
    weights[at] = weight;
    this.entities[at] = entity;
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
export function agreementNearby(source: EstimationSource, { sample, near }: NearSample): ReadonlyMap<string, number> {
  const counts = new Map<string, { known: number; agreeing: number }>();
  if (source.properties.length === 0) return new Map();
  const others = near.map((entities) => [...new Set(Array.from(entities).filter((entity) => entity >= 0))].slice(0, MOST_NEAR));
  const records = new Map<number, Entity>();
  source.forEachRecord([...new Set([...sample, ...others.flat()])].sort((a, b) => a - b), (record, entity) => records.set(entity, record));
  for (const [at, entity] of sample.entries()) {
    const own = records.get(entity);
    for (const other of others[at] ?? []) {
      const record = records.get(other);
      if (own !== undefined && record !== undefined) countPair(counts, own, record);
    }
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
