import { formatPartialDate } from '../../../../entities/partial-date.js';
import type { Property, PropertyValue } from '../../../../entities/property.js';
import { ownValue } from '../../../../foundation/own-value.js';
import type { DatasetStatistics } from '../../../dataset-statistics.js';
import type { QueryValue } from '../../../reconciliation-query.js';
import { compareBooleanWith } from './compare-booleans.js';
import { compareCoordinatesWith } from './compare-coordinates.js';
import { readDate } from './compare-dates.js';
import { normaliseIdentifier } from './compare-identifiers.js';
import { readNumber } from './read-number.js';
import { foldText } from './compare-texts.js';
import { normaliseUrl } from './compare-urls.js';
import { EQUAL_VALUE, type CompareValue, type ValueComparison } from './value-comparison.js';

const NOT_EQUAL: ValueComparison = { agreement: -1, reason: 'not equal' };

/**
 * Values that are the same, and all others: nothing lies between. Case, marks and spaces of texts and identifiers do not count, nor does the
 * way in which a number, a date or an address is written; a reference is equal by the id, a name or a code of its target, and
 * places are the same within a kilometre. `undefined` for blank text, which says nothing.
 */
export function compareExactly(asked: QueryValue, properties: readonly Property[], statistics: DatasetStatistics): CompareValue | undefined {
  const plain = typeof asked === 'object' ? (asked.name ?? asked.id) : asked;
  const text = String(plain).trim();
  if (text === '') return undefined;
  return (value) => (value.kind === 'reference' ? refersTo(value.id, asked, text, properties, statistics) : isSame(value, plain, text)) ? EQUAL_VALUE : NOT_EQUAL;
}

function isSame(value: Exclude<PropertyValue, { readonly kind: 'reference' }>, plain: string | number | boolean, text: string): boolean {
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

function refersTo(target: string, asked: QueryValue, text: string, properties: readonly Property[], statistics: DatasetStatistics): boolean {
  const id = typeof asked === 'object' ? asked.id : text;
  if (id === target) return true;
  // Who gives the id of an entity means that one, not one of the same name.
  if (typeof asked === 'object' && statistics.entityWithId(id) !== undefined) return false;
  const entity = statistics.entityWithId(target);
  if (entity === undefined) return false;
  const wanted = foldText(text).compact;
  if ([entity.name, ...entity.aliases.map((alias) => alias.text)].some((label) => foldText(label).compact === wanted)) return true;
  const code = normaliseIdentifier(text);
  return properties.some(
    (property) => property.identifying && (ownValue(entity.properties, property.id) ?? []).some((own) => (own.kind === 'identifier' || own.kind === 'text') && normaliseIdentifier(own.text) === code),
  );
}
