import type { DateValue } from '../../../grid/cell-value.js';
import {
  DAY_MS,
  checkedDate,
  dateOfFields,
  daysInMonth,
  firstSunday,
  startOfDay,
  calendarNames,
  type CalendarNames,
} from './calendar-fields.js';
import { splitPattern, type LetterPart, type PatternPart } from './format-date.js';

/*
 * Parsing dates by a pattern with the letters of SimpleDateFormat. They differ from those of patterns that write dates
 * (format-date.ts): here `u` is the weekday, and `S` counts milliseconds whatever the number of digits.
 */

type Field = 'y' | 'Y' | 'M' | 'w' | 'W' | 'd' | 'D' | 'F' | 'E' | 'a' | 'H' | 'h' | 'm' | 's' | 'S' | 'zone' | 'era';
type Fields = Partial<Record<Field, number>>;

interface Reading {
  readonly text: string;
  readonly names: CalendarNames;
  readonly now: Date;
  readonly fields: Fields;
}

const NUMERIC = 'yYMLwWDdFuHkKhmsS';
const LETTERS = `${NUMERIC}GEazZX`;
const ERAS = [
  ['BC', 'BCE'],
  ['AD', 'CE'],
];
const HALVES_OF_DAY = [['AM'], ['PM']];

/** Whether every letter of the pattern has a meaning. */
export function isDatePattern(pattern: string): boolean {
  return splitPattern(pattern)?.every((part) => 'literal' in part || LETTERS.includes(part.letter)) ?? false;
}

/**
 * The date at the beginning of the text; the rest is ignored. Undefined when the text does not fit. Values beyond their
 * range carry over (day 32), two digits of a year are within 80 years back and 20 ahead of `now`.
 */
export function parseByFormat(text: string, pattern: string, locale: string, now: Date): DateValue | undefined {
  const parts = splitPattern(pattern);
  if (parts === undefined) return undefined;
  const reading: Reading = { text, names: calendarNames(locale), now, fields: {} };
  let place = 0;
  for (const [index, part] of parts.entries()) {
    const end =
      'literal' in part
        ? afterLiteral(text, place, part.literal)
        : readPart(reading, place, part, isAbutting(parts, index));
    if (end === undefined) return undefined;
    place = end;
  }
  return dateOfParts(reading.fields);
}

function afterLiteral(text: string, place: number, literal: string): number | undefined {
  return text.startsWith(literal, place) ? place + literal.length : undefined;
}

/** Adjacent digits have the widths of the pattern. */
function isAbutting(parts: readonly PatternPart[], index: number): boolean {
  const next = parts[index + 1];
  return (
    next !== undefined && 'letter' in next && NUMERIC.includes(next.letter) && !(next.letter === 'M' && next.count > 2)
  );
}

/** Reads one part into the fields; returns the next place in the text, `undefined` where it does not fit. */
function readPart(reading: Reading, from: number, part: LetterPart, abutting: boolean): number | undefined {
  const { text, names, fields } = reading;
  const { letter, count } = part;
  let place = from;
  while (text.charAt(place) === ' ' || text.charAt(place) === '\t') place += 1;
  switch (letter) {
    case 'G':
      return readName(reading, place, ERAS, 'era');
    case 'E':
      return readName(reading, place, names.weekdays, 'E');
    case 'a':
      return readName(reading, place, HALVES_OF_DAY, 'a');
    case 'z':
    case 'Z':
    case 'X':
      return readZone(reading, place);
    case 'M':
    case 'L':
      if (count > 2) {
        const end = readName(reading, place, names.months, 'M');
        if (end !== undefined) fields.M = (fields.M ?? 0) + 1;
        return end;
      }
      break;
    default:
      break;
  }
  const [digits] = /^-?\d+/.exec(text.slice(place, abutting ? place + count : undefined)) ?? [];
  if (digits === undefined || digits.length > 15 || (abutting && digits.length < count)) return undefined;
  setNumber(reading, part, digits);
  return place + digits.length;
}

function setNumber({ fields, now }: Reading, { letter, count }: LetterPart, digits: string): void {
  const number = Number(digits);
  switch (letter) {
    case 'y':
    case 'Y':
      fields[letter] = count <= 2 && /^\d\d$/.test(digits) ? nearbyYear(number, now) : number;
      return;
    case 'L':
      fields.M = number;
      return;
    case 'k':
      fields.H = number === 24 ? 0 : number;
      return;
    case 'K':
      fields.h = number;
      return;
    case 'h':
      fields.h = number === 12 ? 0 : number;
      return;
    case 'u':
      fields.E = number === 7 ? 0 : number;
      return;
    case 'M':
    case 'w':
    case 'W':
    case 'd':
    case 'D':
    case 'F':
    case 'H':
    case 'm':
    case 's':
    case 'S':
      fields[letter] = number;
      return;
    default:
      return;
  }
}

function nearbyYear(twoDigits: number, now: Date): number {
  const first = now.getUTCFullYear() - 80;
  const year = first - (((first % 100) + 100) % 100) + twoDigits;
  return year < first ? year + 100 : year;
}

/** Sets the field to the place of the longest name here. */
function readName(
  { text, fields }: Reading,
  place: number,
  names: readonly (readonly string[])[],
  field: Field,
): number | undefined {
  const rest = text.slice(place).toLowerCase();
  let longest = 0;
  names.forEach((forms, index) => {
    for (const form of forms)
      if (form.length > longest && rest.startsWith(form.toLowerCase())) {
        longest = form.length;
        fields[field] = index;
      }
  });
  return longest === 0 ? undefined : place + longest;
}

function readZone({ text, fields }: Reading, place: number): number | undefined {
  const [whole, name, offset] =
    /^(?:(GMT|UTC|UT)(?![+-])|(?:GMT|UTC)?([+-]\d{1,2}(?::?\d\d)?)|Z(?![A-Za-z]))/i.exec(text.slice(place)) ?? [];
  if (whole !== undefined) {
    fields.zone = name === undefined && offset !== undefined ? offsetMinutes(offset) : 0;
    return place + whole.length;
  }
  const [abbreviation] = /^[A-Z]{3,4}/.exec(text.slice(place)) ?? [];
  const minutes = abbreviation === undefined ? undefined : zoneOffset(abbreviation);
  if (abbreviation === undefined || minutes === undefined) return undefined;
  fields.zone = minutes;
  return place + abbreviation.length;
}

function dateOfParts(fields: Fields): DateValue {
  const hour = fields.H ?? (fields.h ?? 0) + (fields.a === 1 ? 12 : 0);
  const time = { hour, minute: fields.m ?? 0, second: fields.s ?? 0 };
  const year = fields.era === 0 ? 1 - (fields.y ?? 1) : (fields.y ?? 1970);
  const day = dateOfFields({ year, month: fields.M ?? 1, day: fields.d ?? 1, ...time }, fields.zone ?? 0);
  const startMs = daysFrom(fields, year);
  const withDay =
    startMs === undefined ? day.epochMs : day.epochMs - startOfDay(year, fields.M ?? 1, fields.d ?? 1) + startMs;
  return checkedDate(withDay + (fields.S ?? 0), 0);
}

/** For dates without month and day of the month: the beginning of the day, in milliseconds since 1970. */
function daysFrom({ Y, y, w, M, d, D, E }: Fields, year: number): number | undefined {
  if (Y !== undefined && y === undefined) return firstSunday(Y) + ((w ?? 1) - 1) * 7 * DAY_MS + (E ?? 0) * DAY_MS;
  if (d !== undefined || (M !== undefined && D === undefined && w === undefined)) return undefined;
  if (D !== undefined) return startOfDay(year, 1, 1) + (D - 1) * DAY_MS;
  return w === undefined ? undefined : firstSunday(year) + (w - 1) * 7 * DAY_MS + (E ?? 0) * DAY_MS;
}

const DATE_TIME =
  /^([+-]?\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?(?::?\d\d)?)?$/i;
const PARTIAL = /^(?:(-?\d{4,9})(?:-(\d\d)(?:-(\d\d))?)?|--(\d\d)(?:-(\d\d))?|---(\d\d))(Z|[+-]\d\d:\d\d)?$/;
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?$/;

/**
 * A date in a form of ISO 8601 or XML Schema: with time and offset, without offset (then UTC), a day, a month, a year
 * alone, or a time (then of 1 January 1970). Undefined for anything else, or a day that does not exist.
 */
export function parseIsoDate(text: string): DateValue | undefined {
  const dateTime = DATE_TIME.exec(text);
  if (dateTime !== null) {
    const [, year, month, day, hour, minute, second, fraction, zone] = dateTime;
    return validDate([year, month, day], [hour, minute, second, fraction], zone);
  }
  const partial = PARTIAL.exec(text.trim());
  if (partial !== null) {
    const [, year, month, day, monthAlone, dayOfMonth, dayAlone, zone] = partial;
    return validDate([year, month ?? monthAlone, day ?? dayOfMonth ?? dayAlone], [], zone);
  }
  const time = TIME.exec(text);
  if (time === null) return undefined;
  const [, hour, minute, second, fraction, zone] = time;
  return validDate([], [hour, minute, second, fraction], zone);
}

type Digits = readonly (string | undefined)[];

function validDate(
  [yearDigits, monthDigits, dayDigits]: Digits,
  [hourDigits, minuteDigits, secondDigits, fraction]: Digits,
  zone = 'Z',
) {
  const year = Number(yearDigits ?? 1970);
  const month = Number(monthDigits ?? 1);
  const day = Number(dayDigits ?? 1);
  const [hour, minute, second] = [Number(hourDigits ?? 0), Number(minuteDigits ?? 0), Number(secondDigits ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month) || hour > 24 || minute > 59 || second > 59)
    return undefined;
  if (hour === 24 && (minute > 0 || second > 0)) return undefined;
  const nano = Number((fraction ?? '').padEnd(9, '0'));
  return dateOfFields({ year, month, day, hour, minute, second, nano }, offsetMinutes(zone));
}

/** Of `Z`, `+02`, `+02:00`, `-0230`. */
function offsetMinutes(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d?):?(\d\d)?/.exec(zone) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -total : total;
}

/** Abbreviations of time zones in dates, in minutes ahead of UTC; the most common of several countries. */
const ZONE_OFFSETS: Readonly<Record<string, number>> = {
  HST: -600,
  AKST: -540,
  AKDT: -480,
  PST: -480,
  PDT: -420,
  MST: -420,
  MDT: -360,
  CST: -360,
  CDT: -300,
  EST: -300,
  EDT: -240,
  AST: -240,
  ADT: -180,
  NST: -210,
  NDT: -150,
  BRT: -180,
  ART: -180,
  BST: 60,
  WEST: 60,
  CET: 60,
  MET: 60,
  CEST: 120,
  MEST: 120,
  EET: 120,
  EEST: 180,
  CAT: 120,
  SAST: 120,
  EAT: 180,
  MSK: 180,
  IRST: 210,
  PKT: 300,
  IST: 330,
  ICT: 420,
  SGT: 480,
  HKT: 480,
  JST: 540,
  KST: 540,
  ACST: 570,
  AEST: 600,
  AEDT: 660,
  NZST: 720,
  NZDT: 780,
};

/** Undefined for an unknown abbreviation. */
export function zoneOffset(name: string): number | undefined {
  return Object.hasOwn(ZONE_OFFSETS, name) ? ZONE_OFFSETS[name] : undefined;
}
