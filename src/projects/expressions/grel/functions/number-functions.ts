import { MAX_WHOLE, MIN_WHOLE } from '../../../grid/cell-value.js';
import type { ExpressionValue } from '../../expression-value.js';
import { type Environment, GrelFailure } from '../evaluation/environment.js';
import { expects, floatOf, integerOf, type GrelFunction } from './grel-function.js';

type Example = readonly [expression: string, shown: string];

function numeric(
  name: string,
  parameters: string,
  returns: string,
  description: string,
  example: Example,
  run: GrelFunction['run'],
): GrelFunction {
  return { name, group: 'numbers', parameters, returns, description, examples: [example], run };
}

/** A function from one number to a floating one. */
function ofOne(name: string, description: string, example: Example, compute: (x: number) => number): GrelFunction {
  return numeric(name, 'number', 'number', description, example, (args, calledAs) =>
    compute(oneNumber(args, calledAs)),
  );
}

/** A function from two numbers to a floating one. */
function ofTwo(
  name: string,
  parameters: string,
  description: string,
  example: Example,
  compute: (a: number, b: number) => number,
): GrelFunction {
  return numeric(name, parameters, 'number', description, example, (args, calledAs) =>
    compute(...twoNumbers(args, calledAs)),
  );
}

/** A function from one number to a whole one. */
function toWhole(name: string, description: string, example: Example, compute: (x: number) => number): GrelFunction {
  return numeric(name, 'number', 'whole number', description, example, ([value, ...others], calledAs) => {
    if (typeof value === 'bigint' && others.length === 0) return value;
    return wholeOf(compute(oneNumber([value ?? null, ...others], calledAs)));
  });
}

export const NUMBER_FUNCTIONS: readonly GrelFunction[] = [
  toWhole('round', 'The nearest whole number; a half is rounded up.', ['round(2.5)', '3'], Math.round),
  toWhole('floor', 'The next whole number below.', ['floor(-2.5)', '-3'], Math.floor),
  toWhole('ceil', 'The next whole number above.', ['ceil(2.1)', '3'], Math.ceil),
  ofOne('abs', 'The number without its sign.', ['abs(-2.5)', '2.5'], Math.abs),
  ofTwo('max', 'a, b', 'The larger of two numbers.', ['max(1, 2)', '2'], Math.max),
  ofTwo('min', 'a, b', 'The smaller of two numbers.', ['min(1, 2)', '1'], Math.min),
  {
    name: 'mod',
    group: 'numbers',
    parameters: 'a, b',
    returns: 'whole number',
    description: 'What remains when the first is divided by the second; fractions are cut off before.',
    examples: [['mod(7, 3)', '1']],
    run: (args, name) => {
      twoNumbers(args, name);
      const [a = 0, b = 0] = args.map((arg) => integerOf(arg));
      if (b === 0) throw new GrelFailure('java.lang.ArithmeticException: / by zero');
      return BigInt(a) % BigInt(b);
    },
  },
  ofTwo('quotient', 'a, b', 'How many times the second goes into the first.', ['quotient(7, 2)', '3'], (a, b) =>
    Math.floor(a / b),
  ),
  ofTwo('pow', 'base, exponent', 'The first raised to the power of the second.', ['pow(2, 10)', '1024'], Math.pow),
  ofOne('exp', 'e raised to the power of the number.', ['exp(0)', '1'], Math.exp),
  ofOne('ln', 'The natural logarithm.', ['ln(1)', '0'], Math.log),
  ofOne('log', 'The logarithm to base 10.', ['log(1000)', '3'], Math.log10),
  ofOne('sin', 'The sine of an angle in radians.', ['sin(0)', '0'], Math.sin),
  ofOne('cos', 'The cosine of an angle in radians.', ['cos(0)', '1'], Math.cos),
  ofOne('tan', 'The tangent of an angle in radians.', ['tan(0)', '0'], Math.tan),
  ofOne('asin', 'The angle, in radians, whose sine it is.', ['asin(0)', '0'], Math.asin),
  ofOne('acos', 'The angle, in radians, whose cosine it is.', ['acos(1)', '0'], Math.acos),
  ofOne('atan', 'The angle, in radians, whose tangent it is.', ['atan(0)', '0'], Math.atan),
  ofTwo(
    'atan2',
    'y, x',
    'The angle, in radians, of the point with these coordinates.',
    ['atan2(0, 1)', '0'],
    Math.atan2,
  ),
  ofOne('sinh', 'The hyperbolic sine.', ['sinh(0)', '0'], Math.sinh),
  ofOne('cosh', 'The hyperbolic cosine.', ['cosh(0)', '1'], Math.cosh),
  ofOne('tanh', 'The hyperbolic tangent.', ['tanh(0)', '0'], Math.tanh),
  ofOne('degrees', 'An angle in degrees that is given in radians.', ['degrees(PI)', '180'], (x) => x * (180 / Math.PI)),
  ofOne('radians', 'An angle in radians that is given in degrees.', ['radians(0)', '0'], (x) => x * (Math.PI / 180)),
  ofOne('even', 'The next even number, upwards.', ['even(3)', '4'], (x) => Math.ceil(x / 2) * 2),
  ofOne('odd', 'The next odd number, upwards.', ['odd(2)', '3'], (x) => Math.ceil((x - 1) / 2) * 2 + 1),
  ofTwo('gcd', 'a, b', 'The greatest number by which both can be divided.', ['gcd(12, 18)', '6'], greatestDivisor),
  ofTwo('lcm', 'a, b', 'The least number that can be divided by both.', ['lcm(4, 6)', '12'], (a, b) => {
    const divisor = greatestDivisor(a, b);
    return divisor === 0 ? 0 : Math.abs(a * b) / divisor;
  }),
  {
    name: 'fact',
    group: 'numbers',
    parameters: 'n',
    returns: 'whole number',
    description: 'The factorial: 1 × 2 × … × n.',
    examples: [['fact(5)', '120']],
    run: ([n], name) => {
      const number = integerOf(n);
      if (number === undefined) throw expects(name, 'a number');
      return factorial(number, 1);
    },
  },
  {
    name: 'factn',
    group: 'numbers',
    parameters: 'n, step',
    returns: 'whole number',
    description: 'The factorial in steps: n × (n − step) × … down to the last that is above zero.',
    examples: [['factn(7, 2)', '105']],
    run: ([n, step], name) =>
      factorial(parameter(n, name, 'the first parameter'), parameter(step, name, 'the second parameter')),
  },
  {
    name: 'combin',
    group: 'numbers',
    parameters: 'n, k',
    returns: 'whole number',
    description: 'In how many ways k things can be chosen out of n.',
    examples: [['combin(5, 2)', '10']],
    run: ([n, k], name, environment) => {
      const [all, part] = [parameter(n, name, 'the first parameter'), parameter(k, name, 'the second parameter')];
      return part > all ? 0n : chosen([part, all - part], environment);
    },
  },
  {
    name: 'multinomial',
    group: 'numbers',
    parameters: 'n1, n2, …',
    returns: 'whole number',
    description: 'The factorial of the sum, divided by the factorials of the numbers.',
    examples: [['multinomial(2, 3, 4)', '1260']],
    run: (args, name, environment) => {
      if (args.length === 0) throw expects(name, 'at least one number');
      return chosen(
        args.map((arg, index) => parameter(arg, name, `parameter ${index + 1}`)),
        environment,
      );
    },
  },
  {
    name: 'random',
    aliases: ['randomNumber'],
    group: 'numbers',
    parameters: 'from?, to?',
    returns: 'number',
    description:
      'A number by chance: floating from 0 up to, but not including, 1; or between two numbers, both included when they are whole.',
    examples: [['and(random(1, 6) >= 1, random(1, 6) <= 6)', 'true']],
    run: (args, name) => {
      const [from, to] = args;
      if (args.length === 0) return Math.random();
      const [low, high] = [floatOf(from), floatOf(to)];
      if (args.length !== 2 || low === undefined || high === undefined || low >= high)
        throw expects(name, 'no arguments or two numbers, the first must be less than the second');
      if (typeof from === 'bigint' && typeof to === 'bigint')
        return from + BigInt(Math.floor(Math.random() * (high - low + 1)));
      return low + Math.random() * (high - low);
    },
  },
];

function oneNumber(args: readonly ExpressionValue[], name: string): number {
  const number = floatOf(args[0]);
  if (args.length !== 1 || number === undefined) throw expects(name, 'a number');
  return number;
}

function twoNumbers(args: readonly ExpressionValue[], name: string): readonly [number, number] {
  const [a, b] = [floatOf(args[0]), floatOf(args[1])];
  if (args.length !== 2 || a === undefined || b === undefined) throw expects(name, 'two numbers');
  return [a, b];
}

function parameter(value: ExpressionValue | undefined, name: string, calledAs: string): number {
  const number = integerOf(value);
  if (number === undefined) throw expects(name, `${calledAs} to be a number`);
  return number;
}

/** As Java converts: cut to 64 bits at both ends, and 0 for NaN. */
function wholeOf(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return MAX_WHOLE;
  return value <= -(2 ** 63) ? MIN_WHOLE : BigInt(value);
}

function greatestDivisor(a: number, b: number): number {
  let [one, other] = [a, b];
  while (other !== 0 && !Number.isNaN(other)) [one, other] = [other, one % other];
  return one;
}

function factorial(n: number, step: number): bigint {
  if (n < 0 || step < 0)
    throw new GrelFailure("java.lang.IllegalArgumentException: Can't compute the factorial of a negative number");
  if (step === 0) throw new GrelFailure('Invalid argument');
  let product = 1n;
  for (let factor = BigInt(n); factor !== 0n && factor !== 1n; factor -= BigInt(step)) {
    // Steps that pass by 1 and 0 end below zero.
    if (factor < 0n)
      throw new GrelFailure("java.lang.IllegalArgumentException: Can't compute the factorial of a negative number");
    product *= factor;
    if (product > MAX_WHOLE)
      throw new GrelFailure('java.lang.ArithmeticException: Integer overflow computing factorial');
  }
  return product;
}

/** The product of the binomials, each of which is whole; only the result has to fit 64 bits. */
function chosen(parts: readonly number[], { budget }: Environment): bigint {
  let result = 1n;
  let all = 0;
  for (const part of parts) {
    if (part < 0)
      throw new GrelFailure("java.lang.IllegalArgumentException: Can't compute the factorial of a negative number");
    all += part;
    const rounds = Math.min(part, all - part);
    budget.spend(rounds);
    for (let round = 1; round <= rounds; round += 1) {
      result = (result * BigInt(all - rounds + round)) / BigInt(round);
      if (result > MAX_WHOLE * MAX_WHOLE)
        throw new GrelFailure('java.lang.ArithmeticException: Integer overflow computing factorial');
    }
  }
  if (result > MAX_WHOLE) throw new GrelFailure('java.lang.ArithmeticException: Integer overflow computing factorial');
  return result;
}
