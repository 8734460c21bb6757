import type { DateValue } from '../../../grid/cell-value.js';
import { dateOfFields, daysInMonth } from './calendar-fields.js';

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
export function offsetMinutes(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d?):?(\d\d)?/.exec(zone) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -total : total;
}
