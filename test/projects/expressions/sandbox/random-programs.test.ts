import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createClojureLanguage } from '../../../../src/projects/expressions/clojure/create-clojure-language.js';
import { ExpressionSyntaxError } from '../../../../src/projects/expressions/expression-language.js';
import { createJythonLanguage } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { ErrorValue } from '../../../../src/projects/grid/cell-value.js';
import type { ScriptLanguage } from '../../../../src/projects/expressions/sandbox/script-language.js';
import { exampleRow, scriptCases } from './script-cases.js';

/*
 * Programs that nobody would write: beginnings of real ones joined to ends of others, words in any order, letters of any script.
 * Whatever they are, they end in a value or in an error of ours, and the next program is none the worse for it. fast-check prints the
 * seed of a failure.
 */

const WORDS = {
  jython: [
    'return',
    'value',
    'cells',
    "['name']",
    '.value',
    'row',
    'for',
    'in',
    'if',
    'else',
    'lambda',
    ':',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '=',
    '+',
    '%',
    '"a"',
    "'",
    '1',
    '0',
    '\n',
    '  ',
    'def f',
    'import re',
    'raise',
    'None',
    'yield',
    'self',
    '\\',
  ],
  clojure: [
    'value',
    'cells',
    'row',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '#',
    '#(',
    '%',
    "'",
    '`',
    '~',
    '@',
    '^',
    ':a',
    '"a"',
    '"',
    '\\a',
    '1',
    '1/0',
    'let',
    'fn',
    'loop',
    'recur',
    'map',
    'str',
    '.-value',
    '->',
    'throw',
    'nil',
    '\n',
    ';',
  ],
} as const;

const PROGRAMS = Number(process.env['PROPERTY_RUNS'] ?? '200');

describe.each(['jython', 'clojure'] as const)('%s', (id) => {
  const language: ScriptLanguage = (id === 'jython' ? createJythonLanguage : createClojureLanguage)({
    limits: { rowMs: 500 },
  });
  const real = scriptCases(id).flatMap(({ cases }) => cases.map(({ program }) => program));
  const spliced = fc
    .tuple(
      fc.constantFrom(...real),
      fc.constantFrom(...real),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    )
    .map(
      ([one, other, from, to]) =>
        one.slice(0, Math.floor(one.length * from)) + other.slice(Math.floor(other.length * to)),
    );
  const worded = fc.array(fc.constantFrom(...WORDS[id]), { maxLength: 14 }).map((words) => words.join(' '));
  const program = fc.oneof(
    { weight: 4, arbitrary: spliced },
    { weight: 3, arbitrary: worded },
    { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: 'binary' }) },
  );

  beforeAll(() => language.prepare(), 60_000);

  it('ends every program in a value or an error of ours', () => {
    fc.assert(
      fc.property(program, (text) => {
        const values = valuesOf(language, text);
        if (values === 'refused') return;
        expect(values).toHaveLength(2);
        for (const value of values) if (value instanceof ErrorValue) expect(value.message).not.toBe('');
      }),
      { numRuns: PROGRAMS },
    );
    expect(valuesOf(language, id === 'jython' ? 'return value.upper()' : '(.toUpperCase value)')).toEqual([
      'MARIA CURIE',
      'MARIA CURIE',
    ]);
  }, 300_000);
});

/** What it gives for the same row twice; `refused` where it cannot be read. Throws what should not be thrown. */
function valuesOf(language: ScriptLanguage, program: string): readonly unknown[] | 'refused' {
  try {
    return language.compile(program).evaluate([exampleRow, exampleRow]);
  } catch (thrown) {
    if (!(thrown instanceof ExpressionSyntaxError)) throw thrown;
    expect(thrown.message).not.toBe('');
    return 'refused';
  }
}
