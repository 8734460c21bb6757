import { readdirSync, readFileSync } from 'node:fs';
import { DateValue, ErrorValue } from '../../../../src/projects/grid/cell-value.js';
import type { CellValue } from '../../../../src/projects/grid/cell-value.js';
import type { Cell } from '../../../../src/projects/grid/cell-value.js';
import type { RowBindings } from '../../../../src/projects/expressions/expression-language.js';
import { ExpressionSyntaxError } from '../../../../src/projects/expressions/expression-language.js';
import type { ExpressionValue } from '../../../../src/projects/expressions/expression-value.js';
import type { ScriptLanguage } from '../../../../src/projects/expressions/sandbox/script-language.js';

/** One program and what it gives for the row of `exampleRow`, in the form of `described`. */
export interface ScriptCase {
  readonly program: string;
  readonly gives: unknown;
  /** What OpenRefine 3.6.2 shows, where that is something else: a text, `{error}`, or `{refused: true}` for bad syntax. */
  readonly openrefine?: unknown;
}

/** All cases of a language, with the name of their file. */
export function scriptCases(
  language: 'jython' | 'clojure',
): readonly { readonly file: string; readonly cases: readonly ScriptCase[] }[] {
  const folder = new URL(`../../../cases/${language}/`, import.meta.url);
  return readdirSync(folder).map((file) => {
    const cases = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as readonly ScriptCase[]; // our own file
    return { file, cases };
  });
}

/** The one row of all cases; OpenRefine reads the same from EXAMPLE_CSV, and makes numbers with EXAMPLE_NUMBERS. */
const EXAMPLE: Readonly<Record<string, CellValue>> = {
  name: 'Maria Curie',
  born: 1867n,
  score: 2.5,
  'my col': 'x',
  empty: null,
};
export const EXAMPLE_CSV = 'name,born,score,my col,empty\nMaria Curie,1867,2.5,x,\n';

export const EXAMPLE_NUMBERS: readonly object[] = ['born', 'score'].map((columnName) => ({
  op: 'core/text-transform',
  engineConfig: { facets: [], mode: 'row-based' },
  columnName,
  expression: 'value.toNumber()',
  onError: 'keep-original',
  repeat: false,
  repeatCount: 0,
}));

export const exampleRow: RowBindings = rowOf(EXAMPLE);

/** A row with these cells, the first of them the base cell; a record of one row. */
export function rowOf(values: Readonly<Record<string, CellValue>>, index = 0): RowBindings {
  const names = Object.keys(values);
  const cellOf = (name: string): Cell | null | undefined => {
    const value = values[name];
    return value === undefined ? undefined : value === null ? null : { value, recon: null };
  };
  const base = names[0] ?? '';
  return {
    value: values[base] ?? null,
    cell: cellOf(base) ?? null,
    columnName: base,
    row: {
      index,
      starred: false,
      flagged: false,
      columnNames: names,
      cell: cellOf,
      record: () => ({
        index,
        fromRowIndex: index,
        toRowIndex: index + 1,
        cells: (name) => {
          const cell = cellOf(name);
          return cell === undefined ? undefined : cell === null ? [] : [cell];
        },
      }),
    },
    project: {
      id: '1',
      name: 'example',
      cross: () => [],
      facetCount: () => 0,
    },
  };
}

/** What the program gives for the row. */
export function outcome(language: ScriptLanguage, program: string, row: RowBindings = exampleRow): unknown {
  try {
    return described(language.compile(program).evaluate([row])[0] ?? null);
  } catch (error) {
    if (!(error instanceof ExpressionSyntaxError)) throw error;
    return error.offset === undefined ? { syntax: error.message } : { syntax: error.message, offset: error.offset };
  }
}

/**
 * A value as cases write it: texts, booleans and null as they are, `{whole}`, `{floating}`, `{date}`, `{error}`, arrays, and `{thing}` with
 * its text for what is no value. The list of modules at the end of an error is left out.
 */
function described(value: ExpressionValue): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return { whole: String(value) };
  if (typeof value === 'number')
    return {
      floating: Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value),
    };
  if (value instanceof DateValue) return { date: value.toIso() };
  if (value instanceof ErrorValue) return { error: value.message.replace(/Available here.*$/, '…') };
  if (isArray(value)) return value.map(described);
  if ('typeName' in value)
    return value.text === undefined ? { thing: value.typeName } : { thing: value.typeName, text: value.text };
  return value;
}

function isArray(value: ExpressionValue): value is readonly ExpressionValue[] {
  return Array.isArray(value);
}
