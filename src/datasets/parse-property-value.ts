import type { PartialDate } from '../entities/partial-date.js';
import type { Datatype, PropertyValue } from '../entities/property.js';

/** Languages whose month names are known. */
const MONTH_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl'];

const ISO =
  /^([+-]?\d{4,6})(?:-(\d{2})(?:-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/;

const DOTTED = /^(?:(?:(\d{1,2})\.\s?)?(\d{1,2})\.\s?)?(\d{4})$/;

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

const YEAR_BEFORE_ZERO = /^[-\u2212](\d{1,4})$/;

const ERA = /^(\d{1,6})\s*(BCE?|B\.C\.(?:E\.)?|v\.\s?Chr\.|av\.\s?J\.-?C\.|a\.\s?C\.|CE|AD|A\.D\.|n\.\s?Chr\.)$/i;

const DAY_FIRST_WORDS = /^(?:(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+)?)?(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})$/u;

const MONTH_FIRST_WORDS = /^(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+)(\d{4})$/u;

let monthNumbers: ReadonlyMap<string, number> | undefined;

/** Format of the values of one property. */
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
/** `12,5` is twelve and a half in half of Europe, not a point. */
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;
const POINT = /^POINT\s*\(\s*([+-]?\d+(?:\.\d+)?)\s+([+-]?\d+(?:\.\d+)?)\s*\)$/i;
const ABSOLUTE_URL = /^(https?|ftp):\/\/[^\s]+$/i;
const HOST_AND_PATH =
  /^([\p{L}\p{N}]([\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(\p{L}{2,}|xn--[a-z0-9-]+)(:\d{1,5})?([/?#][^\s]*)?$/iu;
const MISSING = /^(n\/?a|n\.a\.|null|nil|none|nan|unknown|undefined|\\n|-+|–|—|\?|#n\/a)$/i;

/**
 * Parses `text` (trimmed, not empty); `undefined` when it does not fit the datatype. References are not looked up here.
 */
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

/** `52.5, 13.4` (latitude first) or `POINT(13.4 52.5)` (longitude first). */
function parseCoordinates(text: string): PropertyValue | undefined {
  const pair = DECIMAL_COMMA.test(text) ? null : PAIR.exec(text);
  if (pair !== null) return coordinatesOf(Number(pair[1]), Number(pair[2]));
  const point = POINT.exec(text);
  return point === null ? undefined : coordinatesOf(Number(point[2]), Number(point[1]));
}

/** Coordinates in degrees; `undefined` outside the valid range. */
export function coordinatesOf(latitude: number, longitude: number): PropertyValue | undefined {
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return { kind: 'coordinates', latitude, longitude };
}

/** Whether the text stands for a missing value in columns of numbers or dates. */
export function saysMissing(text: string): boolean {
  return text.length <= 9 && MISSING.test(text);
}

/** Whether the text is a web address with its scheme. */
export function isAbsoluteUrl(text: string): boolean {
  return ABSOLUTE_URL.test(text);
}

/**
 * Parses a date in this format; a year alone (`1871`, `44 BC`, `-0043`) fits each. `undefined` for other texts and
 * impossible days. Astronomical years: 44 BC is -43.
 */
export function parsePartialDate(text: string, format: DateFormat): PartialDate | undefined {
  if (text.length <= 4 && isDigits(text)) return { year: Number(text) };
  const before = YEAR_BEFORE_ZERO.exec(text);
  if (before !== null) return { year: -Number(before[1]) };
  const era = ERA.exec(text);
  if (era !== null) {
    const beforeChrist = /^(b|v|av|a\.?\s?c)/i.test(era[2] ?? '');
    return { year: beforeChrist ? 1 - Number(era[1]) : Number(era[1]) };
  }
  switch (format) {
    case '2024-12-31': {
      const iso = ISO.exec(text);
      return iso === null ? undefined : dateOf(Number(iso[1]), iso[2], iso[3]);
    }
    case '31.12.2024': {
      const dotted = DOTTED.exec(text);
      return dotted === null ? undefined : dateOf(Number(dotted[3]), dotted[2], dotted[1]);
    }
    case '31/12/2024': {
      const slashed = SLASHED.exec(text);
      return slashed === null ? undefined : dateOf(Number(slashed[3]), slashed[2], slashed[1]);
    }
    case '12/31/2024': {
      const slashed = SLASHED.exec(text);
      return slashed === null ? undefined : dateOf(Number(slashed[3]), slashed[1], slashed[2]);
    }
    case '31 December 2024':
      return dateInWords(text);
  }
}

function isDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

function dateInWords(text: string): PartialDate | undefined {
  const dayFirst = DAY_FIRST_WORDS.exec(text);
  const monthFirst = MONTH_FIRST_WORDS.exec(text);
  const [day, word, year] =
    dayFirst !== null ? [dayFirst[1], dayFirst[2], dayFirst[3]] : [monthFirst?.[2], monthFirst?.[1], monthFirst?.[3]];
  if (word === undefined || year === undefined) return undefined;
  const month = monthNumber(word);
  return month === undefined ? undefined : dateOf(Number(year), String(month), day);
}

function monthNumber(word: string): number | undefined {
  monthNumbers ??= namesOfMonths();
  return monthNumbers.get(plainWord(word));
}

/** Month names and abbreviations in the languages above, in the forms after a day and alone. */
function namesOfMonths(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of MONTH_LANGUAGES) {
    for (const options of [
      { month: 'long' },
      { month: 'short' },
      { month: 'long', day: 'numeric' },
      { month: 'short', day: 'numeric' },
    ] as const) {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month++) {
        const name = format.formatToParts(Date.UTC(2024, month - 1, 1)).find((part) => part.type === 'month')?.value;
        if (name !== undefined) names.set(plainWord(name), month);
      }
    }
  }
  return names;
}

function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{M}.]/gu, '')
    .toLowerCase();
}

function dateOf(year: number, monthText?: string, dayText?: string): PartialDate | undefined {
  if (monthText === undefined) return { year };
  const month = Number(monthText);
  if (month < 1 || month > 12) return undefined;
  if (dayText === undefined) return { year, month };
  const day = Number(dayText);
  return day >= 1 && day <= daysIn(year, month) ? { year, month, day } : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export const DATATYPE_WORDS: Readonly<Record<Datatype, string>> = {
  text: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  date: 'a date',
  coordinates: 'a pair of latitude and longitude',
  url: 'a web address',
  reference: 'the id of an entity',
  identifier: 'an identifier',
};

const PATTERNS: Readonly<Record<NumberFormat, RegExp>> = {
  '1234.5': /^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,3})?$/,
  '1,234.5': /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/,
  '1.234,5': /^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/,
  '1 234,5': /^[+-]?(\d{1,3}([ \u00a0\u202f]\d{3})+|\d+)([.,]\d+)?$/,
  "1'234.5": /^[+-]?(\d{1,3}(['\u2019]\d{3})+|\d+)(\.\d+)?$/,
};

/** Whole numbers with more digits are codes: JavaScript numbers are not exact there. */
const MAX_DIGITS = 15;

/**
 * Parses a number in this format; `undefined` for another text, with leading zeros or with more digits than a number
 * keeps.
 */
export function parseNumber(text: string, format: NumberFormat): number | undefined {
  if (isPlainInteger(text)) return Number(text); // alike in every format, and by far the most frequent
  const signed = text.replace(/^\u2212/, '-');
  if (!PATTERNS[format].test(signed) || hasLeadingZero(signed)) return undefined;
  const plain = plainForm(signed, format);
  if (plain.replace(/\D/g, '').length > MAX_DIGITS && !/[.eE]/.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

function plainForm(text: string, format: NumberFormat): string {
  switch (format) {
    case '1234.5':
      return text;
    case '1,234.5':
      return text.replaceAll(',', '');
    case '1.234,5':
      return text.replaceAll('.', '').replace(',', '.');
    case '1 234,5':
      return text.replace(/[ \u00a0\u202f]/g, '').replace(',', '.');
    case "1'234.5":
      return text.replace(/['\u2019]/g, '');
  }
}

/** `00123` is a code, never the number 123; `0` and `0.5` are numbers. */
export function hasLeadingZero(text: string): boolean {
  return /^[+-]?0\d/.test(text);
}

/** Whether the text is nothing but digits, at most 15 and without a leading zero, with an optional minus sign. */
export function isPlainInteger(text: string): boolean {
  let at = text.charCodeAt(0) === 45 ? 1 : 0;
  const digits = text.length - at;
  if (digits < 1 || digits > MAX_DIGITS || (digits > 1 && text.charCodeAt(at) === 48)) return false;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}

/** Formats of numbers, named by an example, which shows the meaning of each mark. */
export const NUMBER_FORMATS = ['1234.5', '1,234.5', '1.234,5', '1 234,5', "1'234.5"] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Formats of dates, named by an example (the last day of 2024). A year alone fits each. */
export const DATE_FORMATS = ['2024-12-31', '31.12.2024', '31/12/2024', '12/31/2024', '31 December 2024'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];
