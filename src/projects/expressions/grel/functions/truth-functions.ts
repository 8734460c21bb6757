import type { ExpressionValue } from '../../expression-value.js';
import { isTrue } from '../../truth.js';
import { expects } from './expectations.js';
import type { GrelFunction } from './grel-function.js';

const MANY = 'two or more booleans';

/** Logic. These are functions: all arguments are evaluated, and an error in any of them is the result. */
export const TRUTH_FUNCTIONS: readonly GrelFunction[] = [
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

function twoBooleans(
  [one, other, ...others]: readonly ExpressionValue[],
  name: string,
): readonly [boolean, boolean, ...ExpressionValue[]] {
  if (typeof one !== 'boolean' || typeof other !== 'boolean') throw expects(name, MANY);
  return [one, other, ...others];
}
