import type { Dataset } from '../entities/dataset.js';
import { formatPartialDate } from '../entities/partial-date.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { hashString } from '../foundation/string-table.js';
import type { QueryValue } from './reconciliation-query.js';
import { valueKey } from './scoring/value-key.js';
import { normaliseIdentifier } from './scoring/values/compare-identifiers.js';
import { readDate } from './scoring/values/compare-dates.js';
import { foldText } from './scoring/values/compare-texts.js';
import { normaliseUrl } from './scoring/values/compare-urls.js';

/** Entities by the values of their properties. */
export interface PropertyValueIndex {
  /** Ordinals of entities that probably have the value, ascending; empty when more than `most` have it, because it then tells nothing. */
  readonly entitiesWith: (property: Property, value: QueryValue, most: number) => readonly number[];
}

/** Descriptions are not looked up by. */
const LONGEST_TEXT = 80;
/** Hash and ordinal share the 53 bits of a number. */
const ORDINALS = 2 ** 21;

/** Beyond this, making the index would hold up a query for more than a second or two. */
const MOST_ENTITIES = 400_000;

const remembered = new WeakMap<Dataset, PropertyValueIndex | undefined>();

/**
 * The index of a dataset, made when first asked for and kept as long as the dataset; `undefined` for one of more than four
 * hundred thousand entities. Cost: the first time every record is decoded once; about ten bytes a value.
 */
export function propertyValueIndexOf(dataset: Dataset): PropertyValueIndex | undefined {
  if (!remembered.has(dataset)) remembered.set(dataset, dataset.entities.size > MOST_ENTITIES ? undefined : buildIndex(dataset));
  return remembered.get(dataset);
}

function buildIndex(dataset: Dataset): PropertyValueIndex {
  const { entities } = dataset;
  const collected: number[] = [];
  for (let ordinal = 0; ordinal < entities.size; ordinal++) {
    for (const [id, values] of Object.entries(entities.entity(ordinal).properties)) {
      for (const value of values) for (const key of keysOf(value)) collected.push(hashString(`${id}\n${key}`) * ORDINALS + ordinal);
    }
  }
  const postings = Float64Array.from(collected).sort();

  function range(hash: number): readonly [number, number] {
    return [firstAtLeast(postings, hash * ORDINALS), firstAtLeast(postings, (hash + 1) * ORDINALS)];
  }

  return {
    entitiesWith: (property, value, most) => {
      const key = keyAskedFor(property, value);
      if (key === undefined) return [];
      const [start, end] = range(hashString(`${property.id}\n${key}`));
      return end - start > most ? [] : Array.from(postings.subarray(start, end), (posting) => posting % ORDINALS);
    },
  };
}

function firstAtLeast(sorted: Float64Array, wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keysOf(value: PropertyValue): readonly string[] {
  if (value.kind === 'text' && value.text.length > LONGEST_TEXT) return [];
  const key = valueKey(value);
  if (key === undefined || key === '') return [];
  return value.kind === 'date' && value.date.month !== undefined ? [key, formatPartialDate(value.date)] : [key];
}

/** The same key for a value that was asked for, the finest that it allows. */
function keyAskedFor(property: Property, value: QueryValue): string | undefined {
  if (property.datatype === 'reference') return typeof value === 'object' ? value.id : String(value);
  const text = String(typeof value === 'object' ? (value.name ?? value.id) : value).trim();
  if (text === '' || text.length > LONGEST_TEXT) return undefined;
  switch (property.datatype) {
    case 'text':
      return foldText(text).folded;
    case 'identifier':
      return normaliseIdentifier(text);
    case 'url':
      return normaliseUrl(text);
    case 'integer':
    case 'number':
    case 'boolean':
      return text.toLowerCase();
    case 'date': {
      const date = readDate(text);
      return date === undefined ? undefined : date.month === undefined ? String(date.year) : formatPartialDate(date);
    }
    case 'coordinates':
      return undefined;
  }
}
