import { DateValue } from '../../../grid/cell-value.js';
import { BoundedText, valueText } from '../../value-text.js';
import type { ExpressionArray, ExpressionValue } from '../../expression-value.js';
import { compareDates } from '../evaluation/apply-operator.js';
import { GrelFailure } from '../evaluation/environment.js';
import { elementsOf } from '../../row-fields.js';
import { expects, isNumber, type GrelFunction } from './grel-function.js';
import { largestOf } from '../../../../foundation/largest-of.js';

export const ARRAY_FUNCTIONS: readonly GrelFunction[] = [
  {
    name: 'join',
    group: 'arrays',
    parameters: 'array, separator',
    returns: 'string',
    description: 'The texts of the elements with the separator between them. Null elements are left out.',
    examples: [['["a", null, 1].join("|")', 'a|1']],
    run: ([array, separator], name) => {
      const elements = elementsOf(array);
      if (elements === undefined || typeof separator !== 'string') throw expects(name, 'an array and a string');
      const text = new BoundedText();
      let isFirst = true;
      for (const element of elements) {
        if (element === null) continue;
        if (!isFirst) text.add(separator);
        text.add(valueText(element));
        isFirst = false;
      }
      return text.toString();
    },
  },
  {
    name: 'reverse',
    group: 'arrays',
    parameters: 'array',
    returns: 'array',
    description: 'The elements from the last to the first.',
    examples: [['[1, 2, 3].reverse()', '[ 3, 2, 1 ]']],
    run: (args, name) => oneArray(args, name).toReversed(),
  },
  {
    name: 'sort',
    group: 'arrays',
    parameters: 'array',
    returns: 'array',
    description:
      'The elements in order: numbers by size, texts by their characters (capital letters first), dates by time. All have to be of one kind; null comes last.',
    examples: [
      ['[3, 1, 2].sort()', '[ 1, 2, 3 ]'],
      ['["b", "a", "B"].sort()', '[ "B", "a", "b" ]'],
    ],
    run: (args, name) => sorted(oneArray(args, name), name),
  },
  {
    name: 'uniques',
    group: 'arrays',
    parameters: 'array',
    returns: 'array',
    description: 'The elements without those that stood there before.',
    examples: [['["a", "b", "a"].uniques()', '[ "a", "b" ]']],
    run: (args, name) => uniques(oneArray(args, name)),
  },
  {
    name: 'inArray',
    group: 'arrays',
    parameters: 'array, text',
    returns: 'boolean',
    description: 'Whether the text is one of the elements.',
    examples: [['["a", "b"].inArray("b")', 'true']],
    run: ([array, sought], name) => {
      const elements = elementsOf(array);
      if (elements === undefined) throw expects(name, 'an array');
      if (typeof sought !== 'string') throw expects(name, 'a string');
      return elements.includes(sought);
    },
  },
  {
    name: 'zip',
    group: 'arrays',
    parameters: 'array1, array2, …',
    returns: 'array of arrays',
    description: 'Elements at the same position together; as many as the shortest array has.',
    examples: [['zip([1, 2], ["a", "b", "c"])', '[ [ 1, "a" ], [ 2, "b" ] ]']],
    run: (args, name, { budget }) => {
      const arrays = args.map((arg) => elementsOf(arg));
      if (args.length < 2 || arrays.includes(undefined)) throw expects(name, '2 or more arrays as arguments');
      const length = -largestOf(arrays.map((array) => -(array?.length ?? 0)));
      budget.spend(length * args.length);
      return Array.from({ length }, (_, index) => arrays.map((array) => array?.[index] ?? null));
    },
  },
  {
    name: 'sum',
    group: 'arrays',
    parameters: 'array',
    returns: 'number',
    description: 'The sum of the numbers in an array, always a floating number. Other elements are passed over.',
    examples: [['[1, 2.5, "x"].sum()', '3.5']],
    run: ([array], name) => {
      const elements = elementsOf(array);
      if (elements === undefined) throw expects(name, 'an array of numbers');
      return elements.reduce<number>((sum, element) => (isNumber(element) ? sum + Number(element) : sum), 0);
    },
  },
];

function oneArray(args: readonly ExpressionValue[], name: string): ExpressionArray {
  const elements = elementsOf(args[0]);
  if (args.length !== 1 || elements === undefined) throw expects(name, 'an array');
  return elements;
}

function sorted(elements: ExpressionArray, name: string): ExpressionArray {
  const values = elements.filter((element) => element !== null);
  const [first] = values;
  const kind = kindOf(first ?? null);
  if (values.length > 0 && kind === undefined) throw expects(name, 'an array of uniform type');
  const stranger = values.find((value) => kindOf(value) !== kind);
  if (stranger !== undefined)
    throw new GrelFailure(
      `java.lang.ClassCastException: ${kind} and ${kindOf(stranger) ?? 'other values'} cannot be compared`,
    );
  return [...values.toSorted(compareSameKind), ...elements.filter((element) => element === null)];
}

type SortableKind = 'whole numbers' | 'floating numbers' | 'texts' | 'booleans' | 'dates';

function kindOf(value: ExpressionValue): SortableKind | undefined {
  if (typeof value === 'string') return 'texts';
  if (typeof value === 'bigint') return 'whole numbers';
  if (typeof value === 'number') return 'floating numbers';
  if (typeof value === 'boolean') return 'booleans';
  return value instanceof DateValue ? 'dates' : undefined;
}

function compareSameKind(one: ExpressionValue, other: ExpressionValue): number {
  if (one instanceof DateValue && other instanceof DateValue) return compareDates(one, other);
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0;
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other ? -1 : one > other ? 1 : 0;
  return Number(one) - Number(other);
}

/** Values of different kinds are different, also 1 and 1.0. */
function uniques(elements: ExpressionArray): ExpressionArray {
  const seen = new Set<unknown>();
  return elements.filter((element) => {
    const key =
      element instanceof DateValue
        ? `date ${element.toIso()}`
        : typeof element === 'string'
          ? `text ${element}`
          : element;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
