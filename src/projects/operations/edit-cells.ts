import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { requireRows } from '../browsing/select-rows.js';
import type { CompiledExpression } from '../expressions/expression-language.js';
import { roundAfter, storableValue } from '../expressions/storable-value.js';
import { ErrorValue, sameValue, type CellValue, type Cell, DateValue, isBlank } from '../grid/cell-value.js';
import { withColumn, cellsOfGroup, withValue } from '../grid/grid-writer.js';
import { evaluateSelected, type EvaluatedRows, onErrorMember } from './evaluate-selected.js';
import {
  checkExpression,
  columnsOfEngine,
  defineOperation,
  engineConfigMember,
  requireColumn,
  type PlannedChange,
  type OperationDefinition,
  type OperationContext,
} from './operation.js';
import { facetText } from '../browsing/value-json.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import type { Sentence } from '../../foundation/sentence.js';
import type { Column } from '../grid/column-model.js';
import { GroupReader, type Grid } from '../grid/grid.js';

/** More rounds than any text needs until it stays the same. */
const MAX_REPEATS = 1_000;

const schema = z.object({
  engineConfig: engineConfigMember,
  columnName: z.string({ error: 'Missing column name' }),
  expression: z.string({ error: 'Missing expression' }),
  onError: onErrorMember,
  repeat: z.boolean().default(false),
  repeatCount: z.number().int().max(MAX_REPEATS).default(10),
});

/** A new value for each cell of a column. Unchanged cells are neither counted nor written. */
export const textTransform = defineOperation({
  id: 'core/text-transform',
  does: 'Computes every cell of a column anew.',
  schema,
  check: ({ expression }, compile) => {
    checkExpression(expression, compile);
  },
  columns: ({ columnName, engineConfig }) => ({
    needs: [columnName, ...columnsOfEngine(engineConfig)],
    creates: [],
    removes: [],
  }),
  plan: ({ engineConfig, columnName, expression, onError, repeat, repeatCount }, context) => {
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, columnName);
    const selection = requireRows(engineConfig, context);
    const compiled = context.compile(expression);
    const evaluation = { context, selection, base: { name: columnName, cellIndex }, compiled };
    const rounds = repeat ? Math.max(0, repeatCount) : 0;
    let changed = 0;
    const after = withColumn(grid, grid.model, cellIndex, context.writer, (group, firstRow) => {
      const evaluated = evaluateSelected(evaluation, group, firstRow);
      const { positions, bindings } = evaluated;
      const values = repeated(evaluated, compiled, rounds);
      let cells: (Cell | null)[] | undefined;
      for (const [index, position] of positions.entries()) {
        let value = values[index] ?? null;
        if (value instanceof ErrorValue) {
          if (onError === 'keep-original') continue;
          if (onError === 'set-to-blank') value = null;
        }
        const cell = bindings[index]?.cell ?? null;
        if (sameValue(cell?.value ?? null, value)) continue;
        cells ??=
          positions.length === group.rowCount ? bindings.map((row) => row.cell) : cellsOfGroup(group, cellIndex);
        cells[position] = withValue(cell, value);
        changed += 1;
      }
      return cells ?? 'unchanged';
    });
    return {
      grid: after,
      description: sentence('Text transform on {n} cells in column {column}: {expression}', {
        n: changed,
        column: columnName,
        expression,
      }),
    };
  },
});

/** The first round's values, evaluated again with the result as `value` until it stays the same, fails (the last good one stays), or the rounds are used up. */
function repeated(evaluated: EvaluatedRows, compiled: CompiledExpression, rounds: number): readonly CellValue[] {
  const values = evaluated.values.map(storableValue);
  if (rounds === 0) return values;
  let open = values.flatMap((value, index) => (value instanceof ErrorValue ? [] : [index]));
  for (let round = 0; round < rounds && open.length > 0; round += 1) {
    const bindings = open.flatMap((index) => {
      const row = evaluated.bindings[index];
      return row === undefined ? [] : [roundAfter(row, values[index] ?? null)];
    });
    const next = compiled.evaluate(bindings).map(storableValue);
    open = open.filter((index, place) => {
      const value = next[place] ?? null;
      if (value instanceof ErrorValue || sameValue(value, values[index] ?? null)) return false;
      values[index] = value;
      return true;
    });
  }
  return values;
}

const massEditSchema = z.object({
  engineConfig: engineConfigMember,
  columnName: z.string({ error: 'Missing column name' }),
  expression: z.string({ error: 'Missing expression' }),
  edits: z.array(
    z.object({
      from: z
        .array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
        .nullish()
        .transform((from) => from ?? []),
      fromBlank: z.boolean().nullish(),
      fromError: z.boolean().nullish(),
      to: z.union([z.string(), z.number(), z.boolean()]).nullish(),
      type: z.string().nullish(),
    }),
  ),
});

type Edit = z.output<typeof massEditSchema>['edits'][number];

/** Replaces whole values: clusters and edited facet choices. A later edit of the same text wins. */
export const massEdit = defineOperation({
  id: 'core/mass-edit',
  does: 'Replaces values of a column by others: what merged clusters and edited facet choices become. Of two edits for the same value the later one counts; one without `to` changes nothing.',
  schema: massEditSchema,
  check: ({ expression }, compile) => {
    checkExpression(expression, compile);
  },
  columns: ({ columnName, engineConfig }) => ({
    needs: [columnName, ...columnsOfEngine(engineConfig)],
    creates: [],
    removes: [],
  }),
  plan: ({ engineConfig, columnName, expression, edits }, context) => {
    const { grid } = context.bound;
    const { cellIndex } = requireColumn(grid, columnName);
    const selection = requireRows(engineConfig, context);
    const compiled = context.compile(expression);
    const evaluation = { context, selection, base: { name: columnName, cellIndex }, compiled };
    const replacementOf = replacements(edits);
    let changed = 0;
    const after = withColumn(grid, grid.model, cellIndex, context.writer, (group, firstRow) => {
      const { positions, values } = evaluateSelected(evaluation, group, firstRow);
      let cells: (Cell | null)[] | undefined;
      positions.forEach((position, index) => {
        const replacement = replacementOf(values[index] ?? null);
        if (replacement === undefined) return;
        cells ??= cellsOfGroup(group, cellIndex);
        cells[position] = withValue(cells[position] ?? null, replacement);
        changed += 1;
      });
      return cells ?? 'unchanged';
    });
    return {
      grid: after,
      description: sentence('Mass edit {n} cells in column {column}', { n: changed, column: columnName }),
    };
  },
});

/** The new value for a result of the expression; undefined without an edit. */
function replacements(edits: readonly Edit[]): (value: ExpressionValue) => CellValue | undefined {
  const byText = new Map<string, CellValue | undefined>();
  let forBlank: CellValue | undefined;
  let forError: CellValue | undefined;
  for (const edit of edits) {
    const to = newValue(edit);
    for (const from of edit.from) byText.set(from, to);
    // An empty text among the replaced values means blanks, from clients of old versions.
    if (edit.fromBlank === true || (edit.from.length === 1 && edit.from[0] === '')) forBlank = to;
    if (edit.fromError === true) forError = to;
  }
  return (value) => {
    if (value instanceof ErrorValue) return forError;
    return value === null || value === '' ? forBlank : byText.get(facetText(value));
  };
}

/** `undefined` for an edit without a new value: it changes nothing, and overrides earlier edits. */
function newValue({ to, type }: Edit): CellValue | undefined {
  if (type === 'date' && typeof to === 'string') {
    const epochMs = Date.parse(to);
    if (!Number.isNaN(epochMs)) return new DateValue(epochMs);
  }
  if (typeof to === 'number') return Number.isSafeInteger(to) ? BigInt(to) : to;
  return to ?? undefined;
}

const downwardsSchema = z.object({
  engineConfig: engineConfigMember,
  columnName: z.string({ error: 'Missing column name' }),
});

/**
 * A blank cell, or an error, takes the cell (with its recon) of the last visited row, or row of the record, with one.
 */
export const fillDown = downwards(
  {
    id: 'core/fill-down',
    does: 'Fills blank cells of a column with the value above, within a record in record mode.',
    describe: (n, column) => sentence('Fill down {n} cells in column {column}', { n, column }),
  },
  (cell, last) => (isBlank(cell?.value) && last !== null ? last : undefined),
  'keep',
);

/** Removes a cell that equals that of the previous visited row, in kind and value. */
export const blankDown = downwards(
  {
    id: 'core/blank-down',
    does: 'Empties cells of a column that repeat the value above, within a record in record mode.',
    describe: (n, column) => sentence('Blank down {n} cells in column {column}', { n, column }),
  },
  (cell, last) =>
    cell !== null && !isBlank(cell.value) && last !== null && sameValue(cell.value, last.value) ? null : undefined,
  'forget',
);

/**
 * Both walk down the visited rows with one cell in memory. `change` returns the new cell, or undefined to leave it;
 * `atBlank`: whether a blank cell clears the memory.
 */
function downwards(
  {
    id,
    does,
    describe,
  }: {
    readonly id: string;
    readonly does: string;
    readonly describe: (n: number, column: string) => Sentence;
  },
  change: (cell: Cell | null, last: Cell | null) => Cell | null | undefined,
  atBlank: 'keep' | 'forget',
): OperationDefinition {
  return defineOperation({
    id,
    does,
    schema: downwardsSchema,
    columns: ({ columnName, engineConfig }) => ({
      needs: [columnName, ...columnsOfEngine(engineConfig)],
      creates: [],
      removes: [],
    }),
    plan: ({ engineConfig, columnName }, context) => {
      const { grid } = context.bound;
      const column = requireColumn(grid, columnName);
      const selection = requireRows(engineConfig, context);
      const keyColumn = engineConfig.mode === 'record-based' ? grid.model.columns[0] : undefined;
      const { grid: after, changed } = walk({ grid, column, keyColumn, has: selection.has, context });
      return { grid: after, description: describe(changed, columnName) };
    },
  });

  function walk({
    grid,
    column,
    keyColumn,
    has,
    context,
  }: Walk): Pick<PlannedChange, 'grid'> & { readonly changed: number } {
    let last: Cell | null = null;
    let changed = 0;
    const after = withColumn(grid, grid.model, column.cellIndex, context.writer, (group, firstRow) => {
      const cells = cellsOfGroup(group, column.cellIndex);
      const reader = new GroupReader(group, firstRow);
      let changedHere = 0;
      for (let position = 0; position < group.rowCount; position += 1) {
        if (!has(firstRow + position)) continue;
        if (keyColumn !== undefined && !reader.chunk(keyColumn.cellIndex).isBlank(position)) last = null;
        const cell = cells[position] ?? null;
        const replacement = change(cell, last);
        if (replacement !== undefined) {
          cells[position] = replacement;
          changedHere += 1;
        } else if (!isBlank(cell?.value)) last = cell;
        else if (atBlank === 'forget') last = null;
      }
      changed += changedHere;
      context.progress();
      return changedHere === 0 ? 'unchanged' : cells;
    });
    return { grid: after, changed };
  }
}

interface Walk {
  readonly grid: Grid;
  readonly column: Column;
  readonly keyColumn: Column | undefined;
  readonly has: (rowIndex: number) => boolean;
  readonly context: OperationContext;
}
