import { beforeAll, describe, expect, it } from '@jest/globals';
import { DateValue, ErrorValue } from '../../../../src/projects/grid/cell-value.js';
import type { Recon } from '../../../../src/projects/grid/recon.js';
import { createClojureLanguage } from '../../../../src/projects/expressions/clojure/create-clojure-language.js';
import type { ExpressionValue } from '../../../../src/projects/expressions/expression-value.js';
import { JsonArrayValue, JsonObjectValue } from '../../../../src/projects/expressions/expression-value.js';
import { createJythonLanguage } from '../../../../src/projects/expressions/jython/create-jython-language.js';
import { fromWire } from '../../../../src/projects/expressions/sandbox/wire-values.js';
import { exampleRow, outcome, rowOf } from './script-cases.js';

const python = createJythonLanguage({ limits: { rowMs: 20_000 } });
const clojure = createClojureLanguage({ limits: { rowMs: 20_000 } });
beforeAll(async () => {
  await python.prepare();
  await clojure.prepare();
}, 240_000);

const through = (value: ExpressionValue, language = python, program = 'return value') =>
  language.compile(program).evaluate([{ ...exampleRow, value }])[0];

describe('a value that goes in and comes out is the same', () => {
  const BOTH: readonly ExpressionValue[] = [
    '',
    'text',
    'é\u0000"\\\n',
    '\u{1f600}',
    '\ud800',
    '\u2028',
    null,
    0n,
    -5n,
    2n ** 53n - 1n,
    2n ** 63n - 1n,
    -(2n ** 63n),
    2.5,
    -0,
    Infinity,
    NaN,
    new DateValue(0),
    new DateValue(-62_135_596_800_000),
    new ErrorValue('broken'),
    ['a', 1n, null, ['b']],
    [],
  ];
  it.each(BOTH.map((value) => [value]))('in Python: %p', (value) => {
    expect(through(value)).toEqual(value);
  });

  it.each(BOTH.map((value) => [value]))('in Clojure: %p', (value) => {
    expect(through(value, clojure, 'value')).toEqual(value);
  });

  it('in Python floating stays floating, and a boolean becomes a whole number', () => {
    expect(through(3)).toBe(3);
    expect(through(true)).toBe(1n);
    expect(through(false)).toBe(0n);
    expect(through(1e300)).toBe(1e300);
    expect(through(3, python, 'return value + 1')).toBe(4);
    expect(through(3n, python, 'return value + 1')).toBe(4n);
  });

  it('in Clojure what is integral becomes whole, and a boolean stays', () => {
    expect(through(3, clojure, 'value')).toBe(3n);
    expect(through(true, clojure, 'value')).toBe(true);
    expect(through(1e300, clojure, 'value')).toEqual(new ErrorValue('The whole number is too large to be exact here'));
  });

  it('dates keep their microseconds in Python, and all digits in Clojure', () => {
    const date = new DateValue(1_577_934_245_006, 123_456);
    expect(through(date)).toEqual(new DateValue(1_577_934_245_006, 123_000));
    expect(through(date, clojure, 'value')).toEqual(date);
    expect(through(date, python, 'return value.isoformat()')).toBe('2020-01-02T03:04:05.006123');
  });

  it('JSON becomes a dict or a map, and an array a list', () => {
    const json = new JsonObjectValue(
      new Map<string, ExpressionValue>([
        ['a', 1n],
        ['b', new JsonArrayValue(['x'])],
      ]),
    );
    expect(through(json, python, 'return [value["a"], value["b"][0]]')).toEqual([1n, 'x']);
    expect(through(json, clojure, '[(get value "a") (first (get value "b"))]')).toEqual([1n, 'x']);
  });
});

describe('things of the row', () => {
  const recon: Recon = {
    id: 7,
    service: 's',
    identifierSpace: 'i',
    schemaSpace: 'c',
    judgment: 'matched',
    judgmentAction: 'single',
    judgmentHistoryEntry: 3,
    judgmentBatchSize: 1,
    match: { id: 'Q7186', name: 'Marie Curie', types: ['Q5'], score: 93.5 },
    matchRank: 0,
    candidates: [
      { id: 'Q7186', name: 'Marie Curie', types: ['Q5'], score: 93.5 },
      { id: 'Q2', name: 'Other', types: [], score: 1 },
    ],
    features: { typeMatch: true, nameMatch: false, nameLevenshtein: 2, nameWordDistance: null },
    error: null,
  };
  const cell = { value: 'Maria Curie', recon };
  const row = {
    ...exampleRow,
    cell,
    row: { ...exampleRow.row, cell: (name: string) => (name === 'name' ? cell : exampleRow.row.cell(name)) },
  };

  it.each([
    ['return cell.recon.match.id', 'Q7186'],
    ['return cell.recon["judgment"]', 'matched'],
    ['return cells["name"].recon.matched', { whole: '1' }],
    ['return cell.recon.candidates[1].name', 'Other'],
    ['return cell.recon.candidates.id', ['Q7186', 'Q2']],
    ['return cell.recon.best.type', ['Q5']],
    ['return cell.recon.best.score', { floating: 93.5 }],
    ['return cell.recon.features.nameLevenshtein', { whole: '2' }],
    ['return cell.recon.id', { whole: '7' }],
    ['return cell.recon.error', { error: "AttributeError: 'Recon' object has no attribute 'error' on line 2" }],
    ['return cell.recon', { thing: 'Recon' }],
  ])('%s', (program, gives) => {
    expect(outcome(python, program, row)).toEqual(gives);
  });

  it('a returned cell is the cell itself, with its recon', () => {
    expect(python.compile('return cells["name"]').evaluate([row])[0]).toMatchObject({
      typeName: 'Cell',
      wrappedCell: cell,
    });
    expect(clojure.compile('cell').evaluate([row])[0]).toMatchObject({ typeName: 'Cell', wrappedCell: cell });
    expect(outcome(clojure, '(.. cell (getField "recon" nil) (getField "match" nil) (getField "name" nil))', row)).toBe(
      'Marie Curie',
    );
  });

  it('an absent cell is None, and has no fields', () => {
    const empty = rowOf({ a: null, b: 'x' });
    expect(outcome(python, 'return cell is None and value is None', empty)).toEqual({ whole: '1' });
    expect(outcome(python, 'return cell.value', empty)).toEqual({
      error: "AttributeError: 'NoneType' object has no attribute 'value' on line 2",
    });
    expect(outcome(clojure, '(nil? cell)', empty)).toBe(true);
  });

  it('thousands of rows come back in their order', () => {
    const rows = Array.from({ length: 2_345 }, (_, i) => rowOf({ a: `v${i}`, b: BigInt(i) }, i));
    const results = python.compile('return value + "-" + str(cells["b"].value) + "-" + str(rowIndex)').evaluate(rows);
    expect(results).toEqual(rows.map((_, i) => `v${i}-${i}-${i}`));
  });

  it('asks for prepare before anything else', () => {
    expect(() => createJythonLanguage().compile('return 1')).toThrow(
      'The Python / Jython interpreter is not loaded: await prepare() first',
    );
  });
});

describe('a form that the driver never gives', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : ['a', [nested(depth - 1)]]);
  const FORGED: readonly unknown[] = [
    1.5,
    2 ** 60,
    {},
    undefined,
    [],
    [1],
    ['z', 1],
    ['n', 5],
    ['n', '1e9'],
    ['n', `1${'0'.repeat(10_000)}`],
    ['f', 'text'],
    ['f', {}],
    ['f', null],
    ['t', '0', 0],
    ['t', 0, -1],
    ['t', 0, 1e9],
    ['t', 0],
    ['e', {}],
    ['a', 'text'],
    ['a', { length: 1e9 }],
    ['r', 'cell'],
    ['r', [1]],
    ['r', new Array(21).fill('x')],
    ['x', 'type'],
    ['x', {}, {}],
  ];
  it.each(FORGED.map((wire) => [wire]))('%j is an error', (wire) => {
    expect(fromWire(wire, () => 'a thing of the row')).toEqual(new ErrorValue('The interpreter gave no value'));
  });

  it('is an error in the place where it stands, and too deep nesting is one too', () => {
    expect(fromWire(['a', ['good', ['n', 'x']]], () => null)).toEqual([
      'good',
      new ErrorValue('The interpreter gave no value'),
    ]);
    expect(JSON.stringify(fromWire(nested(1_000), () => null))).toContain('The interpreter gave no value');
  });
});

describe('the interpreter below a program', () => {
  const FUNCTION = '(goog.object/get (goog.object/get {} "constructor") "constructor")';
  const run = (code: string): string => `((${FUNCTION} ${JSON.stringify(code)}))`;

  it.each([
    'return 1',
    'return Object.getOwnPropertyNames(globalThis).join(" ")',
    'globalThis.evaluateRows=()=>"x".repeat(5e7); return 1',
    'globalThis.collectResults=()=>"{\\"exhausted\\":false,\\"results\\":[1.5]}"; return 1',
  ])('Clojure makes no JavaScript from text: %s', (code) => {
    expect(through('x', clojure, run(code))).toEqual(new ErrorValue('No code is made from text here'));
    expect(through('x', clojure, '(str value "!")')).toBe('x!');
  });

  it('what a program changes in it is gone for the next program', () => {
    expect(through('x', clojure, '(do (goog.object/set (goog.object/get {} "__proto__") "polluted" 1) 2)')).toBe(2n);
    expect(through('x', clojure, '(str (goog.object/get {} "polluted") "!")')).toBe('!');
  });
});
