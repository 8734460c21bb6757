import type { DateValue } from '../../../grid/cell-value.js';
import { GrelFailure } from '../evaluation/environment.js';
import {
  calendarFields,
  dayOfWeek,
  dayOfYear,
  weekOfMonth,
  weekOfYear,
  type CalendarFields,
  MONTHS,
  WEEKDAYS,
} from './calendar-fields.js';

/*
 * Dates by a pattern with the letters of java.time: `S` are digits of the fraction, `u` is the year, `e` the weekday.
 * Dates are always in UTC, names always English.
 */

/** Throws `GrelFailure` for an invalid pattern. */
export function formatDate(date: DateValue, pattern: string): string {
  const parts = splitPattern(pattern);
  if (parts === undefined)
    throw new GrelFailure(
      `java.lang.IllegalArgumentException: Pattern ends with an incomplete string literal: ${pattern}`,
    );
  const fields = calendarFields(date);
  return parts
    .map((part) => ('literal' in part ? literalOf(part.literal) : partText(fields, part.letter, part.count)))
    .join('');
}

/** Brackets mark optional parts; none is ever left out. */
function literalOf(literal: string): string {
  const reserved = /[{}#]/.exec(literal);
  if (reserved !== null)
    throw new GrelFailure(`java.lang.IllegalArgumentException: Pattern includes reserved character: '${reserved[0]}'`);
  return literal.replace(/[[\]]/g, '');
}

function partText(fields: CalendarFields, letter: string, count: number): string {
  const { year, month, hour, minute, second, nano } = fields;
  const weekday = dayOfWeek(fields);
  switch (letter) {
    case 'G':
      return era(year, count);
    case 'y':
      return yearText(year > 0 ? year : 1 - year, count);
    case 'u':
      return yearText(year, count);
    case 'Y':
      return yearText(weekOfYear(fields).weekYear, count);
    case 'M':
    case 'L':
      return count > 2 ? name(MONTHS[month - 1], count) : number(month, count);
    case 'Q':
    case 'q': {
      const quarter = Math.ceil(month / 3);
      if (count <= 2) return number(quarter, count);
      return count === 3
        ? `Q${quarter}`
        : count === 4
          ? `${quarter}${['st', 'nd', 'rd', 'th'][quarter - 1] ?? ''} quarter`
          : String(quarter);
    }
    case 'w':
      return number(weekOfYear(fields).week, count);
    case 'W':
      return number(weekOfMonth(fields), count);
    case 'd':
      return number(fields.day, count);
    case 'D':
      return number(dayOfYear(fields), count);
    case 'F':
      return number(((fields.day - 1) % 7) + 1, count);
    case 'E':
      return name(WEEKDAYS[weekday], Math.max(3, count));
    case 'e':
    case 'c':
      return count > 2 ? name(WEEKDAYS[weekday], count) : number(weekday + 1, count);
    case 'a':
      return hour < 12 ? 'AM' : 'PM';
    case 'h':
      return number(hour % 12 || 12, count);
    case 'K':
      return number(hour % 12, count);
    case 'k':
      return number(hour || 24, count);
    case 'H':
      return number(hour, count);
    case 'm':
      return number(minute, count);
    case 's':
      return number(second, count);
    case 'S':
      return String(nano).padStart(9, '0').padEnd(count, '0').slice(0, count);
    case 'n':
      return number(nano, count);
    case 'A':
      return number(((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(nano / 1_000_000), count);
    case 'N':
      return String(BigInt((hour * 60 + minute) * 60 + second) * 1_000_000_000n + BigInt(nano)).padStart(count, '0');
    case 'V':
      if (count !== 2) throw new GrelFailure('java.lang.IllegalArgumentException: Pattern letter count must be 2: V');
      return 'Z';
    case 'z':
    case 'X':
      return 'Z';
    case 'v':
      return 'Z';
    case 'x':
      return count === 1 ? '+00' : count === 2 || count === 4 ? '+0000' : '+00:00';
    case 'Z':
      return count < 4 ? '+0000' : count === 4 ? 'GMT' : 'Z';
    case 'O':
      return 'GMT';
    default:
      throw new GrelFailure(`java.lang.IllegalArgumentException: Unknown pattern letter: ${letter}`);
  }
}

/** Two letters are the last two digits; any other number the least number of digits. */
function yearText(year: number, count: number): string {
  if (count === 2) return String(Math.abs(year) % 100).padStart(2, '0');
  const digits = String(Math.abs(year)).padStart(count, '0');
  return year < 0 ? `-${digits}` : count > 3 && digits.length > count ? `+${digits}` : digits;
}

function era(year: number, count: number): string {
  const [short, long] = year > 0 ? (['AD', 'Anno Domini'] as const) : (['BC', 'Before Christ'] as const);
  return count < 4 ? short : count === 4 ? long : short.charAt(0);
}

function number(value: number, count: number): string {
  return String(value).padStart(count, '0');
}

/** Three letters are the short form, four the whole name, five the first letter. */
function name(whole = '', count: number): string {
  return count === 3 ? whole.slice(0, 3) : count === 4 ? whole : whole.slice(0, 1);
}

/** A run of one letter for a part of a date. */
export interface LetterPart {
  readonly letter: string;
  readonly count: number;
}

/** A part of a date, or literal text. */
export type PatternPart = LetterPart | { readonly literal: string };

/** Parses a date pattern: `dd.MM 'um' HH` … Two quotes are one, also outside of quotes. Undefined for an open quote. */
export function splitPattern(pattern: string): readonly PatternPart[] | undefined {
  const parts: PatternPart[] = [];
  let literal = '';
  const endLiteral = (): void => {
    if (literal !== '') parts.push({ literal });
    literal = '';
  };
  for (let place = 0; place < pattern.length; place += 1) {
    const char = pattern.charAt(place);
    if (char === "'") {
      if (pattern.charAt(place + 1) === "'") {
        literal += "'";
        place += 1;
        continue;
      }
      const [quoted] = /^'((?:[^']|'')*)'/.exec(pattern.slice(place)) ?? [];
      if (quoted === undefined) return undefined;
      literal += quoted.slice(1, -1).replaceAll("''", "'");
      place += quoted.length - 1;
    } else if (/[A-Za-z]/.test(char)) {
      endLiteral();
      const start = place;
      while (pattern.charAt(place + 1) === char) place += 1;
      parts.push({ letter: char, count: place - start + 1 });
    } else literal += char;
  }
  endLiteral();
  return parts;
}
