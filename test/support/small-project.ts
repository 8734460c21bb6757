import {
  ExpressionSyntaxError,
  type BoundProject,
  type BoundRow,
  type RowBindings,
} from '../../src/projects/expressions/expression-language.js';
import type { ExpressionValue } from '../../src/projects/expressions/expression-value.js';
import { grelLanguage } from '../../src/projects/expressions/grel/grel-language.js';
import { previewResult, type PreviewResult } from '../../src/projects/expressions/value-text.js';
import { valueText } from '../../src/projects/expressions/value-text.js';
import { isBlank, type CellValue } from '../../src/projects/grid/cell-value.js';
import { cellOf, type Cell } from '../../src/projects/grid/cell-value.js';
import type { Recon } from '../../src/projects/grid/recon.js';

/** The project `books` that cases run in: three rows, of which the first two are one record. Expressions run on its first row. */
const COLUMNS = ['author', 'title', 'year', 'two words'] as const;

const RECON: Recon = {
  id: 17,
  service: 'http://names.example.org/',
  identifierSpace: 'http://names.example.org/id/',
  schemaSpace: 'http://names.example.org/schema/',
  judgment: 'matched',
  judgmentAction: 'mass',
  judgmentHistoryEntry: 3,
  judgmentBatchSize: 2,
  match: { id: 'A1', name: 'Ada Lovelace', types: ['person'], score: 98.5 },
  matchRank: 0,
  candidates: [
    { id: 'A1', name: 'Ada Lovelace', types: ['person'], score: 98.5 },
    { id: 'A2', name: 'Ada Loveless', types: ['person', 'singer'], score: 60 },
  ],
  features: { typeMatch: true, nameMatch: false, nameLevenshtein: 2, nameWordDistance: 0.5 },
  error: null,
};

const ROWS: readonly (readonly (Cell | null)[])[] = [
  [{ value: 'Ada Lovelace', recon: RECON }, cellOf('Notes'), cellOf(1843n), cellOf('x')],
  [null, cellOf('Letters'), cellOf(1840.5), cellOf('')],
  [cellOf('Jane Austen'), cellOf('Emma'), cellOf(1815n), null],
];
/** The same project for another program: a table with a line of names, and the operations that make its numbers and its star; without reconciliation. */
export const SMALL_PROJECT_TABLE: readonly (readonly string[])[] = [
  COLUMNS,
  ...ROWS.map((row) => row.map((cell) => (cell === null ? '' : valueText(cell.value)))),
];
export const SMALL_PROJECT_RECIPE: readonly object[] = [
  {
    op: 'core/text-transform',
    engineConfig: { facets: [], mode: 'row-based' },
    columnName: 'year',
    expression: 'value.toNumber()',
    onError: 'keep-original',
    repeat: false,
    repeatCount: 0,
  },
  {
    op: 'core/row-star',
    engineConfig: {
      facets: [
        {
          type: 'list',
          name: 'title',
          columnName: 'title',
          expression: 'value',
          selection: [{ v: { v: 'Notes', l: 'Notes' } }],
        },
      ],
      mode: 'row-based',
    },
    starred: true,
  },
];
const RECORDS = [
  { index: 0, fromRowIndex: 0, toRowIndex: 2 },
  { index: 1, fromRowIndex: 2, toRowIndex: 3 },
];

function cellAt(rowIndex: number, columnName: string): Cell | null | undefined {
  const column = COLUMNS.findIndex((name) => name === columnName);
  return column < 0 ? undefined : (ROWS[rowIndex]?.[column] ?? null);
}

function smallRow(index: number): BoundRow {
  return {
    index,
    starred: index === 0,
    flagged: false,
    columnNames: COLUMNS,
    cell: (columnName) => cellAt(index, columnName),
    record: () => {
      const record = RECORDS[index < 2 ? 0 : 1] ?? { index: 0, fromRowIndex: 0, toRowIndex: 1 };
      return {
        ...record,
        cells: (columnName) => {
          if (!COLUMNS.some((name) => name === columnName)) return undefined;
          const rows = Array.from(
            { length: record.toRowIndex - record.fromRowIndex },
            (_, position) => record.fromRowIndex + position,
          );
          return rows
            .map((row) => cellAt(row, columnName) ?? null)
            .filter((cell) => cell !== null && !isBlank(cell.value)) as Cell[]; // null was filtered out
        },
      };
    },
  };
}

const SMALL_PROJECT: BoundProject = {
  id: '1',
  name: 'books',
  cross: (value, projectName, columnName) => {
    if (projectName !== '' && projectName !== 'books')
      throw new Error(`Unable to find project with name: ${projectName}`);
    if (columnName === '')
      return typeof value === 'bigint' && ROWS[Number(value)] !== undefined ? [smallRow(Number(value))] : [];
    if (cellAt(0, columnName) === undefined) throw new Error(`Unable to find column ${columnName} in project books`);
    return ROWS.flatMap((_, index) =>
      valueText(cellAt(index, columnName)?.value ?? null) === valueText(value) ? [smallRow(index)] : [],
    );
  },
  facetCount: (value, _expression, columnName) => {
    if (cellAt(0, columnName) === undefined) throw new Error(`No such column named ${columnName}`);
    return ROWS.filter((_, index) => cellAt(index, columnName)?.value === value).length;
  },
};

/** The first row of the project, with another value in the base cell when one is given. */
export function smallBindings(value?: CellValue): RowBindings {
  const cell = cellAt(0, 'author') ?? null;
  return {
    value: value === undefined ? (cell?.value ?? null) : value,
    cell,
    columnName: 'author',
    row: smallRow(0),
    project: SMALL_PROJECT,
  };
}

/** The value of a GREL program on one row. Throws `ExpressionSyntaxError`. */
export function grelValue(expression: string, bindings: RowBindings): ExpressionValue {
  const [value = null] = grelLanguage.compile(expression).evaluate([bindings]);
  return value;
}

/** What a preview shows, or the message of a program that cannot be read. */
export function grelPreview(
  expression: string,
  bindings: RowBindings,
): PreviewResult | { readonly syntaxError: string } {
  try {
    return previewResult(grelValue(expression, bindings));
  } catch (thrown) {
    if (thrown instanceof ExpressionSyntaxError) return { syntaxError: thrown.message };
    throw thrown;
  }
}
