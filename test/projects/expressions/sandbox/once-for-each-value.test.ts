import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RowBindings } from '../../../../src/projects/expressions/expression-language.js';
import type { ExpressionValue } from '../../../../src/projects/expressions/expression-value.js';
import { createJythonLanguage } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { onceForEachValue } from '../../../../src/projects/expressions/sandbox/script-language.js';
import { ErrorValue, type CellValue } from '../../../../src/projects/grid/cell-value.js';
import { rowOf } from './script-cases.js';

const rowsOf = (values: readonly CellValue[]): readonly RowBindings[] =>
  values.map((name, index) => rowOf({ name, other: `cell ${index}` }, index));

describe('onceForEachValue', () => {
  const evaluated: ExpressionValue[] = [];
  const doubled = (rows: readonly RowBindings[]): readonly ExpressionValue[] =>
    rows.map(({ value }) => {
      evaluated.push(value);
      return typeof value === 'string' ? value + value : value === 7n ? new ErrorValue('no') : value;
    });

  it('evaluates each value once, gives every row its result, and remembers results but not errors', () => {
    const evaluate = onceForEachValue(doubled);
    const values = ['a', 'b', 'a', null, 7n, 'b', null, 7n, '7', true, 2.5, 2.5];
    const expected = [
      'aa',
      'bb',
      'aa',
      null,
      new ErrorValue('no'),
      'bb',
      null,
      new ErrorValue('no'),
      '77',
      true,
      2.5,
      2.5,
    ];
    expect(evaluate(rowsOf(values))).toEqual(expected);
    expect(evaluated.splice(0)).toEqual(['a', 'b', null, 7n, '7', true, 2.5, 2.5]);
    expect(evaluate(rowsOf(values))).toEqual(expected);
    // What failed is tried again, and floating numbers are evaluated each.
    expect(evaluated.splice(0)).toEqual([7n, 2.5, 2.5]);
    expect(evaluate([])).toEqual([]);
  });

  it('forgets when it has remembered enough', () => {
    const evaluate = onceForEachValue(doubled);
    for (let round = 0; round < 60; round += 1)
      evaluate(rowsOf(Array.from({ length: 100 }, (_, index) => `${'x'.repeat(1000)}${round} ${index}`)));
    evaluated.splice(0);
    expect(evaluate(rowsOf([`${'x'.repeat(1000)}0 0`]))).toHaveLength(1);
    expect(evaluated.splice(0)).toHaveLength(1);
  });
});

describe('a Python program', () => {
  const python = createJythonLanguage({ limits: { rowMs: 5_000 } });
  beforeAll(() => python.prepare(), 60_000);
  const values = ['a', 'b', 'a', null, 'a', 5n, 'b', 'a\u{1F600}', 'a', 5n];
  const results = (program: string): readonly ExpressionValue[] => python.compile(program).evaluate(rowsOf(values));
  const each = (program: string): readonly ExpressionValue[] => {
    const compiled = python.compile(program);
    return rowsOf(values).flatMap((row) => compiled.evaluate([row]));
  };

  it.each([
    'return value',
    'return value.upper()',
    'return len(value)',
    'return " ".join([c + c for c in value])',
    'import re\nreturn re.sub("a", "x", value)',
    'import json\nreturn json.dumps([value])',
    'raise ValueError(value)',
    'return {"a": value}',
    'return rowIndex',
    'return cells["other"].value',
    'return str(row.index) + str(value)',
    'return cell.value',
  ])('gives for equal values in one call what it gives for each row by itself: %s', (program) => {
    expect(JSON.stringify(results(program), shown)).toEqual(JSON.stringify(each(program), shown));
  });

  it('that looks at more than its value is evaluated for every row', () => {
    expect(results('return rowIndex')).toEqual(values.map((_, index) => BigInt(index)));
    expect(results('return cells["other"].value')).toEqual(values.map((_, index) => `cell ${index}`));
    expect(results('return row["cells"]["other"].value')).toEqual(values.map((_, index) => `cell ${index}`));
  });

  it.each([
    ['a global variable', 'global n\ntry: n += 1\nexcept NameError: n = 1\nreturn n'],
    ['the names of the module', 'globals()["n"] = globals().get("n", 0) + 1\nreturn globals()["n"]'],
    [
      'an attribute of a module',
      'import string\ntry: string.n += 1\nexcept AttributeError: string.n = 1\nreturn string.n',
    ],
    [
      'an attribute that is set by name',
      'import string\nsetattr(string, "n", getattr(string, "n", 0) + 1)\nreturn string.n',
    ],
    [
      'the target of a loop',
      'import string\nold = getattr(string, "n", 0)\nfor string.n in [old + 1]: pass\nreturn string.n',
    ],
    ['an attribute of its own function', 'f = __program__\ntry: f.n += 1\nexcept AttributeError: f.n = 1\nreturn f.n'],
  ])('that counts by %s counts every row', (_, program) => {
    const counted = results(program);
    // What cannot be done here fails in every row alike, which is no counting either.
    if (!counted.every((value) => value instanceof ErrorValue))
      expect(counted).toEqual(values.map((_value, index) => BigInt(index + 1)));
  });

  it('that asks for chance or the time is asked for every row', () => {
    const numbers = python
      .compile('import random\nreturn random.random()')
      .evaluate(rowsOf(Array.from({ length: 20 }, () => 'same')));
    expect(new Set(numbers).size).toBe(20);
    const moments = python
      .compile('from datetime import datetime\nfor i in range(3000): pass\nreturn str(datetime.now())')
      .evaluate(rowsOf(Array.from({ length: 20 }, () => 'same')));
    expect(new Set(moments).size).toBeGreaterThan(1);
  });

  it('that does not end for one value is stopped once for all rows of that value', () => {
    const startedAt = performance.now();
    const stopped = python
      .compile('while value == "stop": pass\nreturn value * 2')
      .evaluate(rowsOf(['stop', 'a', 'stop', 'stop', 'b', 'stop']), { rowMs: 500 });
    expect(stopped.map((value) => (value instanceof ErrorValue ? 'stopped' : value))).toEqual([
      'stopped',
      'aa',
      'stopped',
      'stopped',
      'bb',
      'stopped',
    ]);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

function shown(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}
