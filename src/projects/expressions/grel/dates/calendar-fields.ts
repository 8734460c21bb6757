import { DateValue } from '../../../grid/cell-value.js';
import { GrelFailure } from '../evaluation/environment.js';

/** A point in time in the Gregorian calendar, UTC. */
export interface CalendarFields {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Nanoseconds within the second: 0 to 999,999,999. */
  readonly nano: number;
}

export const DAY_MS = 86_400_000;

/** The parts of a point in time, in UTC. */
export function calendarFields(date: DateValue): CalendarFields {
  const utc = new Date(date.epochMs);
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth() + 1,
    day: utc.getUTCDate(),
    hour: utc.getUTCHours(),
    minute: utc.getUTCMinutes(),
    second: utc.getUTCSeconds(),
    nano: utc.getUTCMilliseconds() * 1_000_000 + date.nanos,
  };
}

/**
 * The point in time; fields beyond their range carry over (31 February is 2 or 3 March). `offsetMinutes`: minutes of
 * the local time ahead of UTC. Throws `GrelFailure` beyond the range of dates, some 270,000 years from now.
 */
export function dateOfFields(fields: Partial<CalendarFields>, offsetMinutes = 0): DateValue {
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0, nano = 0 } = fields;
  const epochMs =
    startOfDay(year, month, day) +
    hour * 3_600_000 +
    (minute - offsetMinutes) * 60_000 +
    second * 1000 +
    Math.floor(nano / 1_000_000);
  return checkedDate(epochMs, nano % 1_000_000);
}

/** Throws `GrelFailure` beyond the range of dates. */
export function checkedDate(epochMs: number, nanos: number): DateValue {
  if (Number.isNaN(new Date(epochMs).getTime()))
    throw new GrelFailure('The date lies outside of the years that can be computed with');
  return new DateValue(Math.floor(epochMs), nanos);
}

/** Milliseconds since 1970, or NaN. Years below 100 are literal. */
export function startOfDay(year: number, month: number, day: number): number {
  const date = new Date(0);
  return date.setUTCFullYear(year, month - 1, day);
}

/** 28 to 31; months count from 1. */
export function daysInMonth(year: number, month: number): number {
  return new Date(startOfDay(year, month + 1, 0)).getUTCDate();
}

/** From 1. */
export function dayOfYear({ year, month, day }: CalendarFields): number {
  return Math.round((startOfDay(year, month, day) - startOfDay(year, 1, 1)) / DAY_MS) + 1;
}

/** 0 for Sunday. */
export function dayOfWeek({ year, month, day }: Pick<CalendarFields, 'year' | 'month' | 'day'>): number {
  return new Date(startOfDay(year, month, day)).getUTCDay();
}

/** The week of the year and its year, weeks from Sunday, the first being that of 1 January. */
export function weekOfYear(fields: CalendarFields): { readonly weekYear: number; readonly week: number } {
  const sunday = startOfDay(fields.year, fields.month, fields.day) - dayOfWeek(fields) * DAY_MS;
  const saturdayYear = new Date(sunday + 6 * DAY_MS).getUTCFullYear();
  return { weekYear: saturdayYear, week: Math.round((sunday - firstSunday(saturdayYear)) / (7 * DAY_MS)) + 1 };
}

/** The Sunday on which the first week of a year begins, in milliseconds since 1970. */
export function firstSunday(year: number): number {
  return startOfDay(year, 1, 1) - dayOfWeek({ year, month: 1, day: 1 }) * DAY_MS;
}

/** The week of the month, from 1; weeks from Sunday, the first being that of the first day. */
export function weekOfMonth(fields: CalendarFields): number {
  const offset = dayOfWeek({ year: fields.year, month: fields.month, day: 1 });
  return Math.floor((fields.day - 1 + offset) / 7) + 1;
}

export interface CalendarNames {
  /** From January; every form of the month, longest first. */
  readonly months: readonly (readonly string[])[];
  /** From Sunday. */
  readonly weekdays: readonly (readonly string[])[];
}

export const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
export const WEEKDAYS: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];

const kept = new Map<string, CalendarNames>();

/** The names in a language (`fr`, `en-GB`), long and short, within dates and alone. */
export function calendarNames(locale: string): CalendarNames {
  let names = kept.get(locale);
  if (names === undefined) {
    names = {
      months: MONTHS.map((_, month) => formsOf(locale, Date.UTC(2021, month, 15), 'month')),
      weekdays: WEEKDAYS.map((_, day) => formsOf(locale, Date.UTC(2023, 0, 1 + day), 'weekday')),
    };
    kept.set(locale, names);
  }
  return names;
}

function formsOf(locale: string, epochMs: number, part: 'month' | 'weekday'): readonly string[] {
  const forms = new Set<string>();
  for (const length of ['long', 'short'] as const)
    for (const others of [
      {},
      { day: 'numeric' as const },
      { day: 'numeric' as const, month: 'long' as const, year: 'numeric' as const },
    ]) {
      const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...others, [part]: length });
      const found = format.formatToParts(epochMs).find(({ type }) => type === part)?.value;
      if (found === undefined || /^\d+$/.test(found)) continue;
      forms.add(found);
      // Without the point of the abbreviation it is the same month.
      forms.add(found.replace(/\.$/, ''));
    }
  return [...forms].sort((one, other) => other.length - one.length);
}

/** Whether a text is the tag of a language with known names, and not a pattern that looks like one. */
export function isKnownLanguage(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})*$/.test(tag)) return false;
  try {
    const language = tag.replaceAll('_', '-');
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}
