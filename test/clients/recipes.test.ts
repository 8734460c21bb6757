import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonCell, Table } from '../projects/table-grid.js';
import { openRefineClient } from '../support/openrefine-client.js';
import { readRecipeCases, writeRecipeCases, type RecipeCase } from '../support/recipe-cases.js';
import { sharedOpenRefine, type RunningOpenRefine } from '../support/start-openrefine.js';

/*
 * The recipes of test/cases/recipes are carried out by OpenRefine itself, and must give the tables that are recorded there; that this service gives
 * the same ones is tested without OpenRefine, in test/projects/operations. With RECORD_RECIPES=yes the recorded tables are written anew.
 */

const cases = readRecipeCases();
const recorded: RecipeCase[] = [];
let refine: RunningOpenRefine;

beforeAll(async () => {
  refine = await sharedOpenRefine();
});

afterAll(async () => {
  await refine.stop();
  if (process.env['RECORD_RECIPES'] === 'yes') writeRecipeCases(recorded);
});

async function carriedOut({ columns, rows, recipe }: RecipeCase): Promise<Table> {
  const client = openRefineClient(refine.origin);
  const project = await client.createProject(
    'recipe',
    stringify([columns, ...rows.map((row) => row.map((cell) => cell ?? ''))], { quoted_empty: true }),
  );
  try {
    await client.applyOperations(project, recipe);
    await client.waitForProcesses(project);
    const names = (await client.columns(project)).map(({ name }) => name);
    const cellsOfColumns = await Promise.all(names.map((name) => client.rawCells(project, name)));
    const texts = parse(await client.exportCsv(project), { relax_column_count: true, skip_empty_lines: false });
    const count = cellsOfColumns[0]?.length ?? 0;
    // Rows that are wholly blank are not exported, so that texts are only looked at where the number of rows agrees.
    const isComplete = texts.length === count + 1;
    return {
      columns: names,
      rows: Array.from({ length: count }, (_, row) =>
        cellsOfColumns.map((cells, column) =>
          jsonCell(cells[row] ?? null, isComplete ? texts[row + 1]?.[column] : undefined),
        ),
      ),
    };
  } finally {
    await client.deleteProject(project);
  }
}

/** JSON hides which numbers are floating; the export shows it. */
function jsonCell(
  cell: { readonly v?: unknown; readonly t?: string | undefined; readonly e?: string | undefined } | null,
  text: string | undefined,
): JsonCell {
  if (cell === null) return null;
  if (cell.e !== undefined) return { error: cell.e };
  const { v } = cell;
  if (cell.t === 'date') return { date: String(v) };
  if (typeof v === 'number' && Number.isInteger(v) && text !== undefined && /[.E]/.test(text)) return { floating: v };
  return typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean' ? v : null;
}

describe('OpenRefine gives the table that is recorded', () => {
  it.each(cases.map((one) => [one.name, one] as const))('when %s', async (_, one) => {
    const expected = await carriedOut(one);
    recorded.push({ ...one, expected });
    if (process.env['RECORD_RECIPES'] !== 'yes') expect(expected).toEqual(one.expected);
  });
});
