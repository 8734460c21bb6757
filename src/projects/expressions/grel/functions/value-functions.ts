import { DateValue } from '../../../grid/cell-value.js';
import {
  isArrayValue,
  JsonArrayValue,
  JsonObjectValue,
  type ExpressionArray,
  type ExpressionValue,
} from '../../expression-value.js';
import { prettyJson, valueText } from '../../value-text.js';
import { formatDate } from '../dates/format-date.js';
import { parseDate } from '../dates/parse-date.js';
import { FieldsList, fieldsListOf, readField, elementsOf, isFieldsValue, rowFields } from '../../row-fields.js';
import { GrelFailure } from '../evaluation/environment.js';
import { formatNumber, parseNumber } from '../text/format-number.js';
import { expects, integerOf, isNumber, type GrelFunction } from './grel-function.js';

const CROSS = 'a cell or value, a project name to look up (optional), and a column name in that project (optional)';

export const VALUE_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'coalesce',
    group: 'any value',
    parameters: 'value1, value2, …',
    returns: 'any value',
    description: 'The first of the values that is not null; null when all are.',
    examples: [
      ['coalesce(null, "", 1)', ''],
      ['coalesce(value.missing, "unknown")', 'unknown'],
    ],
    run: (args, name) => {
      if (args.length < 2) throw expects(name, 'at least two arguments');
      return args.find((arg) => arg !== null) ?? null;
    },
  },
  {
    name: 'type',
    group: 'any value',
    parameters: 'value',
    returns: 'string',
    description:
      'What kind of value it is: string, number, boolean, date, array, object (for JSON), undefined (for null), or the name of something with fields, such as Cell.',
    examples: [
      ['type(1)', 'number'],
      ['type([1])', 'array'],
      ['type(null)', 'undefined'],
    ],
    run: (args, name) => {
      if (args.length !== 1) throw expects(name, 'one argument');
      return typeOf(args[0] ?? null);
    },
  },
  {
    name: 'toString',
    group: 'any value',
    parameters: 'value, format?',
    returns: 'string',
    description:
      'The value as text. A date may be given a pattern such as "yyyy-MM-dd", a number one such as "%.2f". An array becomes its elements in brackets.',
    examples: [
      ['toString(1.0)', '1.0'],
      ['1.5.toString("%.2f")', '1.50'],
      ['"2020-01-02".toDate().toString("dd/MM/yyyy")', '02/01/2020'],
    ],
    run: ([value, format, ...others], name) => {
      if (format === undefined && value !== undefined)
        return value instanceof DateValue ? value.toIso() : valueText(value);
      if (typeof format === 'string' && others.length === 0) {
        if (value instanceof DateValue) return formatDate(value, format);
        if (isNumber(value)) return formatNumber(value, format);
      }
      throw new GrelFailure(
        `${name} accepts an object and an optional second argument containing a Date or Number format string`,
      );
    },
  },
  {
    name: 'toNumber',
    group: 'any value',
    parameters: 'value',
    returns: 'number',
    description:
      'The number that a text spells: whole without a point or exponent, else floating. Space around it makes it floating too.',
    examples: [
      ['toNumber("5")', '5'],
      ['"1.50".toNumber() + 1', '2.5'],
      ['toNumber("x")', 'error: Unable to parse as number'],
    ],
    run: (args, name) => {
      const [value = null] = args;
      if (args.length !== 1 || value === null) throw expects(name, 'one non-null argument');
      if (isNumber(value)) return value;
      const number = parseNumber(valueText(value));
      if (number === undefined) throw new GrelFailure('Unable to parse as number');
      return number;
    },
  },
  {
    name: 'toDate',
    group: 'any value',
    parameters: 'value, month first?, format1?, format2?, …',
    returns: 'date',
    description:
      'The date that a text spells. Without formats many ways of writing are understood, the month before the day unless the second argument is false. Formats are tried in order; the first may be a language such as "fr" for the names of months.',
    examples: [
      ['"2020-01-02".toDate()', '[date 2020-01-02T00:00:00Z]'],
      ['toDate("02/01/2020", false)', '[date 2020-01-02T00:00:00Z]'],
      ['"13.01.2020".toDate("dd.MM.yyyy")', '[date 2020-01-13T00:00:00Z]'],
      ['"2 janvier 2020".toDate("fr", "d MMMM yyyy")', '[date 2020-01-02T00:00:00Z]'],
    ],
    run: (args) => parseDate(args),
  },
  {
    name: 'length',
    group: 'any value',
    parameters: 'value',
    returns: 'number',
    description: 'How many elements an array has, or characters a text. A number counts the characters of its text.',
    examples: [
      ['"abc".length()', '3'],
      ['[1, 2].length()', '2'],
    ],
    run: (args, name) => {
      const [value = null] = args;
      if (args.length !== 1 || value === null) throw expects(name, 'an array or a string');
      const elements = elementsOf(value);
      if (elements !== undefined) return BigInt(elements.length);
      return BigInt(value instanceof JsonObjectValue ? value.members.size : valueText(value).length);
    },
  },
  {
    name: 'get',
    group: 'any value',
    parameters: 'value, from, to?',
    returns: 'any value',
    description:
      'The field of that name, the element of an array at a position, or the character of a text; with a second position what lies between. Positions count from 0, negative ones from the end. The same as value[from, to].',
    examples: [
      ['"abc"[0]', 'a'],
      ['"abc".get(-2, 3)', 'bc'],
      ['[1, 2, 3][1]', '2'],
      ['cells["no such column"]', null],
    ],
    run: (args) => {
      const [value = null, from = null, to] = args;
      return args.length < 2 ? null : getPart(value, from, to ?? undefined);
    },
  },
  {
    name: 'slice',
    aliases: ['substring'],
    group: 'any value',
    parameters: 'value, from, to?',
    returns: 'array or string',
    description:
      'What lies between two positions of an array or a text, up to the end without the second. Negative positions count from the end.',
    examples: [
      ['"abcdef".slice(2, 4)', 'cd'],
      ['"abcdef".substring(-2)', 'ef'],
      ['[1, 2, 3].slice(1)', '[ 2, 3 ]'],
    ],
    run: ([value = null, from, to]) => slicePart(value, from, to),
  },
  {
    name: 'hasField',
    group: 'any value',
    parameters: 'value, name',
    returns: 'boolean',
    description: 'Whether the value has a field of that name, or a JSON object a member.',
    examples: [[`parseJson('{"a": 1}').hasField("a")`, 'true']],
    run: ([value = null, field]) => {
      if (typeof field !== 'string') return false;
      if (value instanceof JsonObjectValue) return value.members.has(field);
      return isFieldsValue(value) && value.field(field) !== null;
    },
  },
  {
    name: 'jsonize',
    group: 'any value',
    parameters: 'value',
    returns: 'string',
    description: 'The value as JSON, texts in quotes.',
    examples: [
      ['jsonize([1, "a", null])', '[ 1, "a", null ]'],
      ['"say \\"hi\\"".jsonize()', '"say \\"hi\\""'],
    ],
    run: ([value], name) => {
      if (value === undefined) throw expects(name, 'one argument');
      return prettyJson(value);
    },
  },
  {
    name: 'cross',
    group: 'any value',
    parameters: 'cell or value, project name?, column name?',
    returns: 'array of rows',
    description:
      'The rows of a project whose column has the same value: a look-up in another table. Without a project, or with "", this one; without a column, the row of that index.',
    examples: [],
    run: (args, name, { bindings }) => {
      const [subject = null, project = '', column = ''] = args;
      const value = isFieldsValue(subject) && subject.wrappedCell ? subject.wrappedCell.value : subject;
      if (args.length > 3 || value === null || typeof project !== 'string' || typeof column !== 'string')
        throw expects(name, CROSS);
      // Rows, and lists of them, are no value of a cell.
      if (isFieldsValue(value) || isArrayValue(value)) return fieldsListOf([]);
      return resultOf(() => fieldsListOf(bindings.project.cross(value, project, column).map(rowFields)));
    },
  },
  {
    name: 'facetCount',
    group: 'any value',
    parameters: 'value, expression, column name',
    returns: 'number',
    description:
      'How many rows give that value for an expression (as text) on a column. Null and an empty text count the rows that give nothing.',
    examples: [],
    run: (args, name, { bindings }) => {
      const [choice = null, expression, column] = args;
      if (args.length !== 3 || typeof expression !== 'string' || typeof column !== 'string')
        throw expects(name, 'a choice value, an expression as a string, and a column name');
      const countOf = (value: ExpressionValue): number => bindings.project.facetCount(value, expression, column);
      return resultOf(() =>
        BigInt(elementsOf(choice)?.reduce((sum: number, element) => sum + countOf(element), 0) ?? countOf(choice)),
      );
    },
  },
];

/** Result of a question to the project; its thrown sentence becomes the error of the call. */
function resultOf(question: () => ExpressionValue): ExpressionValue {
  try {
    return question();
  } catch (thrown) {
    throw new GrelFailure(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

function typeOf(value: ExpressionValue): string {
  if (value === null) return 'undefined';
  if (isNumber(value)) return 'number';
  if (typeof value !== 'object') return typeof value;
  if (value instanceof DateValue) return 'date';
  if (isArrayValue(value) || value instanceof JsonArrayValue) return 'array';
  return isFieldsValue(value) ? value.typeName : 'object';
}

/** `value[from, to]`. */
function getPart(value: ExpressionValue, from: ExpressionValue, to: ExpressionValue | undefined): ExpressionValue {
  if (value === null || from === null) return null;
  const hasFields = isFieldsValue(value) || value instanceof JsonObjectValue || value instanceof FieldsList;
  if (hasFields && typeof from === 'string') return readField(value, from);
  const start = integerOf(from);
  if (start === undefined) return null;
  const end = to === undefined ? undefined : integerOf(to);
  if (to !== undefined && end === undefined) return null;
  const elements = elementsOf(value);
  return elements === undefined ? textPart(valueText(value), start, end) : arrayPart(value, elements, start, end);
}

function arrayPart(
  array: ExpressionValue,
  elements: ExpressionArray,
  start: number,
  end: number | undefined,
): ExpressionValue {
  const { length } = elements;
  const first = clamped(start, length);
  if (end === undefined) {
    if (first < length) return elements[first] ?? null;
    if (array instanceof JsonArrayValue) return null;
    throw new GrelFailure(
      `java.lang.ArrayIndexOutOfBoundsException: Index ${first} out of bounds for length ${length}`,
    );
  }
  const last = clamped(end, length);
  return last > first ? elements.slice(first, last) : null;
}

function textPart(text: string, start: number, end: number | undefined): string {
  const { length } = text;
  const first = clamped(start, length);
  if (end !== undefined) return text.slice(first, Math.max(first, clamped(end, length)));
  if (first < length) return text.charAt(first);
  throw new GrelFailure(
    `java.lang.StringIndexOutOfBoundsException: begin ${first}, end ${first + 1}, length ${length}`,
  );
}

/** A position from the end when it is negative, and never outside. */
function clamped(position: number, length: number): number {
  return Math.min(length, Math.max(0, position < 0 ? position + length : position));
}

/**
 * `slice(value, from, to)`: as `value[from, to]`, but up to the end without `to`, and empty without a result. Null when
 * `to` is present, but no number.
 */
function slicePart(
  value: ExpressionValue,
  from: ExpressionValue | undefined,
  to: ExpressionValue | undefined,
): ExpressionValue {
  const start = integerOf(from);
  const end = integerOf(to);
  const endsAtNothing = end === undefined && to !== null && to !== undefined;
  if (value === null || start === undefined || endsAtNothing) return null;
  const elements = elementsOf(value);
  const whole = elements ?? valueText(value);
  const first = clamped(start, whole.length);
  const last = clamped(end ?? whole.length, whole.length);
  return whole.slice(first, Math.max(first, last));
}
