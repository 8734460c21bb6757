import { describe, expect, it } from '@jest/globals';
import {
  engineConfigSchema,
  engineOfParameter,
  type EngineConfig,
} from '../../../src/projects/browsing/engine-config.js';
import { computeFacets, requireRows, selectedRows, selectRows } from '../../../src/projects/browsing/select-rows.js';
import { operationContext } from '../operation-context.js';
import { gridOfTable, type JsonRow } from '../table-grid.js';

const columns = ['key', 'town', 'size'];
const rows: readonly JsonRow[] = [
  ['1', 'Ulm', 10],
  [null, 'Bonn', { floating: 2.5 }],
  ['2', 'ulm', null],
  ['3', null, 'many'],
  ['4', 'Ulm', { error: 'no number' }],
];
const context = operationContext(gridOfTable(columns, rows));

const engine = (facets: readonly unknown[], mode: EngineConfig['mode'] = 'row-based'): EngineConfig =>
  engineConfigSchema.parse({ facets, mode });
const rowsOf = (config: EngineConfig): readonly number[] =>
  [...selectedRows(context.bound.grid, selectRows(config, context))].map(({ index }) => index);
const facetOf = (facet: unknown): unknown => {
  const { facets } = computeFacets(engine([facet]), context);
  return Array.isArray(facets) ? facets[0] : undefined;
};

const town = { type: 'list', name: 'town', columnName: 'town', expression: 'value' };
const size = { type: 'range', name: 'size', columnName: 'size', expression: 'value' };

describe('a list facet', () => {
  it('lists the choices with their counts, blanks and errors apart', () => {
    expect(facetOf(town)).toEqual({
      name: 'town',
      columnName: 'town',
      expression: 'value',
      invert: false,
      choices: [
        { v: { v: 'Ulm', l: 'Ulm' }, c: 2, s: false },
        { v: { v: 'Bonn', l: 'Bonn' }, c: 1, s: false },
        { v: { v: 'ulm', l: 'ulm' }, c: 1, s: false },
      ],
      blankChoice: { s: false, c: 1 },
    });
    expect(facetOf({ ...town, columnName: 'size' })).toMatchObject({
      errorChoice: { s: false, c: 1 },
      blankChoice: { s: false, c: 1 },
    });
  });

  it('lets the chosen rows through, or the others', () => {
    const selection = [{ v: { v: 'Ulm', l: 'Ulm' } }];
    expect(rowsOf(engine([{ ...town, selection }]))).toEqual([0, 4]);
    expect(rowsOf(engine([{ ...town, selection, invert: true }]))).toEqual([1, 2, 3]);
    expect(rowsOf(engine([{ ...town, selectBlank: true }]))).toEqual([3]);
    expect(rowsOf(engine([{ ...town, columnName: 'size', selectError: true }]))).toEqual([4]);
  });

  it('takes a record in when any of its rows passes, and all of them when inverted', () => {
    const selection = [{ v: { v: 'Bonn' } }];
    expect(rowsOf(engine([{ ...town, selection }], 'record-based'))).toEqual([0, 1]);
    expect(rowsOf(engine([{ ...town, selection, invert: true }], 'record-based'))).toEqual([2, 3, 4]);
  });

  it('counts each different element of an array', () => {
    expect(facetOf({ ...town, expression: "['x', 'x', rowIndex]" })).toMatchObject({
      choices: expect.arrayContaining([
        { v: { v: 'x', l: 'x' }, c: 5, s: false },
        { v: { v: 3, l: '3' }, c: 1, s: false },
      ]),
    });
  });

  it('takes choices without a label, or with null for one', () => {
    for (const choice of [{ v: 'Ulm' }, { v: 'Ulm', l: null }]) {
      expect(
        rowsOf(engineOfParameter({ facets: [{ ...town, selection: [{ v: choice }] }], mode: 'row-based' })),
      ).toEqual([0, 4]);
    }
  });

  it('counts an empty array for nothing, not even for a blank', () => {
    const none = { ...town, expression: 'filter([value], v, false)', selectBlank: true };
    expect(facetOf(none)).toMatchObject({ choices: [], blankChoice: { s: true, c: 0 } });
    expect(rowsOf(engine([none]))).toEqual([]);
    expect(rowsOf(engine([{ ...none, invert: true }]))).toHaveLength(5);
  });

  it('marks a choice by its text, and passes what is of the same kind', () => {
    const chosen = { ...town, columnName: 'size', selection: [{ v: { v: '10', l: '10' } }] };
    expect(facetOf(chosen)).toMatchObject({
      choices: [expect.objectContaining({ v: { v: 10, l: '10' }, s: true }), expect.anything(), expect.anything()],
    });
    expect(rowsOf(engine([chosen]))).toEqual([]);
  });

  it('tells whole from floating numbers by their texts, and chooses both by their value', () => {
    const numbers = { ...town, expression: 'if(row.index == 0, 1.0, 1)' };
    const choices = [
      { v: { v: 1, l: '1.0' }, c: 1, s: false },
      { v: { v: 1, l: '1' }, c: 4, s: false },
    ];
    expect(facetOf(numbers)).toMatchObject({ choices });
    const selection = [{ v: { v: 1, l: '1' } }];
    expect(facetOf({ ...numbers, selection })).toMatchObject({
      choices: choices.map((choice) => ({ ...choice, s: true })),
    });
    expect(rowsOf(engine([{ ...numbers, selection }]))).toHaveLength(5);
  });

  it('keeps a choice that was made and occurs no more', () => {
    expect(facetOf({ ...town, selection: [{ v: { v: 'Rome', l: 'Rome' } }] })).toMatchObject({
      choices: expect.arrayContaining([{ v: { v: 'Rome', l: 'Rome' }, c: 0, s: true }]),
    });
  });

  it('shows a choice that is a list or an object as JSON, which no row has', () => {
    const rowsWithText = operationContext(gridOfTable(['a'], [['[object Object]'], ['null'], ['1,2']]));
    const selection = [{ v: { v: { x: 1 } } }, { v: { v: [1, 2] } }, { v: { v: null } }];
    const config = engine([{ type: 'list', name: 'a', columnName: 'a', expression: 'value', selection }]);
    expect(computeFacets(config, rowsWithText)['facets']).toMatchObject([
      {
        choices: expect.arrayContaining([
          { v: { v: { x: 1 }, l: '{"x":1}' }, c: 0, s: true },
          { v: { v: [1, 2], l: '[1,2]' }, c: 0, s: true },
          { v: { v: null, l: 'null' }, c: 0, s: true },
          { v: { v: '[object Object]', l: '[object Object]' }, c: 1, s: false },
        ]),
      },
    ]);
    expect(selectRows(config, rowsWithText).rowCount).toBe(0);
  });

  it('says how many choices there are when there are too many', () => {
    const { facets } = computeFacets(engine([town]), context, 2);
    expect(facets).toEqual([expect.objectContaining({ error: 'Too many choices', choiceCount: 3 })]);
  });

  it('says what is wrong with its expression or its column, and hides no row', () => {
    expect(facetOf({ ...town, columnName: 'z' })).toMatchObject({ error: 'No column named z' });
    expect(facetOf({ ...town, expression: 'value.trim(' })).toMatchObject({
      error: expect.stringContaining('Parsing error'),
    });
    expect(rowsOf(engine([{ ...town, columnName: 'z', selection: [{ v: { v: 'x' } }] }]))).toHaveLength(5);
  });
});

describe('a text facet', () => {
  const text = { type: 'text', name: 'town', columnName: 'town', query: 'ul' };

  it('finds a text in either case, or in the one given', () => {
    expect(rowsOf(engine([text]))).toEqual([0, 2, 4]);
    expect(rowsOf(engine([{ ...text, caseSensitive: true }]))).toEqual([2]);
    expect(rowsOf(engine([{ ...text, invert: true }]))).toEqual([1, 3]);
  });

  it('finds what a regular expression finds', () => {
    expect(rowsOf(engine([{ ...text, mode: 'regex', query: '^.o' }]))).toEqual([1]);
  });

  it('says what is wrong with a regular expression, and stops an operation', () => {
    expect(facetOf({ ...text, mode: 'regex', query: '(' })).toHaveProperty('error');
    expect(() => requireRows(engine([{ ...text, mode: 'regex', query: '(' }]), context)).toThrow(
      'A facet of the engine cannot be computed',
    );
  });
});

describe('a range facet', () => {
  it('counts numbers, other values, blanks and errors, and draws a histogram', () => {
    expect(facetOf(size)).toMatchObject({
      min: 2.5,
      max: 10.02,
      baseNumericCount: 2,
      baseNonNumericCount: 1,
      baseBlankCount: 1,
      baseErrorCount: 1,
      numericCount: 2,
    });
  });

  it('lets numbers from a first to below a last through', () => {
    const others = { selectNonNumeric: false, selectBlank: false, selectError: false };
    expect(rowsOf(engine([{ ...size, from: 2.5, to: 10, ...others }]))).toEqual([1]);
    expect(rowsOf(engine([{ ...size, from: 2.5, to: 10.1, ...others }]))).toEqual([0, 1]);
    expect(rowsOf(engine([{ ...size, from: 3, to: 11 }]))).toEqual([0, 2, 3, 4]);
  });

  it('says so when there is no number, and counts what there is', () => {
    expect(facetOf({ ...size, columnName: 'town' })).toMatchObject({
      error: 'No numeric value present.',
      baseNumericCount: 0,
      nonNumericCount: 4,
      blankCount: 1,
    });
    expect(facetOf({ ...size, expression: '1.0 / 0' })).toMatchObject({
      error: 'No numeric value present.',
      errorCount: 5,
      nonNumericCount: 0,
    });
  });

  it('shows a range within its numbers, and is open where no end is given', () => {
    expect(facetOf({ ...size, from: -5, to: 5 })).toMatchObject({ from: 2.5, to: 5 });
    expect(facetOf({ ...size, from: 5 })).toMatchObject({ from: 5, to: 10.02 });
    expect(
      rowsOf(engine([{ ...size, from: 5, selectNonNumeric: false, selectBlank: false, selectError: false }])),
    ).toEqual([0]);
  });

  it('counts records once, where records are asked for', () => {
    const numbers = { ...size, expression: 'row.index' };
    expect(computeFacets(engine([numbers], 'record-based'), context)['facets']).toEqual([
      expect.objectContaining({ numericCount: 4, baseNumericCount: 4 }),
    ]);
    expect(facetOf(numbers)).toMatchObject({ numericCount: 5 });
  });

  it('gives one number a range of one', () => {
    expect(facetOf({ ...size, expression: '2.5' })).toMatchObject({ min: 2.5, max: 3.5, step: 1, bins: [5] });
  });
});

describe('a facet of points in time', () => {
  const times = {
    type: 'timerange',
    name: 'time',
    columnName: 'town',
    expression: 'toDate(if(row.index == 0, "2001-01-01", "2019-05-05T01:02:03Z"))',
  };

  it('begins with the first and ends with the last, in steps of calendar years', () => {
    const [min, max] = [Date.UTC(2001, 0, 1), Date.UTC(2019, 4, 5, 1, 2, 3)];
    expect(facetOf(times)).toMatchObject({ min, max, from: min, to: max, step: 31_556_952_000, timeCount: 5 });
    expect(facetOf({ ...times, from: 0, to: max - 1 })).toMatchObject({ from: min, to: max - 1 });
    expect(rowsOf(engine([{ ...times, from: min, to: min }]))).toEqual([0]);
  });

  it('says so when there is none', () => {
    expect(facetOf({ ...times, expression: 'value' })).toMatchObject({
      error: 'No time value present.',
      nonTimeCount: 4,
      blankCount: 1,
    });
  });
});

describe('a scatterplot facet', () => {
  const plot = { type: 'scatterplot', name: 'plot', cx: 'town', ex: 'row.index', cy: 'town', ey: 'row.index', l: 40 };

  it('lets the rows in a box through, whose sides are parts of the whole', () => {
    expect(rowsOf(engine([plot]))).toEqual([0, 1, 2, 3, 4]);
    expect(rowsOf(engine([{ ...plot, from_x: 0.2, to_x: 0.5, from_y: 0, to_y: 1 }]))).toEqual([1, 2]);
    expect(facetOf(plot)).toMatchObject({ from_x: 0, to_x: 1, from_y: 0, to_y: 1 });
  });

  it.each([
    ['a drawing that is turned', { r: 'ccw' }],
    ['logarithmic axes', { dim_x: 'log', dim_y: 'log' }],
  ])('lets the same rows through with %s', (_, drawing) => {
    const box = { from_x: 0.2, to_x: 0.5, from_y: 0, to_y: 1 };
    expect(rowsOf(engine([{ ...plot, ...drawing, ...box }]))).toEqual(rowsOf(engine([{ ...plot, ...box }])));
  });
});

describe('several facets', () => {
  it('must all be passed, and each counts the rows that pass the others', () => {
    const chosen = { ...town, selection: [{ v: { v: 'Ulm' } }] };
    const config = engine([
      chosen,
      { ...size, from: 2, to: 11, selectNonNumeric: false, selectBlank: false, selectError: false },
    ]);
    expect(rowsOf(config)).toEqual([0]);
    const { facets } = computeFacets(config, context);
    expect(facets).toEqual([
      expect.objectContaining({
        choices: [expect.objectContaining({ c: 1, s: true }), expect.objectContaining({ c: 1, s: false })],
      }),
      expect.objectContaining({ numericCount: 1, errorCount: 1, baseNumericCount: 2 }),
    ]);
  });
});

describe('an engine that cannot be read', () => {
  it('means every row when it is a parameter', () => {
    expect(engineOfParameter('nonsense')).toEqual({ facets: [], mode: 'row-based' });
    expect(engineOfParameter({ facets: [{ type: 'no such type' }] })).toEqual({ facets: [], mode: 'row-based' });
    expect(engineOfParameter({ facets: null, mode: 'record-based' })).toEqual({ facets: [], mode: 'record-based' });
  });
});
