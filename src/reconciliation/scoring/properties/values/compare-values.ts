import { formatPartialDate } from '../../../../entities/partial-date.js';
import type { Property, PropertyValue } from '../../../../entities/property.js';
import { ownValue } from '../../../../foundation/own-value.js';
import { lexiconByKey } from '../../../../text/lexicon.js';
import type { DatasetStatistics } from '../../../dataset-statistics.js';
import type { QueryValue } from '../../../reconciliation-query.js';
import { keyOfText } from '../value-key.js';
import { readDate } from './compare-dates.js';
import { normaliseIdentifier, normaliseUrl } from './compare-identifiers.js';
import { readNumber } from './compare-numbers.js';
import { compareFolded, foldText } from './compare-texts.js';
import { type CompareValue, EQUAL_VALUE, type ValueComparison } from './value-comparison.js';

const NOT_EQUAL: ValueComparison = { agreement: -1, reason: 'not equal' };

/**
 * Values that are the same, and all others: nothing lies between. Case, marks and spaces of texts and identifiers do not count, nor does the
 * way in which a number, a date or an address is written; a reference is equal by the id, a name or a code of its target, and
 * places are the same within a kilometre. `undefined` for blank text, which says nothing.
 */
export function compareExactly(
  asked: QueryValue,
  properties: readonly Property[],
  statistics: DatasetStatistics,
): CompareValue | undefined {
  const plain = typeof asked === 'object' ? (asked.name ?? asked.id) : asked;
  const text = String(plain).trim();
  if (text === '') return undefined;
  return (value) =>
    (value.kind === 'reference' ? refersTo(value.id, asked, text, properties, statistics) : isSame(value, plain, text))
      ? EQUAL_VALUE
      : NOT_EQUAL;
}

function isSame(
  value: Exclude<PropertyValue, { readonly kind: 'reference' }>,
  plain: string | number | boolean,
  text: string,
): boolean {
  switch (value.kind) {
    case 'text':
      return foldText(value.text).compact === foldText(text).compact;
    case 'identifier':
      return normaliseIdentifier(value.text) === normaliseIdentifier(text);
    case 'integer':
    case 'number':
      return numberMeant(plain, text) === value.number;
    case 'boolean':
      return compareBooleanWith(plain)?.(value)?.agreement === 1;
    case 'date': {
      const date = readDate(text);
      return date !== undefined && formatPartialDate(date) === formatPartialDate(value.date);
    }
    case 'coordinates':
      return compareCoordinatesWith(text)?.(value)?.agreement === 1;
    case 'url':
      return normaliseUrl(value.url) === normaliseUrl(text);
  }
}

/** A number alone: "March 12" is not 12. */
function numberMeant(plain: string | number | boolean, text: string): number | undefined {
  if (typeof plain === 'number') return plain;
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  return /\p{L}/u.test(text) ? undefined : readNumber(text);
}

function refersTo(
  target: string,
  asked: QueryValue,
  text: string,
  properties: readonly Property[],
  statistics: DatasetStatistics,
): boolean {
  const id = typeof asked === 'object' ? asked.id : text;
  if (id === target) return true;
  // Who gives the id of an entity means that one, not one of the same name.
  if (typeof asked === 'object' && statistics.entityWithId(id) !== undefined) return false;
  const entity = statistics.entityWithId(target);
  if (entity === undefined) return false;
  const wanted = foldText(text).compact;
  if ([entity.name, ...entity.aliases.map((alias) => alias.text)].some((label) => foldText(label).compact === wanted))
    return true;
  const code = normaliseIdentifier(text);
  return properties.some(
    (property) =>
      property.identifying &&
      (ownValue(entity.properties, property.id) ?? []).some(
        (own) => (own.kind === 'identifier' || own.kind === 'text') && normaliseIdentifier(own.text) === code,
      ),
  );
}

/**
 * References by the id of the target, by one of its names, or by one of its codes (the values of its identifying
 * properties). A foreign id with a name is compared by its name. A name that an entity of one of `targetTypes` has exactly means none whose name is only like it.
 */
export function compareReferenceWith(
  asked: QueryValue,
  properties: readonly Property[],
  statistics: DatasetStatistics,
  targetTypes: readonly string[],
): CompareValue | undefined {
  const id = typeof asked === 'object' ? asked.id : String(asked).trim();
  const known = statistics.entityWithId(id) !== undefined;
  const name = typeof asked === 'object' ? asked.name : String(asked);
  const wanted = name === undefined || name.trim() === '' ? undefined : foldText(name);
  if (!known && wanted === undefined) return undefined;
  const code = normaliseIdentifier(name ?? id);
  const isOther = known || (wanted !== undefined && statistics.isNameOf(wanted.folded, targetTypes));
  const identifying = properties.filter((property) => property.identifying);
  return (value) => {
    if (value.kind !== 'reference') return undefined;
    if (value.id === id) return EQUAL_VALUE;
    if (wanted === undefined) return { agreement: -1, reason: 'another entity' };
    const target = statistics.entityWithId(value.id);
    if (target === undefined) return compareFolded(wanted, foldText(value.id));
    let best: ValueComparison = { agreement: -1, reason: 'another entity' };
    for (const label of [target.name, ...target.aliases.map((alias) => alias.text)]) {
      const comparison = compareFolded(wanted, foldText(label));
      if (comparison !== undefined && comparison.agreement > best.agreement)
        best = { agreement: comparison.agreement, reason: `${comparison.reason} as its name` };
      if (best.agreement === 1) return best;
    }
    for (const property of identifying) {
      for (const own of ownValue(target.properties, property.id) ?? []) {
        if ((own.kind === 'identifier' || own.kind === 'text') && normaliseIdentifier(own.text) === code)
          return { agreement: 1, reason: `equal to its ${property.name}` };
      }
    }
    // The id or the name of an entity that is really another one is no support, however alike the names.
    return isOther && best.agreement > 0 ? { agreement: 0, reason: 'another entity with a name like it' } : best;
  };
}

/** Lists without anything in common may be two parts of one. */
const NOTHING_IN_COMMON = -0.5;
const LONGEST = 200;

/** The parts of a text that holds several values, two hundred at most. */
export function partsOfList(text: string, separator: string): readonly string[] {
  return text
    .split(separator, LONGEST)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Texts that hold several values: a list need not be complete, so what both have is agreement, whatever else one of them has. `shareOf` gives the share of the entities that have a
 * value, by its key: the rarest in common counts. `undefined` for a text without values.
 */
export function compareListWith(
  asked: string,
  separator: string,
  shareOf: (key: string) => number,
): CompareValue | undefined {
  const wanted = new Set(partsOfList(asked, separator).map(keyOfText));
  if (wanted.size === 0) return undefined;
  return (value) => {
    if (value.kind !== 'text') return undefined;
    const own = new Set(partsOfList(value.text, separator).map(keyOfText));
    if (own.size === 0) return undefined;
    const common = [...own].filter((key) => wanted.has(key)).sort((a, b) => shareOf(a) - shareOf(b));
    const [rarest] = common;
    if (rarest === undefined) return { agreement: NOTHING_IN_COMMON, reason: 'no value in common' };
    const share = common.length / Math.min(own.size, wanted.size);
    return {
      agreement: 0.5 + share / 2,
      key: rarest,
      reason: share === 1 ? 'one holds the other' : `${String(common.length)} in common`,
    };
  };
}

const EARTH_RADIUS_KM = 6371;
const PAIR = /([+-]?\d+(?:\.\d+)?)[^\d+.-]+([+-]?\d+(?:\.\d+)?)/;

/** Places by their distance: within a kilometre the same, beyond some tens of kilometres another one. */
export function compareCoordinatesWith(asked: string): CompareValue | undefined {
  const pair = PAIR.exec(asked);
  if (pair === null) return undefined;
  const latitude = Number(pair[1]);
  const longitude = Number(pair[2]);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return (value) => {
    if (value.kind !== 'coordinates') return undefined;
    const km = distanceKm(latitude, longitude, value.latitude, value.longitude);
    const reason = km < 1 ? 'less than 1 km apart' : `${String(Math.round(km))} km apart`;
    if (km < 1) return { agreement: 1, reason };
    if (km < 10) return { agreement: 0.8, reason };
    if (km < 50) return { agreement: 0.3, reason };
    return { agreement: km < 200 ? -0.5 : -1, reason };
  };
}

/** Great-circle distance of two points given in degrees, by the haversine formula. */
export function distanceKm(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const radians = Math.PI / 180;
  const north = Math.sin(((latitudeB - latitudeA) * radians) / 2) ** 2;
  const east = Math.sin(((longitudeB - longitudeA) * radians) / 2) ** 2;
  const h = north + Math.cos(latitudeA * radians) * Math.cos(latitudeB * radians) * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

let meanings: ReadonlyMap<string, boolean> | undefined; // until somebody asks

/** Yes and no in some languages, and 1 and 0. */
export function compareBooleanWith(asked: string | number | boolean): CompareValue | undefined {
  const word = String(asked).trim().toLowerCase();
  meanings ??= new Map(
    lexiconByKey('booleans').flatMap(([meaning, words]) =>
      words.split(' ').map((one) => [one, meaning === 'yes'] as const),
    ),
  );
  const wanted = meanings.get(word);
  if (wanted === undefined) return undefined;
  return (value) =>
    value.kind !== 'boolean'
      ? undefined
      : value.boolean === wanted
        ? EQUAL_VALUE
        : { agreement: -1, reason: 'the opposite' };
}
