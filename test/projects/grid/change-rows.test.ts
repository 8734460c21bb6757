import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { arrangeRows, keepRows, markRows } from '../../../src/projects/grid/change-rows.js';
import { memoryChunkWriter } from '../../support/memory-chunk-writer.js';
import { readRows, RowReader, ROWS_PER_GROUP, type Grid } from '../../../src/projects/grid/grid.js';
import { gridOfTable, tableOfGrid } from '../table-grid.js';

const nothing = (): void => undefined;
const numbersIn = (grid: Grid): readonly number[] => [...readRows(grid)].map((row) => Number(row.value(0)));
const numbered = (count: number): Grid =>
  gridOfTable(
    ['n', 'text'],
    Array.from({ length: count }, (_, index) => ({
      cells: [index, `row ${index % 3}`],
      starred: index % 7 === 0,
      flagged: index % 5 === 0,
    })),
  );

describe('rows of a grid', () => {
  const grid = numbered(2 * ROWS_PER_GROUP + 100);

  it('lie in groups, and are found by their index', () => {
    expect(grid.groups.map(({ rowCount }) => rowCount)).toEqual([ROWS_PER_GROUP, ROWS_PER_GROUP, 100]);
    const reader = new RowReader(grid, 1);
    for (const index of [0, ROWS_PER_GROUP - 1, ROWS_PER_GROUP, 5, grid.rowCount - 1])
      expect(reader.row(index)?.value(0)).toBe(BigInt(index));
    expect(reader.row(-1)).toBeUndefined();
    expect(reader.row(grid.rowCount)).toBeUndefined();
    expect(reader.row(7)).toMatchObject({ starred: true, flagged: false });
  });

  it('that stay share their groups', () => {
    const kept = keepRows(grid, memoryChunkWriter(), (row) => row !== 5, nothing);
    expect(kept.rowCount).toBe(grid.rowCount - 1);
    expect(kept.groups[1]).toBe(grid.groups[1]);
    expect(numbersIn(kept).slice(3, 7)).toEqual([3, 4, 6, 7]);
    expect([...readRows(kept)][6]).toMatchObject({ starred: true });
  });

  it('come in any order that is asked for, with their marks', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(Array.from({ length: 40 }, (_, index) => index)), (order) => {
        const small = numbered(40);
        const arranged = arrangeRows(small, memoryChunkWriter(), Uint32Array.from(order), nothing);
        const table = tableOfGrid(small);
        expect(tableOfGrid(arranged).rows).toEqual(order.map((index) => table.rows[index]));
      }),
    );
  });

  it('are marked, and only those that change are counted', () => {
    const marked = markRows(grid, 'starred', (row) => row < 10);
    expect([...readRows(marked.grid)].filter(({ starred }) => starred)).toHaveLength(10);
    const before = [...readRows(grid)].map(({ starred }) => starred);
    expect(marked.changed).toBe(before.filter((starred, row) => starred !== row < 10).length);
  });
});
