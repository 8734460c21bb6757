import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { engineOfParameter } from '../../../src/projects/browsing/engine-config.js';
import { selectRows } from '../../../src/projects/browsing/select-rows.js';
import type { Grid } from '../../../src/projects/grid/grid.js';
import { parseOperation } from '../../../src/projects/operations/parse-recipe.js';
import { ROOT } from '../../architecture/source-tree.js';
import { importScratch, type ImportScratch } from '../importing/import-scratch.js';
import { compile, operationContext } from '../operation-context.js';

/*
 * A table of names, numbers, dates, blanks and errors, and the rows that OpenRefine 3.10 let through facets of all kinds, of rows and of records; null where it refused them.
 */

const [head = '', ...lines] = readFileSync(join(ROOT, 'test/cases/facets/openrefine-3.10.jsonl'), 'utf8')
  .trimEnd()
  .split('\n');
const { table, operations } = z.object({ table: z.string(), operations: z.array(z.unknown()) }).parse(JSON.parse(head));
const cases = lines.map((line) =>
  z
    .object({ name: z.string(), mode: z.string(), facets: z.array(z.unknown()), rows: z.string().nullable() })
    .parse(JSON.parse(line)),
);

/** Where other rows are let through here; docs/differences.md says why. */
const DIFFERENT: ReadonlySet<string> = new Set(['list date sel', 'range only from', 'range only to']);

let scratch: ImportScratch;
let grid: Grid;

beforeAll(async () => {
  scratch = importScratch();
  ({ grid } = await scratch.importing([{ name: 'names.csv', bytes: table }], {
    format: 'text/line-based/*sv',
    options: {
      separator: ',',
      headerLines: 1,
      guessCellValueTypes: false,
      storeBlankCellsAsNulls: true,
      trimStrings: false,
    },
  }));
  for (const operation of operations)
    ({ grid } = await parseOperation(operation, compile).plan(operationContext(grid)));
});
afterAll(() => {
  scratch.remove();
});

/** The rows as ranges: `0-3 7`. */
function rowsOf(mode: string, facets: readonly unknown[]): string {
  const selection = selectRows(engineOfParameter({ facets, mode }), operationContext(grid));
  const ranges: [number, number][] = [];
  for (let row = 0; row < grid.rowCount; row += 1) {
    if (!selection.has(row)) continue;
    const last = ranges.at(-1);
    if (last?.[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${String(from)}-${String(to)}`)).join(' ');
}

const named = cases.map((one) => [`${one.name}, ${one.mode}`, one] as const);

describe('facets of OpenRefine 3.10', () => {
  it.each(named.filter(([, { name, rows }]) => rows !== null && !DIFFERENT.has(name)))(
    '%s',
    (_, { mode, facets, rows }) => {
      expect(rowsOf(mode, facets)).toBe(rows);
    },
  );

  it.each(named.filter(([, { name }]) => DIFFERENT.has(name)))(
    '%s: other rows, as documented',
    (_, { mode, facets, rows }) => {
      expect(rowsOf(mode, facets)).not.toBe(rows);
    },
  );
});
