import type { Entity } from '../entities/entity.js';
import type { LayerOrdinals } from '../entities/layer-ordinals.js';
import { formatPartialDate, readDate } from '../entities/partial-date.js';
import type { Property, PropertyValue } from '../entities/property.js';
import { firstAtLeast } from '../foundation/first-at-least.js';
import { grown } from '../foundation/grown.js';
import { hashString } from '../foundation/hash-string.js';
import { ownValue } from '../foundation/own-value.js';
import { type SectionArray, type Sections, section, sharedArray } from '../foundation/sections.js';
import type { QueryValue } from './query.js';
import type { ScoringModel } from './scoring-model.js';
import { keyOfText, normaliseIdentifier, normaliseUrl, valueKey } from '../values/compare-texts.js';

/*
 * Two columns in shared memory, in the order of the first: the hash of a property with a value, and an entity that has it.
 * Hashes may fall together, so what is found probably has the value; the scorer looks.
 */

/** Entities by the values of their properties. */
export interface PropertyValueIndex {
  /**
   * Ordinals of entities that probably have the value, ascending; empty when more than `most` (at most 1,000) have it,
   * because it then tells nothing. Cost: two binary searches.
   */
  readonly entitiesWith: (property: Property, value: QueryValue, most: number) => readonly number[];
}

/** Descriptions are not looked up by. */
const LONGEST_TEXT = 80;
/** Values that more entities have are not kept at all: countries, categories, yes and no. */
const MAX_KEPT = 1000;

/** Takes all entities in order; `finish` gives the sections `values.*`. */
interface PropertyValueCollector {
  readonly add: (entity: Pick<Entity, 'properties'>) => void;
  readonly finish: () => Map<string, SectionArray>;
}

/** Cost: a microsecond or two for each value; eight bytes for each that is kept. */
export function createPropertyValueCollector(): PropertyValueCollector {
  let hashes = new Uint32Array(1 << 12);
  let ordinals = new Uint32Array(1 << 12);
  let used = 0;
  let ordinal = 0;

  function push(hash: number, first: number): void {
    for (let i = first; i < used; i++) if (hashes[i] === hash) return;
    if (used === hashes.length) {
      hashes = grown(hashes);
      ordinals = grown(ordinals);
    }
    hashes[used] = hash;
    ordinals[used++] = ordinal;
  }

  return {
    add: ({ properties }) => {
      const first = used;
      for (const id in properties) {
        for (const value of properties[id] ?? [])
          for (const key of keysOfValue(value)) push(hashString(keyInProperty(id, key)), first);
      }
      ordinal++;
    },
    finish: () => telling(sortedByHash({ hashes: hashes.subarray(0, used), ordinals: ordinals.subarray(0, used) })),
  };
}

interface Postings {
  readonly hashes: Uint32Array;
  readonly ordinals: Uint32Array;
}

/** Bits of a hash that one pass of the sort goes by: few enough for the places that it writes to, to stay near the processor. */
const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;

/** Three counting sorts, from the lowest bits of the hash to the highest; what is equal keeps its order, so that ordinals ascend. */
function sortedByHash(postings: Postings): Postings {
  let from = postings;
  for (let shift = 0; shift < 32; shift += DIGIT_BITS) from = sortedByDigit(from, shift);
  return from;
}

function sortedByDigit({ hashes, ordinals }: Postings, shift: number): Postings {
  const { length } = hashes;
  const next = new Uint32Array(DIGITS + 1);
  for (let i = 0; i < length; i++) {
    const after = (((hashes[i] ?? 0) >>> shift) & (DIGITS - 1)) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let key = 0; key < DIGITS; key++) next[key + 1] = (next[key + 1] ?? 0) + (next[key] ?? 0);
  const to: Postings = { hashes: new Uint32Array(length), ordinals: new Uint32Array(length) };
  for (let i = 0; i < length; i++) {
    const hash = hashes[i] ?? 0;
    const key = (hash >>> shift) & (DIGITS - 1);
    const place = next[key] ?? 0;
    to.hashes[place] = hash;
    to.ordinals[place] = ordinals[i] ?? 0;
    next[key] = place + 1;
  }
  return to;
}

/** The sections, without values that too many entities have. */
function telling({ hashes, ordinals }: Postings): Map<string, SectionArray> {
  const kept = new Uint8Array(hashes.length);
  let count = 0;
  for (let first = 0; first < hashes.length;) {
    let end = first + 1;
    while (end < hashes.length && hashes[end] === hashes[first]) end++;
    if (end - first <= MAX_KEPT) {
      kept.fill(1, first, end);
      count += end - first;
    }
    first = end;
  }
  const keptHashes = sharedArray('Uint32Array', count);
  const keptOrdinals = sharedArray('Uint32Array', count);
  for (let i = 0, at = 0; i < hashes.length; i++) {
    if (kept[i] !== 1) continue;
    keptHashes[at] = hashes[i] ?? 0;
    keptOrdinals[at++] = ordinals[i] ?? 0;
  }
  return new Map<string, SectionArray>([
    ['values.hashes', keptHashes],
    ['values.entities', keptOrdinals],
  ]);
}

/** The index over the sections of `createPropertyValueCollector`. Cost: constant. */
export function attachPropertyValueIndex(sections: Sections): PropertyValueIndex {
  const hashes = section(sections, 'values.hashes', 'Uint32Array');
  const ordinals = section(sections, 'values.entities', 'Uint32Array');
  return {
    entitiesWith: (property, value, most) => {
      const key = keyAskedFor(property, value);
      if (key === undefined) return [];
      const hash = hashString(keyInProperty(property.id, key));
      const start = firstAtLeast(hashes, hash);
      const end = firstAtLeast(hashes, hash + 1);
      return end - start > most ? [] : [...ordinals.subarray(start, end)];
    },
  };
}

/** Key of a value in the index of values: that in its property. */
export function keyInProperty(property: string, key: string): string {
  return `${property}\n${key}`;
}

/** The keys of a value, by which entities are looked up; none for long texts and coordinates. */
export function keysOfValue(value: PropertyValue): readonly string[] {
  if (value.kind === 'text' && value.text.length > LONGEST_TEXT) return [];
  const key = valueKey(value);
  if (key === undefined || key === '') return [];
  return value.kind === 'date' && value.date.month !== undefined ? [key, formatPartialDate(value.date)] : [key];
}

/** The same key for a value that was asked for, the finest that it allows. */
export function keyAskedFor(property: Property, value: QueryValue): string | undefined {
  if (property.datatype === 'reference') return typeof value === 'object' ? value.id : String(value);
  const text = String(typeof value === 'object' ? (value.name ?? value.id) : value).trim();
  if (text === '' || text.length > LONGEST_TEXT) return undefined;
  switch (property.datatype) {
    case 'text':
      return keyOfText(text);
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

/** Whether an entity probably has this text as a value of the property; never for coordinates and long texts. */
export function holdsValue(
  { propertyValues, scoring }: { readonly propertyValues: PropertyValueIndex; readonly scoring: ScoringModel },
  property: Property,
  text: string,
): boolean {
  const key = keyAskedFor(property, text);
  if (key === undefined) return false;
  const frequent = ownValue(scoring.properties, property.id)?.frequent ?? {};
  return Object.hasOwn(frequent, key) || propertyValues.entitiesWith(property, text, MAX_KEPT).length > 0;
}

/** The values of a base and of the entities that were added to it. `model` is that of the base: of a value that very many of its entities have, its index knows nothing. */
export function layerPropertyValues(
  base: PropertyValueIndex,
  added: PropertyValueIndex,
  ordinals: LayerOrdinals,
  model: ScoringModel,
): PropertyValueIndex {
  return {
    entitiesWith: (property, value, most) => {
      const below = base.entitiesWith(property, value, most);
      if (below.length === 0) {
        const key = keyAskedFor(property, value);
        const usual = ownValue(model.properties, property.id)?.frequent;
        const share = key === undefined || usual === undefined ? undefined : ownValue(usual, key);
        if (share !== undefined && share * ordinals.size > most) return [];
      }
      const found = [
        ...below.map(ordinals.ofBase).filter((ordinal) => ordinal >= 0),
        ...added.entitiesWith(property, value, most).map(ordinals.ofAdded),
      ];
      return found.length > most ? [] : found.sort((a, b) => a - b);
    },
  };
}
