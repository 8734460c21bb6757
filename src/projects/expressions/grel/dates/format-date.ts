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

type PartText = (fields: CalendarFields, count: number) => string;

const month: PartText = (fields, count) =>
  count > 2 ? name(MONTHS[fields.month - 1], count) : number(fields.month, count);

const quarter: PartText = (fields, count) => {
  const value = Math.ceil(fields.month / 3);
  if (count <= 2) return number(value, count);
  if (count === 3) return `Q${value}`;
  return count === 4 ? `${value}${['st', 'nd', 'rd', 'th'][value - 1] ?? ''} quarter` : String(value);
};

const weekday: PartText = (fields, count) =>
  count > 2 ? name(WEEKDAYS[dayOfWeek(fields)], count) : number(dayOfWeek(fields) + 1, count);

const secondOfDay = ({ hour, minute, second }: CalendarFields): number => (hour * 60 + minute) * 60 + second;

const utc: PartText = () => 'Z';

/** By the letter of the pattern, which stands in it `count` times. */
const PART_TEXTS: ReadonlyMap<string, PartText> = new Map(
  Object.entries<PartText>({
    G: ({ year }, count) => era(year, count),
    y: ({ year }, count) => yearText(year > 0 ? year : 1 - year, count),
    u: ({ year }, count) => yearText(year, count),
    Y: (fields, count) => yearText(weekOfYear(fields).weekYear, count),
    M: month,
    L: month,
    Q: quarter,
    q: quarter,
    w: (fields, count) => number(weekOfYear(fields).week, count),
    W: (fields, count) => number(weekOfMonth(fields), count),
    d: ({ day }, count) => number(day, count),
    D: (fields, count) => number(dayOfYear(fields), count),
    F: ({ day }, count) => number(((day - 1) % 7) + 1, count),
    E: (fields, count) => weekday(fields, Math.max(3, count)),
    e: weekday,
    c: weekday,
    a: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
    h: ({ hour }, count) => number(hour % 12 || 12, count),
    K: ({ hour }, count) => number(hour % 12, count),
    k: ({ hour }, count) => number(hour || 24, count),
    H: ({ hour }, count) => number(hour, count),
    m: ({ minute }, count) => number(minute, count),
    s: ({ second }, count) => number(second, count),
    S: ({ nano }, count) => String(nano).padStart(9, '0').padEnd(count, '0').slice(0, count),
    n: ({ nano }, count) => number(nano, count),
    A: (fields, count) => number(secondOfDay(fields) * 1000 + Math.floor(fields.nano / 1_000_000), count),
    N: (fields, count) =>
      String(BigInt(secondOfDay(fields)) * 1_000_000_000n + BigInt(fields.nano)).padStart(count, '0'),
    V: (_, count) => {
      if (count !== 2) throw new GrelFailure('java.lang.IllegalArgumentException: Pattern letter count must be 2: V');
      return 'Z';
    },
    z: utc,
    X: utc,
    v: utc,
    x: (_, count) => (count === 1 ? '+00' : count === 2 || count === 4 ? '+0000' : '+00:00'),
    Z: (_, count) => (count < 4 ? '+0000' : count === 4 ? 'GMT' : 'Z'),
    O: () => 'GMT',
  }),
);

function partText(fields: CalendarFields, letter: string, count: number): string {
  const text = PART_TEXTS.get(letter)?.(fields, count);
  if (text === undefined)
    throw new GrelFailure(`java.lang.IllegalArgumentException: Unknown pattern letter: ${letter}`);
  return text;
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
