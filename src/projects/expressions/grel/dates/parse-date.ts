import { DateValue } from '../../../grid/cell-value.js';
import type { ExpressionValue } from '../../expression-value.js';
import { valueText } from '../../value-text.js';
import { GrelFailure } from '../evaluation/environment.js';
import { dateOfFields, isKnownLanguage, MONTHS, WEEKDAYS } from './calendar-fields.js';
import { isDatePattern, parseByFormat, parseIsoDate, zoneOffset } from './parse-by-format.js';

/** Result of `toDate`. Throws `GrelFailure` with the message that users know when nothing fits. */
export function parseDate(args: readonly ExpressionValue[]): DateValue {
  const [value = null, second, ...others] = args;
  if (value instanceof DateValue) return value;
  const text = typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '') throw new GrelFailure('Unable to parse as date');
  const date = byArguments(text, second, others) ?? parseIsoDate(text);
  if (date === undefined) throw new GrelFailure('Unable to convert to date');
  return date;
}

function byArguments(
  text: string,
  second: ExpressionValue | undefined,
  others: readonly ExpressionValue[],
): DateValue | undefined {
  if (second === undefined) return guessDate(text, 'month first');
  if (typeof second === 'boolean')
    return guessDate(text, second ? 'month first' : 'day first') ?? byFormats(text, formatsOf(others));
  if (typeof second !== 'string') throw new GrelFailure('Invalid argument');
  return byFormats(text, [second, ...formatsOf(others)]);
}

function formatsOf(args: readonly ExpressionValue[]): readonly string[] {
  return args.map((arg) => {
    if (typeof arg !== 'string') throw new GrelFailure(`Invalid non-string format argument ${valueText(arg)}`);
    return arg;
  });
}

function byFormats(text: string, formats: readonly string[]): DateValue | undefined {
  const [first] = formats;
  const hasLanguage = first !== undefined && isKnownLanguage(first);
  const language = hasLanguage ? first.replaceAll('_', '-') : 'en';
  for (const format of hasLanguage ? formats.slice(1) : formats) {
    // An empty format fits nothing.
    if (format === '') continue;
    if (!isDatePattern(format)) throw new GrelFailure(`Unable to parse date format ${format}`);
    const date = parseByFormat(text, format, language, new Date());
    if (date !== undefined) return date;
  }
  return undefined;
}

/*
 * Dates in the many forms that people write. The rules are those that recipes were written against, with their
 * mistakes: a year alone is no date, noon (`12 pm`) is none, and an ISO date read with the day first swaps day and
 * month.
 */

/** Fields found so far. */
interface Found {
  year: number | undefined;
  month: number | undefined;
  day: number | undefined;
  hour: number | undefined;
  minute: number | undefined;
  second: number;
  ms: number;
  zoneMinutes: number;
}

/** First part of `01/02`. */
type DateOrder = 'month first' | 'day first';

/** Undefined when the text is no date by these rules. */
function guessDate(text: string, order: DateOrder): DateValue | undefined {
  const found: Found = {
    year: undefined,
    month: undefined,
    day: undefined,
    hour: undefined,
    minute: undefined,
    second: 0,
    ms: 0,
    zoneMinutes: 0,
  };
  for (const token of tokensOf(text)) if (!understand(token, found, order)) return undefined;
  return dateOf(found);
}

/** Split at white space, slashes, commas, and at a hyphen that follows something. */
function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  let token = '';
  const end = (): void => {
    if (token !== '') tokens.push(token);
    token = '';
  };
  let previous = ' ';
  for (const char of text) {
    if (/[\s/,]/.test(char) || (char === '-' && !/\s/.test(previous))) end();
    else token += char;
    previous = char;
  }
  end();
  return tokens;
}

function understand(token: string, found: Found, order: DateOrder): boolean {
  return (
    understandTime(token, found) ||
    understandZone(token, found) ||
    namePosition(token, WEEKDAYS) >= 0 ||
    understandMonth(token, found) ||
    understandOrdinal(token, found) ||
    understandNumber(token, found, order)
  );
}

function understandTime(token: string, found: Found): boolean {
  const half = /^(am|pm)$/i.exec(token);
  if (half !== null) {
    if (found.hour !== undefined && token.toLowerCase() === 'pm') found.hour += 12;
    return true;
  }
  const time = /^(\d+):(\d+)(?::(\d+)(?:\.(\d+))?)?(am|pm)?$/i.exec(token);
  if (time === null) return false;
  const [, hour, minute, second = '0', ms = '0', attached = ''] = time;
  found.hour = Number(hour) + (attached.toLowerCase() === 'pm' ? 12 : 0);
  found.minute = Number(minute);
  found.second = Number(second);
  found.ms = Number(ms);
  return true;
}

function understandZone(token: string, found: Found): boolean {
  const offset = /^([+-])(\d{1,2}):(\d\d)$/.exec(token);
  if (offset !== null) {
    const [, sign, hours, minutes] = offset;
    found.zoneMinutes = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    return true;
  }
  const named = token.toLowerCase() === 'gmt' ? 0 : zoneOffset(token);
  if (named === undefined) return false;
  found.zoneMinutes = named;
  return true;
}

/** From 0; -1 for no name. At least three letters; either may be the beginning of the other. */
function namePosition(token: string, names: readonly string[]): number {
  const lower = token.toLowerCase();
  if (lower.length < 3) return -1;
  return names.findIndex((name) => name.toLowerCase().startsWith(lower) || lower.startsWith(name.toLowerCase()));
}

/** From 0; -1 for none. By the first three letters, so that `mars` and `octobre` match too. */
function monthPosition(token: string): number {
  const beginning = token.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((name) => name.slice(0, 3).toLowerCase() === beginning);
}

function understandMonth(token: string, found: Found): boolean {
  const month = monthPosition(token);
  if (month < 0) return false;
  // A small number before the name was taken for the month and is the day.
  if (found.month !== undefined) found.day ??= found.month;
  found.month = month + 1;
  return true;
}

function understandOrdinal(token: string, found: Found): boolean {
  const [, day] = /^(\d+)(?:st|nd|rd|th)$/i.exec(token) ?? [];
  if (day === undefined) return false;
  found.day = Number(day);
  return true;
}

function understandNumber(token: string, found: Found, order: DateOrder): boolean {
  if (!/^\d{1,9}$/.test(token)) return false;
  const number = Number(token);
  if (number > 9999) {
    if (found.year !== undefined || found.month !== undefined || found.day !== undefined) return false;
    const [first, second] = [Math.floor(number / 1_000_000), Math.floor(number / 10_000) % 100];
    [found.month, found.day] = order === 'month first' ? [first, second] : [second, first];
    found.year = number % 10_000;
    return true;
  }
  if (number > 31) {
    if (found.year !== undefined) {
      if (found.year > 31) return false;
      if (found.month === undefined) found.month = found.year;
      else if (found.day === undefined) found.day = found.year;
      else return false;
    }
    found.year = number;
    return true;
  }
  const places =
    number > 12
      ? (['day', 'year'] as const)
      : order === 'month first'
        ? (['month', 'day', 'year'] as const)
        : (['day', 'month', 'year'] as const);
  const place = places.find((part) => found[part] === undefined);
  if (place === undefined) return false;
  found[place] = number;
  return true;
}

function dateOf({ year, month, day, hour, minute, second, ms, zoneMinutes }: Found): DateValue | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const fullYear = year < 50 ? year + 2000 : year < 100 ? year + 1900 : year;
  if (hour === undefined || minute === undefined) return dateOfFields({ year: fullYear, month, day });
  if (hour > 23 || minute > 59 || second > 59 || ms > 999) return undefined;
  return dateOfFields({ year: fullYear, month, day, hour, minute, second, nano: ms * 1_000_000 }, zoneMinutes);
}
