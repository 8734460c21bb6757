import { expects } from './expectations.js';
import type { GrelFunction } from './grel-function.js';

/** How many arguments a function takes at most, and what it is said to expect when there are more; without words it gives nothing then. */
interface ArgumentLimit {
  readonly most: number;
  readonly expected?: string;
}

/** The functions that tell a call with too many arguments from one without; all others look at those they know. */
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

/** The function, such that it is not run with more arguments than it takes. */
export function withArgumentLimit(definition: GrelFunction): GrelFunction {
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
