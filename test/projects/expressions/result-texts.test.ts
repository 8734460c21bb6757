import { describe, expect, it } from '@jest/globals';
import { MAX_TEXT_LENGTH } from '../../../src/projects/expressions/value-text.js';
import {
  JsonArrayValue,
  JsonObjectValue,
  type ExpressionValue,
  type FieldsValue,
} from '../../../src/projects/expressions/expression-value.js';
import { prettyJson } from '../../../src/projects/expressions/value-text.js';
import { parseExpression } from '../../../src/projects/expressions/expression-language.js';
import { previewResult } from '../../../src/projects/expressions/value-text.js';
import { storableCell, storableValue } from '../../../src/projects/expressions/storable-value.js';
import { isBlankResult, isTrue } from '../../../src/projects/expressions/value-text.js';
import { valueText } from '../../../src/projects/expressions/value-text.js';
import { DateValue, ErrorValue } from '../../../src/projects/grid/cell-value.js';

const json = new JsonObjectValue(
  new Map<string, ExpressionValue>([
    ['a', new JsonArrayValue([1n, 2.5, 'x"', null])],
    ['b', 6],
  ]),
);
const cell: FieldsValue = { typeName: 'Cell', field: () => null, wrappedCell: { value: 'x', recon: null } };
const date = new DateValue(Date.UTC(2020, 0, 1));

describe('valueText', () => {
  it.each<[ExpressionValue, string]>([
    [6n, '6'],
    [6, '6.0'],
    [1e10, '1.0E10'],
    [true, 'true'],
    [null, ''],
    [date, '2020-01-01T00:00Z'],
    [new DateValue(Date.UTC(2020, 0, 1, 10, 5, 7)), '2020-01-01T10:05:07Z'],
    [['a', null, [1n]], '[a, null, [1]]'],
    [json, '{"a":[1,2.5,"x\\"",null],"b":6.0}'],
    [new ErrorValue('no'), 'no'],
    [cell, '[object Cell]'],
  ])('%p', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});

describe('previewResult', () => {
  it.each<[ExpressionValue, unknown]>([
    [null, null],
    [new ErrorValue('no'), { message: 'no' }],
    ['a "b"', 'a "b"'],
    [6, '6'],
    [6.5, '6.5'],
    [1e20, '1.0E20'],
    [-0, '0'],
    [date, '[date 2020-01-01T00:00:00Z]'],
    [[], '[  ]'],
    [['a', 1n, null, new ErrorValue('no'), 2], '[ "a", 1, null, [error: no], 2 ]'],
    [json, '{"a":[1,2.5,"x\\"",null],"b":6.0}'],
    [cell, '[object Cell]'],
  ])('%p', (value, shown) => {
    expect(previewResult(value)).toEqual(shown);
  });

  it('ends in a message when few nested arrays stand for a text without end', () => {
    let value: ExpressionValue = ['0'.repeat(1_000_000)];
    for (let depth = 0; depth < 40; depth += 1) value = [value, value];
    expect(previewResult(value)).toEqual({ message: `The text would be longer than ${MAX_TEXT_LENGTH} characters.` });
  });
});

describe('storableValue', () => {
  it('keeps scalars, writes JSON as text and refuses the rest by name', () => {
    for (const value of ['', 'a', 1n, 1, false, null, date]) expect(storableValue(value)).toBe(value);
    expect(storableValue(json)).toBe('{"a":[1,2.5,"x\\"",null],"b":6.0}');
    expect(storableValue(['a', 'b'])).toEqual(new ErrorValue('String[] value not storable'));
    expect(storableValue([1n, 'b'])).toEqual(new ErrorValue('Object[] value not storable'));
    expect(storableValue([{ typeName: 'Element', field: () => null }])).toEqual(
      new ErrorValue('Elements value not storable'),
    );
    expect(storableValue(cell)).toEqual(new ErrorValue('WrappedCell value not storable'));
  });

  it('copies a cell as a cell', () => {
    expect(storableCell(cell)).toBe(cell.wrappedCell);
    expect(storableCell('a')).toEqual({ value: 'a', recon: null });
    expect(storableCell(null)).toBeNull();
  });
});

it('lays JSON out as jsonize does', () => {
  expect(prettyJson([1n, 2, 2.5, [], 'a'])).toBe('[ 1, 2, 2.5, [ ], "a" ]');
  expect(prettyJson(json)).toBe('{\n  "a" : [ 1, 2.5, "x\\"", null ],\n  "b" : 6.0\n}');
});

it('takes the boolean and every spelling of the text as true', () => {
  expect([true, 'true', 'TRUE', 'True'].every(isTrue)).toBe(true);
  expect([false, 'yes', '', 1n, 1, null, ['true']].some(isTrue)).toBe(false);
});

it('takes errors as blank, spaces not', () => {
  expect([null, '', new ErrorValue('no')].every(isBlankResult)).toBe(true);
  expect([' ', 0n, false, []].some(isBlankResult)).toBe(false);
});

it('reads the language from what stands before the first colon', () => {
  expect(parseExpression('GREL:value')).toEqual({ languageId: 'grel', program: 'value' });
  expect(parseExpression('gel:value')).toEqual({ languageId: 'grel', program: 'value' });
  expect(parseExpression('jython:return value')).toEqual({ languageId: 'jython', program: 'return value' });
  expect(parseExpression('clojure:(str value ":")')).toEqual({ languageId: 'clojure', program: '(str value ":")' });
  expect(parseExpression('value + ": "')).toEqual({ languageId: 'grel', program: 'value + ": "' });
  expect(parseExpression('constructor:value')).toEqual({ languageId: 'grel', program: 'constructor:value' });
});
