import { readFileSync, writeFileSync } from 'node:fs';
import type { JsonCell, Table } from '../projects/table-grid.js';

/** A table of texts, a recipe, and the table that OpenRefine makes of it. */
export interface RecipeCase {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly recipe: readonly unknown[];
  /** The table afterwards, as OpenRefine gave it when the case was recorded. */
  readonly expected?: Table;
  /** Where this service gives another table on purpose: the cells that differ, as [row, column, value], and why. */
  readonly differs?: { readonly why: string; readonly cells: readonly (readonly [number, string, JsonCell])[] };
}

const file = new URL('../cases/recipes/recipes.json', import.meta.url);

export function readRecipeCases(): readonly RecipeCase[] {
  // The file is ours; a case that is not of this shape fails on its first use.
  return JSON.parse(readFileSync(file, 'utf8')) as readonly RecipeCase[];
}

/** Writes the cases with one line for each row and each operation, so that changes can be read. */
export function writeRecipeCases(cases: readonly RecipeCase[]): void {
  const list = (items: readonly unknown[], indent: string): string =>
    items.length === 0
      ? '[]'
      : `[\n${items.map((item) => `${indent}  ${JSON.stringify(item)}`).join(',\n')}\n${indent}]`;
  const texts = cases.map(({ name, columns, rows, recipe, expected, differs }) =>
    [
      '  {',
      [
        `    "name": ${JSON.stringify(name)}`,
        `    "columns": ${JSON.stringify(columns)}`,
        `    "rows": ${list(rows, '    ')}`,
        `    "recipe": ${list(recipe, '    ')}`,
        ...(expected === undefined
          ? []
          : [
              `    "expected": {\n      "columns": ${JSON.stringify(expected.columns)},\n      "rows": ${list(expected.rows, '      ')}\n    }`,
            ]),
        ...(differs === undefined ? [] : [`    "differs": ${JSON.stringify(differs)}`]),
      ].join(',\n'),
      '  }',
    ].join('\n'),
  );
  writeFileSync(file, `[\n${texts.join(',\n')}\n]\n`);
}
