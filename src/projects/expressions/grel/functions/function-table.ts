import { DateValue } from '../../../grid/cell-value.js';
import type { ExpressionValue } from '../../expression-value.js';
import { isTrue } from '../../value-text.js';
import { checkedDate } from '../dates/calendar-fields.js';
import { currentTime, dateLater, datePart } from '../dates/date-arithmetic.js';
import { GrelFailure } from '../evaluation/environment.js';
import { ARRAY_FUNCTIONS } from './array-functions.js';
import { CODE_FUNCTIONS } from './code-functions.js';
import { expects, isNumber, type GrelFunction } from './grel-function.js';
import { NUMBER_FUNCTIONS } from './number-functions.js';
import { SPLITTING_FUNCTIONS } from './splitting-functions.js';
import { TEXT_FUNCTIONS } from './text-functions.js';
import { TREE_FUNCTIONS } from './tree-functions.js';
import { VALUE_FUNCTIONS } from './value-functions.js';

const MANY = 'two or more booleans';

/** Logic. These are functions: all arguments are evaluated, and an error in any of them is the result. */
const TRUTH_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'and',
    group: 'truth',
    parameters: 'a, b, …',
    returns: 'boolean',
    description: 'Whether all are true. The first two have to be booleans.',
    examples: [
      ['and(1 < 2, "a" == "a")', 'true'],
      ['and(true, false)', 'false'],
    ],
    run: (args, name) => {
      const [one, other, ...others] = twoBooleans(args, name);
      return one && other && others.every(isTrue);
    },
  },
  {
    name: 'or',
    group: 'truth',
    parameters: 'a, b, …',
    returns: 'boolean',
    description: 'Whether any is true. The first two have to be booleans.',
    examples: [['or(1 > 2, "a" == "a")', 'true']],
    run: (args, name) => {
      const [one, other, ...others] = twoBooleans(args, name);
      return one || other || others.some(isTrue);
    },
  },
  {
    name: 'xor',
    group: 'truth',
    parameters: 'a, b',
    returns: 'boolean',
    description: 'Whether one of the two is true and the other is not.',
    examples: [['xor(true, true)', 'false']],
    run: (args, name) => {
      const [one, other] = twoBooleans(args, name);
      return one !== other;
    },
  },
  {
    name: 'not',
    group: 'truth',
    parameters: 'a',
    returns: 'boolean',
    description: 'The opposite.',
    examples: [['not("a" == "b")', 'true']],
    run: (args, name) => {
      const [value] = args;
      if (args.length !== 1 || typeof value !== 'boolean') throw expects(name, 'a boolean');
      return !value;
    },
  },
];

/** Dates; `toDate`, `toString` and `diff`, which work on other values too, are in other tables. */
const DATE_FUNCTIONS: readonly GrelFunction[] = [
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

/** Functions for which too many arguments make a difference; all others ignore extra ones. */
const ARGUMENT_LIMITS: ReadonlyMap<string, ArgumentLimit> = new Map<string, ArgumentLimit>([
  ['chomp', { most: 2 }],
  ['contains', { most: 2 }],
  ['escape', { most: 2 }],
  ['fingerprint', { most: 1 }],
  ['partition', { most: 3 }],
  ['rpartition', { most: 3 }],
  ['slice', { most: 3 }],
  ['unescape', { most: 2 }],
  ['unicode', { most: 1 }],
  ['unicodeType', { most: 1 }],
  ['combin', { most: 2, expected: 'two numbers' }],
  ['endsWith', { most: 2, expected: 'two strings' }],
  ['fact', { most: 1, expected: 'a number' }],
  ['factn', { most: 2, expected: 'two numbers' }],
  ['inArray', { most: 2, expected: 'an array and a string' }],
  ['indexOf', { most: 2, expected: 'two strings' }],
  ['join', { most: 2, expected: 'an array and a string' }],
  ['lastIndexOf', { most: 2, expected: 'two strings' }],
  ['ngramFingerprint', { most: 2, expected: 'at least a string' }],
  ['parent', { most: 1, expected: 'one argument' }],
  ['phonetic', { most: 2, expected: 'one or two strings' }],
  ['startsWith', { most: 2, expected: 'two strings' }],
  ['sum', { most: 1, expected: 'an array of numbers' }],
]);

/** All functions of GREL, in the order of the manual. */
export const FUNCTION_TABLE: readonly GrelFunction[] = [
  ...VALUE_FUNCTIONS,
  ...TEXT_FUNCTIONS,
  ...SPLITTING_FUNCTIONS,
  ...CODE_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...TRUTH_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...TREE_FUNCTIONS,
].map(withArgumentLimit);

const BY_NAME: ReadonlyMap<string, GrelFunction> = new Map(
  FUNCTION_TABLE.flatMap((definition) =>
    [definition.name, ...(definition.aliases ?? [])].map((name) => [name, definition] as const),
  ),
);

/** By name or alias; undefined for an unknown one. Case matters. */
export function findFunction(name: string): GrelFunction | undefined {
  return BY_NAME.get(name);
}

/** Most arguments of a function, and its expectation in the error for more; without one it then gives nothing. */
interface ArgumentLimit {
  readonly most: number;
  readonly expected?: string;
}

/** The function, which never runs with more arguments than it takes. */
function withArgumentLimit(definition: GrelFunction): GrelFunction {
  const limit = ARGUMENT_LIMITS.get(definition.name);
  if (limit === undefined) return definition;
  const { most, expected } = limit;
  const run: GrelFunction['run'] = (args, name, environment) => {
    if (args.length <= most) return definition.run(args, name, environment);
    if (expected === undefined) return null;
    throw expects(name, expected);
  };
  return { ...definition, run };
}

function twoBooleans(
  [one, other, ...others]: readonly ExpressionValue[],
  name: string,
): readonly [boolean, boolean, ...ExpressionValue[]] {
  if (typeof one !== 'boolean' || typeof other !== 'boolean') throw expects(name, MANY);
  return [one, other, ...others];
}
