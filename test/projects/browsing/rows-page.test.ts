import { describe, expect, it } from '@jest/globals';
import { engineConfigSchema } from '../../../src/projects/browsing/engine-config.js';
import { rowsPage, type RowsPage } from '../../../src/projects/browsing/rows-page.js';
import { selectRows } from '../../../src/projects/browsing/select-rows.js';
import { sortingSchema } from '../../../src/projects/browsing/sort-rows.js';
import { operationContext } from '../operation-context.js';
import { gridOfTable } from '../table-grid.js';

const grid = gridOfTable(
  ['key', 'n'],
  [
    ['a', 5],
    [null, 4],
    ['b', 3],
    { cells: ['c', { date: '2020-01-01T00:00:00Z' }], starred: true },
    ['d', { error: 'e' }],
  ],
);
const context = operationContext(grid);
const unsorted = sortingSchema.parse({});

function page(
  request: { start?: number; end?: number; limit: number },
  { mode = 'row-based', query = '', sorting = unsorted } = {},
): RowsPage {
  const facets = query === '' ? [] : [{ type: 'text', name: 'key', columnName: 'key', query, mode: 'regex' }];
  const selection = selectRows(engineConfigSchema.parse({ mode, facets }), context);
  return rowsPage(grid, selection, context.bound.records, { ...request, sorting });
}

describe('a page of rows', () => {
  it('shows cells with their kinds', () => {
    const { rows } = page({ start: 3, limit: 2 });
    expect(rows).toEqual([
      { i: 3, k: 3, starred: true, flagged: false, cells: [{ v: 'c' }, { v: '2020-01-01T00:00:00Z', t: 'date' }] },
      { i: 4, k: 4, starred: false, flagged: false, cells: [{ v: 'd' }, { e: 'e' }] },
    ]);
  });

  it('counts rows, and knows the pages before and after', () => {
    expect(page({ start: 2, limit: 2 })).toMatchObject({
      filtered: 5,
      total: 5,
      totalRows: 5,
      start: 2,
      limit: 2,
      previousPageEnd: 2,
      nextPageStart: 4,
    });
    expect(page({ start: 0, limit: 10 })).not.toHaveProperty('nextPageStart');
    expect(page({ start: 0, limit: 0 })).toMatchObject({ rows: [], filtered: 5 });
  });

  it('goes back from an end', () => {
    expect(page({ end: 3, limit: 2 }).rows.map(({ i }) => i)).toEqual([1, 2]);
  });

  it('shows records whole, and counts them', () => {
    const result = page({ start: 0, limit: 2 }, { mode: 'record-based' });
    expect(result.rows.map(({ i, j }) => [i, j])).toEqual([
      [0, 0],
      [1, undefined],
      [2, 1],
    ]);
    expect(result).toMatchObject({ filtered: 4, total: 4, totalRows: 5, nextPageStart: 2 });
  });

  it('leaves out what the facets leave out', () => {
    const result = page({ start: 0, limit: 1 }, { query: '[bd]' });
    expect(result).toMatchObject({ filtered: 2, total: 5, nextPageStart: 4 });
    expect(result.rows.map(({ i }) => i)).toEqual([2]);
  });

  it('is sorted when that is asked for, positions counting in the sorted order', () => {
    const sorting = sortingSchema.parse({ criteria: [{ column: 'n', valueType: 'number', blankPosition: -1 }] });
    const result = page({ start: 0, limit: 3 }, { sorting });
    expect(result.rows.map(({ i, k }) => [i, k])).toEqual([
      [4, 0],
      [2, 1],
      [1, 2],
    ]);
  });
});
