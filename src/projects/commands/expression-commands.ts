import { roundAfter } from '../expressions/storable-value.js';
import {
  ExpressionSyntaxError,
  type CompiledExpression,
  type RowBindings,
  lateRow,
} from '../expressions/expression-language.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import { previewResult, type PreviewResult } from '../expressions/value-text.js';
import { sameValue, ErrorValue, type CellValue } from '../grid/cell-value.js';
import { GroupReader, type Grid } from '../grid/grid.js';
import type { BoundGrid, BaseColumn } from '../browsing/bind-rows.js';
import { SameasError } from '../../foundation/sameas-error.js';
import {
  json,
  type CommandCall,
  type CommandHandler,
  type CommandReply,
  compilerOf,
  facetContext,
  requestedProject,
} from './command-call.js';
import { FUNCTION_TABLE } from '../expressions/grel/functions/function-table.js';
import { CONTROL_SIGNATURES } from '../expressions/grel/syntax/control-signatures.js';

/** More rows than a person looks at. */
const MAX_ROWS = 1_000;
const MAX_REPEATS = 10;
/** A person waits for it with each key: later values are reported as late, after those of the rows before. */
const PREVIEW_MS = 3_000;

/** `preview-expression`: the values of an expression in some rows, as shown text. */
const previewExpression: CommandHandler = (call) => {
  const { parameters } = call;
  const project = requestedProject(call);
  const grid = project.grid();
  const base = requestedBase(call, grid);
  const indexes = parameters.json('rowIndices');
  if (!Array.isArray(indexes)) return failure('other', 'No row indices specified');
  let compiled: CompiledExpression;
  try {
    compiled = compilerOf(call.tools)(parameters.text('expression') ?? '');
  } catch (thrown) {
    if (thrown instanceof ExpressionSyntaxError) return failure('parser', thrown.message);
    throw thrown;
  }
  const repeats = parameters.flag('repeat')
    ? Math.max(0, Math.min(MAX_REPEATS, parameters.integer('repeatCount') ?? MAX_REPEATS))
    : 0;
  const { bound } = facetContext(project, call.tools);
  const rows = indexes.slice(0, MAX_ROWS).map((index: unknown) => bindRow(bound, readRowIndex(index), base));
  try {
    const shown = evaluateRepeatedly(
      compiled,
      rows.flatMap((row) => (row === undefined ? [] : [row])),
      repeats,
    );
    return json({
      code: 'ok',
      results: rows.map((row): PreviewResult => (row === undefined ? null : previewResult(shown.next().value ?? null))),
    });
  } catch (thrown) {
    if (thrown instanceof SameasError) throw thrown;
    return failure('other', thrown instanceof Error ? thrown.message : String(thrown));
  }
};

function failure(type: 'parser' | 'other', message: string): CommandReply {
  return json({ code: 'error', status: 'error', type, message });
}

/** A negative cell index stands for no column. */
function requestedBase({ parameters }: CommandCall, grid: Grid): BaseColumn {
  const cellIndex = parameters.integer('cellIndex');
  if (cellIndex !== undefined && cellIndex < 0) return { name: '', cellIndex: undefined };
  const column = grid.model.columns.find((one) => one.cellIndex === cellIndex);
  if (column === undefined) {
    throw new SameasError(
      'parameter-invalid',
      `No column has the cell index ${parameters.text('cellIndex') ?? '(none)'}.`,
      {
        advice: 'Send the cellIndex of a column as get-models gives it, or -1 for none.',
        facts: { parameter: 'cellIndex' },
      },
    );
  }
  return { name: column.name, cellIndex: column.cellIndex };
}

/**
 * A whole number, also in quotes, as programs without types send it. An unknown row gives null; a bad index, an error.
 */
function readRowIndex(raw: unknown): number {
  const index = typeof raw === 'string' && /^\s*-?\d+\s*$/.test(raw) ? Number(raw) : raw;
  if (typeof index === 'number' && Number.isInteger(index)) return index;
  throw new SameasError(
    'parameter-invalid',
    `The parameter "rowIndices" holds ${JSON.stringify(raw).slice(0, 40)}, which is not the index of a row.`,
    {
      advice: 'Send an array of whole numbers; the first row is 0.',
      facts: { parameter: 'rowIndices' },
    },
  );
}

function bindRow(bound: BoundGrid, rowIndex: number, base: BaseColumn): RowBindings | undefined {
  let firstRow = 0;
  for (const group of bound.grid.groups) {
    if (rowIndex < firstRow + group.rowCount) {
      const position = rowIndex - firstRow;
      return position < 0 ? undefined : bound.bind(new GroupReader(group, firstRow), position, base);
    }
    firstRow += group.rowCount;
  }
  return undefined;
}

/** The values, each evaluated again on its own result until it stays the same, at most `repeats` times; before an error the last good value is kept. */
function* evaluateRepeatedly(
  compiled: CompiledExpression,
  rows: readonly RowBindings[],
  repeats: number,
): Generator<ExpressionValue, undefined> {
  const end = performance.now() + PREVIEW_MS;
  const first = compiled.evaluate(rows, { totalMs: PREVIEW_MS });
  for (const [index, row] of rows.entries()) {
    let value = first[index] ?? null;
    for (let round = 0; round < repeats && !(value instanceof ErrorValue); round += 1) {
      const totalMs = end - performance.now();
      if (totalMs <= 0) {
        value = lateRow(PREVIEW_MS);
        break;
      }
      const [next = null] = compiled.evaluate([roundAfter(row, value)], { totalMs });
      if (next instanceof ErrorValue || isSame(value, next)) break;
      value = next;
    }
    yield value;
  }
  return undefined;
}

function isSame(one: ExpressionValue, other: ExpressionValue): boolean {
  return isCellValue(one) && isCellValue(other)
    ? sameValue(one, other)
    : JSON.stringify(previewResult(one)) === JSON.stringify(previewResult(other));
}

function isCellValue(value: ExpressionValue): value is CellValue {
  return value === null || typeof value !== 'object' || value instanceof ErrorValue || 'epochMs' in value;
}

/** `get-expression-language-info`: every function and control of GREL, for clients that help with writing. */
const getExpressionLanguageInfo: CommandHandler = () =>
  json({
    functions: Object.fromEntries(
      FUNCTION_TABLE.flatMap(({ name, aliases = [], description, parameters, returns }) =>
        [name, ...aliases].map((one) => [one, { description, params: parameters, returns }] as const),
      ),
    ),
    controls: Object.fromEntries(
      CONTROL_SIGNATURES.map(({ name, description, parameters, returns }) => [
        name,
        { description, params: parameters, returns },
      ]),
    ),
  });

/** Commands for writing expressions. */
export const EXPRESSION_COMMANDS = {
  'preview-expression': previewExpression,
  'get-expression-language-info': getExpressionLanguageInfo,
} satisfies Readonly<Record<string, CommandHandler>>;
