import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inEnglish } from '../../../src/foundation/sentence.js';
import { parseOperation } from '../../../src/projects/operations/parse-recipe.js';
import { gridOfTable, tableOfGrid, type Table } from '../table-grid.js';
import { operationContext, compile } from '../operation-context.js';

/** What an operation does to a table, as data. */
interface OperationCase {
  readonly name: string;
  readonly before: Table;
  readonly operation: unknown;
  readonly after?: Table;
  readonly description?: string;
  /** The beginning of the refusal. */
  readonly error?: string;
}

const folder = new URL('../../cases/operations/', import.meta.url);

for (const file of readdirSync(folder).sort()) {
  // The files are ours; a case that is not of this shape fails on its first use.
  const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly OperationCase[];
  describe(`operations on ${file.replace('.json', '')}`, () => {
    it.each(cases.map((one) => [one.name, one] as const))(
      '%s',
      async (_, { before, operation, after, description, error }) => {
        const grid = gridOfTable(before.columns, before.rows);
        const original = tableOfGrid(grid);
        const run = async () => await parseOperation(operation, compile).plan(operationContext(grid));
        if (error !== undefined) {
          await expect(run()).rejects.toThrow(error);
          return;
        }
        const change = await run();
        expect(tableOfGrid(change.grid)).toEqual(after);
        if (description !== undefined) expect(inEnglish(change.description)).toBe(description);
        // The grid before is what undo goes back to.
        expect(tableOfGrid(grid)).toEqual(original);
      },
    );
  });
}
