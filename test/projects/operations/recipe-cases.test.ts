import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Grid } from '../../../src/projects/grid/grid.js';
import { checkRecipeColumns, parseRecipe } from '../../../src/projects/operations/parse-recipe.js';
import { readRecipeCases } from '../../support/recipe-cases.js';
import { compile, operationContext, prepareLanguages } from '../operation-context.js';
import { gridOfTable, tableOfGrid, type JsonCell, type JsonRow, type Table } from '../table-grid.js';

/** The recorded table with the cells in it that this service gives differently on purpose. */
function withDifferences({ columns, rows }: Table, cells: readonly (readonly [number, string, JsonCell])[]): Table {
  const changed = rows.map((row): JsonCell[] => ('cells' in row ? [...row.cells] : [...row]));
  for (const [row, column, value] of cells) {
    const line = changed[row];
    if (line !== undefined) line[columns.indexOf(column)] = value;
  }
  return { columns, rows: changed };
}

const withoutMarks = ({ columns, rows }: Table): Table => ({
  columns,
  rows: rows.map((row): JsonRow => ('cells' in row ? row.cells : row)),
});

beforeAll(prepareLanguages, 30_000);

describe('a recipe gives the table that OpenRefine gives', () => {
  it.each(readRecipeCases().map((one) => [one.name, one] as const))(
    'when %s',
    async (_, { columns, rows, recipe, expected, differs }) => {
      let grid: Grid = gridOfTable(columns, rows);
      const operations = parseRecipe(recipe, compile);
      checkRecipeColumns(operations, grid.model);
      for (const operation of operations) ({ grid } = await operation.plan(operationContext(grid)));
      expect(expected).toBeDefined();
      if (expected !== undefined)
        expect(withoutMarks(tableOfGrid(grid))).toEqual(withDifferences(expected, differs?.cells ?? []));
    },
  );
});
