import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownValue } from '../foundation/own-value.js';
import type { Dataset } from '../entities/dataset.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { foldText } from '../text/fold-text.js';
import type { BrowseAnswer, BrowseForm, BrowseQuery, BrowseValue } from './browse-query.js';
import { EntityWords } from './entity-words.js';
import { FacetValues, valueKey } from './facet-values.js';
import { writeBrowseFile } from './write-browse-file.js';

/** Entities indexed before other tasks get their turn. */
const PORTION = 500;
const MAX_SAVED = 100_000;
/** Maximum entities from the index of values. */
const MAX_WITH_VALUE = 1_000;
const KEPT_ORDERS = 6;
/** With fewer results, alternatives are suggested. */
const FEW = 3;

/**
 * Browses the entities of one snapshot. The work grows with the dataset: for a thread of its own. Searches the records
 * of at most `mostSearched` entities, the most prominent; nothing is indexed before `build`.
 */
export class EntityBrowser {
  readonly #dataset: Dataset;
  readonly #propertyValues: DatasetSnapshot['propertyValues'];
  /** Ordinals by place. */
  readonly #ranked: Uint32Array;
  readonly #placeOf: Uint32Array;
  readonly #searched: number;
  readonly #words: EntityWords;
  readonly #facets: FacetValues;
  readonly #orders = new Map<string, Float64Array>();

  constructor({ dataset, propertyValues }: Pick<DatasetSnapshot, 'dataset' | 'propertyValues'>, mostSearched: number) {
    this.#dataset = dataset;
    this.#propertyValues = propertyValues;
    this.#ranked = byProminence(dataset.entities);
    this.#searched = Math.min(this.#ranked.length, mostSearched);
    this.#placeOf = new Uint32Array(this.#ranked.length);
    this.#ranked.forEach((entity, place) => (this.#placeOf[entity] = place));
    this.#words = new EntityWords(dataset);
    this.#facets = new FacetValues(dataset);
  }

  async build(reportProgress: (share: number) => void): Promise<void> {
    for (let place = 0; place < this.#searched; place++) {
      const entity = this.#dataset.entities.entity(this.#ranked[place] ?? 0);
      this.#words.add(place, entity);
      this.#facets.add(place, entity);
      if (place % PORTION === PORTION - 1) {
        reportProgress(place / this.#searched);
        await nextTurn();
      }
    }
    this.#facets.finish();
    reportProgress(1);
  }

  /** Positions of the this.#dataset.entities found, in order, and the number this.#searched. */
  #find(query: BrowseQuery): { readonly places: readonly number[]; readonly lookedAt: number } {
    const { text, type, values, sort } = query;
    const ofType = this.#acceptsType(type);
    const isPlain = text.trim() === '' && values.length === 0;
    // Without this.#words, values and an order, any number of this.#dataset.entities can be paged through.
    const lookedAt = isPlain && sort === 'best' ? this.#ranked.length : this.#searched;
    const having = values.map((value) => new Set(this.#placesHaving(value)));
    const accepts = (place: number): boolean =>
      place < lookedAt && ofType(place) && having.every((places) => places.has(place));
    const places = text.trim() === '' ? placesBelow(lookedAt, accepts) : this.#words.search(text, accepts);
    return { places: this.#inOrder(places, query), lookedAt };
  }

  #acceptsType(type: string): (place: number) => boolean {
    if (type === '') return () => true;
    const isOfType = this.#dataset.entities.typeSets.map((ownTypes) =>
      ownTypes.some((id) => this.#dataset.types.upwards(id).includes(type)),
    );
    return (place) => isOfType[this.#dataset.entities.typeSetOf(this.#ranked[place] ?? 0)] === true;
  }

  #placesHaving({ property: id, value }: BrowseValue): readonly number[] {
    const known = this.#facets.placesWith(id, value);
    const property = this.#dataset.properties.find((one) => one.id === id);
    if (known !== undefined || property === undefined) return known ?? [];
    const has = (place: number): boolean =>
      (ownValue(this.#dataset.entities.entity(this.#ranked[place] ?? 0).properties, id) ?? []).some(
        (one) => valueKey(one) === value,
      );
    const found = this.#propertyValues
      .entitiesWith(property, property.datatype === 'reference' ? { id: value } : value, MAX_WITH_VALUE)
      .map((entity) => this.#placeOf[entity] ?? 0);
    return found.length > 0 ? found.filter(has) : placesBelow(this.#searched, has);
  }

  #inOrder(places: readonly number[], { text, sort, isDescending }: BrowseQuery): readonly number[] {
    if (sort === 'best') return isDescending && text.trim() === '' ? [...places].reverse() : places;
    const order = this.#orders.get(sort) ?? this.#orderBy(sort);
    this.#orders.delete(sort);
    this.#orders.set(sort, order);
    for (const old of [...this.#orders.keys()].slice(0, -KEPT_ORDERS)) this.#orders.delete(old);
    const sign = isDescending ? -1 : 1;
    // Those without a value come last either way.
    return [...places].sort((a, b) => {
      const [one = NaN, other = NaN] = [order[a], order[b]];
      if (Number.isNaN(one) || Number.isNaN(other))
        return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b;
      return sign * (one - other) || a - b;
    });
  }

  /** Sort key of each this.#searched entity; NaN without a value. */
  #orderBy(sort: string): Float64Array {
    const keys = Array.from({ length: this.#searched }, (_, place): string | number | undefined => {
      const ordinal = this.#ranked[place] ?? 0;
      if (sort === 'name') return foldText(this.#dataset.entities.nameOf(ordinal));
      const [first] = ownValue(this.#dataset.entities.entity(ordinal).properties, sort) ?? [];
      if (first === undefined) return undefined;
      if (first.kind === 'integer' || first.kind === 'number') return first.number;
      if (first.kind === 'date') return first.date.year + (first.date.month ?? 0) / 13 + (first.date.day ?? 0) / 500;
      return foldText(
        first.kind === 'reference' && this.#dataset.entities.ordinalOf(first.id) >= 0
          ? this.#dataset.entities.nameOf(this.#dataset.entities.ordinalOf(first.id))
          : valueKey(first),
      );
    });
    const order = new Float64Array(this.#searched).fill(NaN);
    const texts: number[] = [];
    keys.forEach((key, place) => {
      if (typeof key === 'number') order[place] = key;
      else if (key !== undefined) texts.push(place);
    });
    texts.sort((a, b) => (String(keys[a]) < String(keys[b]) ? -1 : String(keys[a]) > String(keys[b]) ? 1 : a - b));
    let rank = 0;
    texts.forEach((place, i) => {
      if (i > 0 && keys[place] !== keys[texts[i - 1] ?? 0]) rank = i;
      order[place] = rank;
    });
    return order;
  }

  browse(query: BrowseQuery): BrowseAnswer {
    const { places, lookedAt } = this.#find(query);
    const holds = new Uint8Array(this.#ranked.length);
    for (const place of places) holds[place] = 1;
    return {
      entities: places
        .slice(query.offset, query.offset + query.limit)
        .map((place) => this.#dataset.entities.idOf(this.#ranked[place] ?? 0)),
      total: places.length,
      lookedAt,
      types: this.#countTypes(places),
      facets: this.#facets.count(holds).filter(({ values }) => values.length > 0),
      suggestions: query.text.trim() !== '' && places.length < FEW ? this.#words.suggest(query.text) : [],
    };
  }

  #countTypes(places: readonly number[]): BrowseAnswer['types'] {
    const ofSet = new Uint32Array(this.#dataset.entities.typeSets.length);
    for (const place of places) {
      const set = this.#dataset.entities.typeSetOf(this.#ranked[place] ?? 0);
      ofSet[set] = (ofSet[set] ?? 0) + 1;
    }
    const counts = new Map<string, number>();
    for (const [set, ownTypes] of this.#dataset.entities.typeSets.entries()) {
      for (const type of new Set(ownTypes.flatMap((id) => this.#dataset.types.upwards(id))))
        counts.set(type, (counts.get(type) ?? 0) + (ofSet[set] ?? 0));
    }
    return [...counts]
      .map(([id, count]) => ({ id, count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }

  save(query: BrowseQuery, form: BrowseForm): string {
    const { places, lookedAt } = this.#find(query);
    const { offset, limit } = query;
    const entities = places.slice(offset, offset + Math.min(limit, MAX_SAVED)).map((place) => this.#ranked[place] ?? 0);
    return writeBrowseFile({ dataset: this.#dataset, entities, total: places.length, lookedAt, offset }, form);
  }
}

/** Ordinals by descending prominence; ties in dataset order. */
function byProminence({
  size,
  prominenceOf,
}: {
  readonly size: number;
  readonly prominenceOf: (ordinal: number) => number;
}): Uint32Array {
  const prominence = Float64Array.from({ length: size }, (_, ordinal) => prominenceOf(ordinal));
  return Uint32Array.from({ length: size }, (_, ordinal) => ordinal).sort(
    (a, b) => (prominence[b] ?? 0) - (prominence[a] ?? 0) || a - b,
  );
}

function placesBelow(end: number, accepts: (place: number) => boolean): readonly number[] {
  const places: number[] = [];
  for (let place = 0; place < end; place++) if (accepts(place)) places.push(place);
  return places;
}
