import { DateValue } from '../../../grid/cell-value.js';
import { checkedDate } from '../dates/calendar-fields.js';
import { currentTime } from '../dates/current-time.js';
import { dateLater, datePart } from '../dates/date-arithmetic.js';
import { GrelFailure } from '../evaluation/grel-failure.js';
import { expects, isNumber } from './expectations.js';
import type { GrelFunction } from './grel-function.js';

/** Dates; `toDate`, `toString` and `diff`, which work on other values too, stand elsewhere. */
export const DATE_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'now',
    group: 'dates',
    parameters: '',
    returns: 'date',
    description: 'The present moment.',
    examples: [['now().type()', 'date']],
    run: (args) => (args.length > 0 ? null : currentTime()),
  },
  {
    name: 'inc',
    group: 'dates',
    parameters: 'date, number, unit',
    returns: 'date',
    description:
      'The date so many units later, or earlier when the number is negative. Units: years, months, weeks, days, hours, minutes, seconds, milliseconds, nanos.',
    examples: [
      ['toDate("2020-01-31").inc(1, "months")', '[date 2020-02-29T00:00:00Z]'],
      ['toDate("2020-01-01").inc(-1, "day")', '[date 2019-12-31T00:00:00Z]'],
    ],
    run: (args, name) => {
      const [date, count, unit] = args;
      if (args.length !== 3 || !(date instanceof DateValue) || !isNumber(count) || typeof unit !== 'string')
        throw expects(name, 'a date, a number and a string');
      return dateLater(date, Math.trunc(Number(count)), unit);
    },
  },
  {
    name: 'datePart',
    group: 'dates',
    parameters: 'date, unit',
    returns: 'number or string',
    description:
      'One part of a date: years, months, weeks (of the month), days, weekday (its name), hours, minutes, seconds, milliseconds, nanos, time (milliseconds since 1970).',
    examples: [
      ['toDate("2020-01-02").datePart("year")', '2020'],
      ['toDate("2020-01-02").datePart("weekday")', 'THURSDAY'],
    ],
    run: (args, name) => {
      const [date, unit] = args;
      if (args.length !== 2 || !(date instanceof DateValue) || typeof unit !== 'string')
        throw expects(name, 'a date and a string');
      return datePart(date, unit);
    },
  },
  {
    name: 'timeSinceUnixEpochToDate',
    group: 'dates',
    parameters: 'number, unit?',
    returns: 'date',
    description:
      'The moment so many seconds after the beginning of 1970; the unit may be "second", "millisecond" or "microsecond".',
    examples: [['timeSinceUnixEpochToDate(1577923200)', '[date 2020-01-02T00:00:00Z]']],
    run: (args, name) => {
      const [count, unit = 'second'] = args;
      if (args.length > 2 || typeof count !== 'bigint' || typeof unit !== 'string')
        throw expects(name, 'a number and a string');
      switch (unit.toLowerCase()) {
        case 'second':
          return checkedDate(Number(count) * 1000, 0);
        case 'millisecond':
          return checkedDate(Number(count), 0);
        case 'microsecond': {
          const micros = ((count % 1000n) + 1000n) % 1000n;
          return checkedDate(Number((count - micros) / 1000n), Number(micros) * 1000);
        }
        default:
          throw new GrelFailure(`Unknown time unit ${unit}`);
      }
    },
  },
];
