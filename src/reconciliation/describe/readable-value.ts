import type { Dataset } from '../../entities/dataset.js';
import { formatPartialDate, type PartialDate } from '../../entities/partial-date.js';
import type { PropertyValue } from '../../entities/property.js';

/** A value as a person reads it. */
export interface ReadableValue {
  readonly text: string;
  /** Id of the entity of this dataset that the value names. */
  readonly entity?: string;
  /** Address that the value is. Not checked for its scheme. */
  readonly url?: string;
  /** Degrees, WGS 84. */
  readonly coordinates?: { readonly latitude: number; readonly longitude: number };
  readonly language?: string;
}

/** What a page shows for a value; references by the name of what they name. */
export function readableValue(dataset: Dataset, value: PropertyValue): ReadableValue {
  switch (value.kind) {
    case 'text':
      return value.language === undefined ? { text: value.text } : { text: value.text, language: value.language };
    case 'identifier':
      return { text: value.text };
    case 'integer':
    case 'number':
      return { text: formatNumber(value.number) };
    case 'boolean':
      return { text: value.boolean ? 'yes' : 'no' };
    case 'date':
      return { text: value.date.year > 0 ? formatPartialDate(value.date) : `${formatYearBefore(value.date)} BC` };
    case 'coordinates':
      return { text: formatCoordinates(value.latitude, value.longitude), coordinates: value };
    case 'url':
      return { text: value.url, url: value.url };
    case 'reference': {
      const target = dataset.entities.ordinalOf(value.id);
      return target < 0 ? { text: value.id } : { text: dataset.entities.nameOf(target), entity: value.id };
    }
  }
}

/** Digits in groups of three, set apart by a narrow space, which no language reads as a decimal mark. */
function formatNumber(number: number): string {
  const [whole = '', fraction] = String(number).split('.');
  if (/[eE]/.test(String(number)) || whole.replace('-', '').length < 5) return String(number);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function formatCoordinates(latitude: number, longitude: number): string {
  const degrees = (value: number, positive: string, negative: string): string => `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}

/** Year 0 is 1 BC; the month and the day stay as they are. */
function formatYearBefore(date: PartialDate): string {
  return formatPartialDate({ ...date, year: 1 - date.year }).replace(/^0+/, '');
}

/** The text, or its beginning and `…` when it has more than `most` characters. Never cuts a character in two. Cost: that of what is kept. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text.slice(0, 2 * most + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('').trimEnd()}…`;
}
