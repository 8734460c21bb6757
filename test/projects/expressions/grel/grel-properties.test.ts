import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExpressionSyntaxError } from '../../../../src/projects/expressions/expression-language.js';
import { grelLanguage, parseGrel } from '../../../../src/projects/expressions/grel/grel-language.js';
import { FUNCTION_TABLE } from '../../../../src/projects/expressions/grel/functions/function-table.js';
import { printProgram } from './print-program.js';
import { previewResult } from '../../../../src/projects/expressions/value-text.js';
import { storableValue } from '../../../../src/projects/expressions/storable-value.js';
import { readGrelCases } from '../../../cases/grel/grel-cases.js';
import { smallBindings } from '../../../support/small-project.js';

/** Pieces from which programs are put together, whole and broken. */
const PIECES = [
  ...[
    'value',
    'cell',
    'cells',
    'row',
    'x',
    'null',
    'true',
    '1',
    '2.5',
    '"a"',
    "'b c'",
    '/a(b)?/',
    '/[/',
    '5.',
    '1e5',
    '"',
    "'",
    '\\',
  ],
  ...[
    '+',
    '-',
    '*',
    '/',
    '%',
    '.',
    '<',
    '<=',
    '==',
    '!=',
    '=',
    '<>',
    '(',
    ')',
    '[',
    ']',
    ',',
    '!',
    '&',
    ' ',
    '\n',
    '😀',
    '\u0000',
  ],
  ...['if(', 'with(', 'forEach(', 'forEachIndex(', 'forRange(', 'filter(', 'isNull(', 'PI(', 'nothing('],
];
const NAMES = FUNCTION_TABLE.map(({ name }) => name);
const program = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      fc.constantFrom(...NAMES.map((name) => `.${name}(`)),
    ),
    {
      maxLength: 14,
    },
  )
  .map((pieces) => pieces.join(''));

/** Values that functions are called with. */
const argument = fc.constantFrom(
  ...[
    'null',
    'true',
    '0',
    '3',
    '0 - 2',
    '1.5',
    '0/0',
    '1/0',
    '9223372036854775807',
    '""',
    '"a b,c"',
    '"é😀"',
    '"2020-01-02"',
    '"{\\"a\\":[1]}"',
    '"<p>x</p>"',
  ],
  ...[
    '/./',
    '/(a)|b/',
    '[]',
    '[1, 2]',
    '["a", null]',
    'toDate("2020-01-02")',
    'parseJson("[1,{}]")',
    'parseHtml("<p>x</p>")',
    'cell',
    'row',
    'cell.recon.candidates',
    '"days"',
    '"yyyy"',
  ],
);
const call = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(argument, { maxLength: 4 }))
  .map(([name, args]) => `${name}(${args.join(', ')})`);

/** Undefined for a program that cannot be read. */
function reprinted(text: string): string | undefined {
  try {
    return printProgram(parseGrel(text).root);
  } catch (thrown) {
    if (thrown instanceof ExpressionSyntaxError) return undefined;
    throw thrown;
  }
}

describe('a program', () => {
  it('that is printed and read again is the same program', () => {
    const seen = [...readGrelCases().values()].flat().map(({ expression }) => expression);
    for (const text of seen) expectStable(text);
    fc.assert(fc.property(program, expectStable), { numRuns: 3000 });
  });

  it('ends in a value or in a located error, whatever it is made of', () => {
    fc.assert(fc.property(fc.oneof(program, fc.string({ maxLength: 30 })), runs), { numRuns: 3000 });
  });

  it('that calls any function with anything ends in a value', () => {
    fc.assert(fc.property(call, runs), { numRuns: 4000 });
  });

  it('is refused when it is nested without end', () => {
    expect(() => grelLanguage.compile('('.repeat(100_000))).toThrow(ExpressionSyntaxError);
    expect(() => grelLanguage.compile('['.repeat(100_000))).toThrow(ExpressionSyntaxError);
    expect(() => grelLanguage.compile(`${'not('.repeat(5000)}true${')'.repeat(5000)}`)).toThrow(ExpressionSyntaxError);
    runs(`1${' + 1'.repeat(200_000)}`);
    runs(`value${'.trim()'.repeat(100_000)}`);
  });
});

function expectStable(text: string): void {
  const printed = reprinted(text);
  if (printed === undefined) return;
  expect(reprinted(printed)).toBe(printed);
  expect(parseGrel(printed).root).toEqual(parseGrel(text).root);
}

/** Throws when anything but a value or our error comes of it. */
function runs(text: string): void {
  let results;
  try {
    results = grelLanguage.compile(text).evaluate([smallBindings()]);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ExpressionSyntaxError);
    return;
  }
  expect(results).toHaveLength(1);
  const [value = null] = results;
  previewResult(value);
  storableValue(value);
  if (value !== null && typeof value === 'object' && 'message' in value)
    expect(value.message).not.toMatch(/^Cannot read|is not a function|undefined/);
}

describe('a program out of control', () => {
  it.each([
    ['forRange(0, 1, 0.00000001, i, i)', /^The expression was stopped after/],
    ['range(0, 100000000)', /^The expression was stopped after/],
    ['forEach(range(0, 100000), x, forEach(range(0, 1000), y, x * y).length())', /^The expression was stopped after/],
    [`with("0123456789abcdef", a, ${doubled(30)})`, /^The text would be longer/],
    ['"a".replace("a", "aaaaaaaaaa")' + '.replace("a", "aaaaaaaaaaaaaaaa")'.repeat(8), /^The text would be longer/],
  ])('%s ends in an error', (text, message) => {
    const [value] = grelLanguage.compile(text).evaluate([smallBindings()]);
    expect(value).toEqual(expect.objectContaining({ message: expect.stringMatching(message) as unknown }));
  });
});

/** A text joined with itself again and again. */
function doubled(times: number): string {
  return times === 0 ? 'a' : `with(a + a, a, ${doubled(times - 1)})`;
}
