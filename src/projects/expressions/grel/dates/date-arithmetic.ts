import { DateValue } from '../../../grid/cell-value.js';
import { GrelFailure } from '../evaluation/environment.js';
import {
  DAY_MS,
  calendarFields,
  checkedDate,
  dateOfFields,
  dayOfWeek,
  daysInMonth,
  weekOfMonth,
  WEEKDAYS,
} from './calendar-fields.js';

type DateUnit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds' | 'milliseconds' | 'nanos';

/** Names of the units; case matters (`S` are milliseconds). */
const UNIT_NAMES: Readonly<Record<DateUnit, readonly string[]>> = {
  years: ['years', 'year'],
  months: ['months', 'month'],
  weeks: ['weeks', 'week', 'w'],
  days: ['days', 'day', 'd'],
  hours: ['hours', 'hour', 'h'],
  minutes: ['minutes', 'minute', 'min'],
  seconds: ['seconds', 'sec', 's'],
  milliseconds: ['milliseconds', 'ms', 'S'],
  nanos: ['nanos', 'nano', 'n'],
};

const UNITS: ReadonlyMap<string, DateUnit> = new Map(
  (['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds', 'nanos'] as const).flatMap(
    (unit) => UNIT_NAMES[unit].map((name) => [name, unit] as const),
  ),
);

/** Milliseconds of units with a fixed length. */
const FIXED_MS = {
  weeks: 7 * DAY_MS,
  days: DAY_MS,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1000,
  milliseconds: 1,
} as const;

/** The date `count` units later; months and years end on the last day of the month where the day does not exist. */
export function dateLater(date: DateValue, count: number, unitName: string): DateValue {
  const unit = UNITS.get(unitName);
  if (unit === undefined) throw new GrelFailure(`java.lang.RuntimeException: Unit '${unitName}' not recognized.`);
  if (unit === 'years' || unit === 'months') return monthsLater(date, unit === 'years' ? count * 12 : count);
  if (unit !== 'nanos') return checkedDate(date.epochMs + count * FIXED_MS[unit], date.nanos);
  const nanos = date.nanos + count;
  return checkedDate(date.epochMs + Math.floor(nanos / 1_000_000), ((nanos % 1_000_000) + 1_000_000) % 1_000_000);
}

function monthsLater(date: DateValue, count: number): DateValue {
  const fields = calendarFields(date);
  const months = fields.year * 12 + fields.month - 1 + count;
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  if (Math.abs(year) > 300_000) return checkedDate(Number.NaN, 0);
  return dateOfFields({ ...fields, year, month, day: Math.min(fields.day, daysInMonth(year, month)) });
}

/** Whole units from the second date to the first; below zero when it is before. */
export function dateDifference(one: DateValue, other: DateValue, unitName: string): bigint {
  const unit = DIFFERENCE_UNITS.get(unitName.toLowerCase());
  if (unit === undefined) throw new GrelFailure(`Unknown time unit ${unitName}`);
  const nanos = BigInt(one.epochMs - other.epochMs) * 1_000_000n + BigInt(one.nanos - other.nanos);
  if (unit === 'nanos') return BigInt.asIntN(64, nanos);
  if (unit !== 'years' && unit !== 'months') return nanos / (BigInt(FIXED_MS[unit]) * 1_000_000n);
  const months = wholeMonths(one, other);
  return BigInt(unit === 'months' ? months : Math.trunc(months / 12));
}

const DIFFERENCE_UNITS: ReadonlyMap<string, DateUnit> = new Map([...UNITS.values()].map((unit) => [unit, unit]));

function wholeMonths(one: DateValue, other: DateValue): number {
  const [later, earlier] = [calendarFields(one), calendarFields(other)];
  const months = (later.year - earlier.year) * 12 + later.month - earlier.month;
  const rest = withinMonth(one) - withinMonth(other);
  if (months > 0 && rest < 0n) return months - 1;
  return months < 0 && rest > 0n ? months + 1 : months;
}

/** Nanoseconds since the beginning of the month. */
function withinMonth(date: DateValue): bigint {
  const { year, month } = calendarFields(date);
  return BigInt(date.epochMs - dateOfFields({ year, month }).epochMs) * 1_000_000n + BigInt(date.nanos);
}

/** One part of a date: a number, or the name of the weekday. */
export function datePart(date: DateValue, partName: string): bigint | string {
  const fields = calendarFields(date);
  switch (partName) {
    case 'time':
      return BigInt(date.epochMs);
    case 'weekday':
      return (WEEKDAYS[dayOfWeek(fields)] ?? '').toUpperCase();
    default:
      break;
  }
  const unit = UNITS.get(partName);
  switch (unit) {
    case 'years':
      return BigInt(fields.year);
    case 'months':
      return BigInt(fields.month);
    case 'weeks':
      return BigInt(weekOfMonth(fields));
    case 'days':
      return BigInt(fields.day);
    case 'hours':
      return BigInt(fields.hour);
    case 'minutes':
      return BigInt(fields.minute);
    case 'seconds':
      return BigInt(fields.second);
    case 'milliseconds':
      return BigInt(Math.floor(fields.nano / 1_000_000));
    case 'nanos':
      return BigInt(fields.nano);
    case undefined:
      throw new GrelFailure(`Date unit ${partName} not recognized.`);
  }
}

/** The steady clock, which is finer than that of the day, is set again at larger differences. */
const MAX_APART_MS = 20;

let startOfSteadyClockMs = Number.NEGATIVE_INFINITY;

/** The present time, to the microsecond: successive times differ, as in OpenRefine. */
export function currentTime(): DateValue {
  const steadyMs = performance.now();
  if (Math.abs(startOfSteadyClockMs + steadyMs - Date.now()) > MAX_APART_MS)
    startOfSteadyClockMs = Date.now() - steadyMs;
  const nowMs = startOfSteadyClockMs + steadyMs;
  const epochMs = Math.floor(nowMs);
  return new DateValue(epochMs, Math.floor((nowMs - epochMs) * 1000) * 1000);
}
