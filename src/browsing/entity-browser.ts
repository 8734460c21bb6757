import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownValue } from '../foundation/own-value.js';
import type { DatasetSnapshot } from '../scoring/snapshot.js';
import { foldText } from '../text/fold-text.js';
import type { BrowseAnswer, BrowseForm, BrowseQuery, BrowseValue } from './browse-query.js';
import { createEntityWords } from './entity-words.js';
import { createFacetValues, valueKey } from './facet-values.js';
import { writeBrowseFile } from './write-browse-file.js';

/** Browses the entities of one snapshot. The work grows with the dataset: for a thread of its own. */
export interface EntityBrowser {
  readonly build: (reportProgress: (share: number) => void) => Promise<void>;
  readonly browse: (query: BrowseQuery) => BrowseAnswer;
  readonly save: (query: BrowseQuery, form: BrowseForm) => string;
}

/** Entities indexed before other tasks get their turn. */
const PORTION = 500;
const MAX_SAVED = 100_000;
/** Maximum entities from the index of values. */
const MAX_WITH_VALUE = 1_000;
const KEPT_ORDERS = 6;
/** With fewer results, alternatives are suggested. */
const FEW = 3;

/** Searches the records of at most `mostSearched` entities, the most prominent; nothing is indexed yet. */
export function createEntityBrowser(
  { dataset, propertyValues }: Pick<DatasetSnapshot, 'dataset' | 'propertyValues'>,
  mostSearched: number,
): EntityBrowser {
  const { entities, types, properties } = dataset;
  const ranked = byProminence(dataset.entities);
  const searched = Math.min(ranked.length, mostSearched);
  const placeOf = new Uint32Array(ranked.length);
  ranked.forEach((entity, place) => (placeOf[entity] = place));
  const words = createEntityWords(dataset);
  const facets = createFacetValues(dataset);
  const orders = new Map<string, Float64Array>();

  async function build(reportProgress: (share: number) => void): Promise<void> {
    for (let place = 0; place < searched; place++) {
      const entity = entities.entity(ranked[place] ?? 0);
      words.add(place, entity);
      facets.add(place, entity);
      if (place % PORTION === PORTION - 1) {
        reportProgress(place / searched);
        await nextTurn();
      }
    }
    facets.finish();
    reportProgress(1);
  }

  /** Positions of the entities found, in order, and the number searched. */
  function find(query: BrowseQuery): { readonly places: readonly number[]; readonly lookedAt: number } {
    const { text, type, values, sort } = query;
    const ofType = acceptsType(type);
    const isPlain = text.trim() === '' && values.length === 0;
    // Without words, values and an order, any number of entities can be paged through.
    const lookedAt = isPlain && sort === 'best' ? ranked.length : searched;
    const having = values.map((value) => new Set(placesHaving(value)));
    const accepts = (place: number): boolean =>
      place < lookedAt && ofType(place) && having.every((places) => places.has(place));
    const places = text.trim() === '' ? placesBelow(lookedAt, accepts) : words.search(text, accepts);
    return { places: inOrder(places, query), lookedAt };
  }

  function acceptsType(type: string): (place: number) => boolean {
    if (type === '') return () => true;
    const isOfType = entities.typeSets.map((ownTypes) => ownTypes.some((id) => types.upwards(id).includes(type)));
    return (place) => isOfType[entities.typeSetOf(ranked[place] ?? 0)] === true;
  }

  function placesHaving({ property: id, value }: BrowseValue): readonly number[] {
    const known = facets.placesWith(id, value);
    const property = properties.find((one) => one.id === id);
    if (known !== undefined || property === undefined) return known ?? [];
    const has = (place: number): boolean =>
      (ownValue(entities.entity(ranked[place] ?? 0).properties, id) ?? []).some((one) => valueKey(one) === value);
    const found = propertyValues
      .entitiesWith(property, property.datatype === 'reference' ? { id: value } : value, MAX_WITH_VALUE)
      .map((entity) => placeOf[entity] ?? 0);
    return found.length > 0 ? found.filter(has) : placesBelow(searched, has);
  }

  function inOrder(places: readonly number[], { text, sort, isDescending }: BrowseQuery): readonly number[] {
    if (sort === 'best') return isDescending && text.trim() === '' ? [...places].reverse() : places;
    const order = orders.get(sort) ?? orderBy(sort);
    orders.delete(sort);
    orders.set(sort, order);
    for (const old of [...orders.keys()].slice(0, -KEPT_ORDERS)) orders.delete(old);
    const sign = isDescending ? -1 : 1;
    // Those without a value come last either way.
    return [...places].sort((a, b) => {
      const [one = NaN, other = NaN] = [order[a], order[b]];
      if (Number.isNaN(one) || Number.isNaN(other))
        return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b;
      return sign * (one - other) || a - b;
    });
  }

  /** Sort key of each searched entity; NaN without a value. */
  function orderBy(sort: string): Float64Array {
    const keys = Array.from({ length: searched }, (_, place): string | number | undefined => {
      const ordinal = ranked[place] ?? 0;
      if (sort === 'name') return foldText(entities.nameOf(ordinal));
      const [first] = ownValue(entities.entity(ordinal).properties, sort) ?? [];
      if (first === undefined) return undefined;
      if (first.kind === 'integer' || first.kind === 'number') return first.number;
      if (first.kind === 'date') return first.date.year + (first.date.month ?? 0) / 13 + (first.date.day ?? 0) / 500;
      return foldText(
        first.kind === 'reference' && entities.ordinalOf(first.id) >= 0
          ? entities.nameOf(entities.ordinalOf(first.id))
          : valueKey(first),
      );
    });
    const order = new Float64Array(searched).fill(NaN);
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

  function browse(query: BrowseQuery): BrowseAnswer {
    const { places, lookedAt } = find(query);
    const holds = new Uint8Array(ranked.length);
    for (const place of places) holds[place] = 1;
    return {
      entities: places
        .slice(query.offset, query.offset + query.limit)
        .map((place) => entities.idOf(ranked[place] ?? 0)),
      total: places.length,
      lookedAt,
      types: countTypes(places),
      facets: facets.count(holds).filter(({ values }) => values.length > 0),
      suggestions: query.text.trim() !== '' && places.length < FEW ? words.suggest(query.text) : [],
    };
  }

  function countTypes(places: readonly number[]): BrowseAnswer['types'] {
    const ofSet = new Uint32Array(entities.typeSets.length);
    for (const place of places) {
      const set = entities.typeSetOf(ranked[place] ?? 0);
      ofSet[set] = (ofSet[set] ?? 0) + 1;
    }
    const counts = new Map<string, number>();
    for (const [set, ownTypes] of entities.typeSets.entries()) {
      for (const type of new Set(ownTypes.flatMap((id) => types.upwards(id))))
        counts.set(type, (counts.get(type) ?? 0) + (ofSet[set] ?? 0));
    }
    return [...counts]
      .map(([id, count]) => ({ id, count }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }

  return {
    build,
    browse,
    save: (query, form) => {
      const { places, lookedAt } = find(query);
      const wanted = places
        .slice(query.offset, query.offset + Math.min(query.limit, MAX_SAVED))
        .map((place) => ranked[place] ?? 0);
      return writeBrowseFile({ dataset, entities: wanted, total: places.length, lookedAt, offset: query.offset }, form);
    },
  };
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
