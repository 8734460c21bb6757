import type { Datatype, PropertyValue } from '../entities/property.js';
import { parseNumber } from './parse-number.js';
import { parsePartialDate } from './parse-partial-date.js';
import type { DateFormat, NumberFormat } from './value-formats.js';

/** How the values of one property are written. */
export interface ValueFormat {
  readonly datatype: Datatype;
  readonly numberFormat?: NumberFormat;
  readonly dateFormat?: DateFormat;
  readonly language?: string;
}

const TRUE_WORDS: ReadonlySet<string> = new Set([
  'true',
  't',
  'yes',
  'y',
  'ja',
  'oui',
  'sí',
  'si',
  'sì',
  'sim',
  'wahr',
  'vrai',
  '1',
]);
const FALSE_WORDS: ReadonlySet<string> = new Set([
  'false',
  'f',
  'no',
  'n',
  'nein',
  'non',
  'nee',
  'não',
  'nao',
  'falsch',
  'faux',
  '0',
]);
const PAIR = /^\(?\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*[,; ]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*\)?$/;
/** `12,5` is twelve and a half in half of Europe, and no place. */
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
const POINT = /^POINT\s*\(\s*([+-]?\d+(?:\.\d+)?)\s+([+-]?\d+(?:\.\d+)?)\s*\)$/i;
const ABSOLUTE_URL = /^(https?|ftp):\/\/[^\s]+$/i;
const HOST_AND_PATH =
  /^([\p{L}\p{N}]([\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(\p{L}{2,}|xn--[a-z0-9-]+)(:\d{1,5})?([/?#][^\s]*)?$/iu;
const MISSING = /^(n\/?a|n\.a\.|null|nil|none|nan|unknown|undefined|\\n|-+|–|—|\?|#n\/a)$/i;

/** The value that `text` (trimmed, not empty) is; `undefined` when it is not of this datatype. References are not looked up here. */
export function parsePropertyValue(text: string, format: ValueFormat): PropertyValue | undefined {
  switch (format.datatype) {
    case 'text':
      return { kind: 'text', text, ...(format.language !== undefined && { language: format.language }) };
    case 'identifier':
      return { kind: 'identifier', text };
    case 'reference':
      return { kind: 'reference', id: text };
    case 'integer': {
      const number = parseNumber(text, format.numberFormat ?? '1234.5');
      return number === undefined || !Number.isInteger(number) ? undefined : { kind: 'integer', number };
    }
    case 'number': {
      const number = parseNumber(text, format.numberFormat ?? '1234.5');
      return number === undefined ? undefined : { kind: 'number', number };
    }
    case 'boolean': {
      const word = text.toLowerCase();
      return TRUE_WORDS.has(word)
        ? { kind: 'boolean', boolean: true }
        : FALSE_WORDS.has(word)
          ? { kind: 'boolean', boolean: false }
          : undefined;
    }
    case 'date': {
      const date = parsePartialDate(text, format.dateFormat ?? '2024-12-31');
      return date === undefined ? undefined : { kind: 'date', date };
    }
    case 'coordinates':
      return parseCoordinates(text);
    case 'url':
      return ABSOLUTE_URL.test(text) || HOST_AND_PATH.test(text) ? { kind: 'url', url: text } : undefined;
  }
}

/** `52.5, 13.4` (latitude first) or `POINT(13.4 52.5)` (longitude first, as that notation has it). */
function parseCoordinates(text: string): PropertyValue | undefined {
  const pair = DECIMAL_COMMA.test(text) ? null : PAIR.exec(text);
  if (pair !== null) return coordinatesOf(Number(pair[1]), Number(pair[2]));
  const point = POINT.exec(text);
  return point === null ? undefined : coordinatesOf(Number(point[2]), Number(point[1]));
}

/** Coordinates in degrees, or `undefined` when they lie beyond the poles or the date line. */
export function coordinatesOf(latitude: number, longitude: number): PropertyValue | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return { kind: 'coordinates', latitude, longitude };
}

/** Whether the text says that there is no value, as people write it into columns of numbers or dates. */
export function saysMissing(text: string): boolean {
  return text.length <= 9 && MISSING.test(text);
}

/** Whether the text is a web address with its scheme. */
export function isAbsoluteUrl(text: string): boolean {
  return ABSOLUTE_URL.test(text);
}
