import { z } from 'zod';
import { sentence } from '../../foundation/message.js';
import { requireRows } from '../browsing/select-rows.js';
import type { CompiledExpression } from '../expressions/expression-language.js';
import { roundAfter, storableValue } from '../expressions/storable-value.js';
import { ErrorValue, sameValue, type CellValue, type Cell, DateValue, isBlank } from '../grid/cell-value.js';
import { withColumn, cellsOfGroup, withValue } from '../grid/grid-writer.js';
import { evaluateColumn, type EvaluatedRows, onErrorMember } from './evaluate-selected.js';
import {
  checkExpression,
  columnMembers,
  type ColumnMembers,
  defineOperation,
  requireColumn,
  type OperationDefinition,
  type OperationContext,
  usesColumn,
} from './operation.js';
import { facetText } from '../browsing/value-json.js';
import type { ExpressionValue } from '../expressions/expression-value.js';
import type { Sentence } from '../../foundation/sentence.js';
import { GroupReader, type Grid } from '../grid/grid.js';

/** More rounds than any text needs until it stays the same. */
const MAX_REPEATS = 1_000;

const textTransformSchema = z.object({
  ...columnMembers,
  expression: z.string({ error: 'Missing expression' }),
  onError: onErrorMember,
  repeat: z.boolean().default(false),
  repeatCount: z.number().int().max(MAX_REPEATS).default(10),
});

/** A new value for each cell of a column. Unchanged cells are neither counted nor written. */
const textTransform = defineOperation({
  id: 'core/text-transform',
  does: 'Computes every cell of a column anew.',
  schema: textTransformSchema,
  check: ({ expression }, compile) => {
    checkExpression(expression, compile);
  },
  columns: usesColumn,
  plan: (members, context) => {
    const { onError, repeat, repeatCount } = members;
    const { grid } = context.bound;
    const { cellIndex, compiled, inGroup } = evaluateColumn(context, members);
    const rounds = repeat ? Math.max(0, repeatCount) : 0;
    let changed = 0;
    const after = withColumn(grid, grid.model, cellIndex, context.writer, (group, firstRow) => {
      const evaluated = inGroup(group, firstRow);
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
        column: members.columnName,
        expression: members.expression,
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
  ...columnMembers,
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
const massEdit = defineOperation({
  id: 'core/mass-edit',
  does: 'Replaces values of a column by others: what merged clusters and edited facet choices become. Of two edits for the same value the later one counts; one without `to` changes nothing.',
  schema: massEditSchema,
  check: ({ expression }, compile) => {
    checkExpression(expression, compile);
  },
  columns: usesColumn,
  plan: (members, context) => {
    const { grid } = context.bound;
    const { cellIndex, inGroup } = evaluateColumn(context, members);
    const replacementOf = replacements(members.edits);
    let changed = 0;
    const after = withColumn(grid, grid.model, cellIndex, context.writer, (group, firstRow) => {
      const { positions, values } = inGroup(group, firstRow);
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
      description: sentence('Mass edit {n} cells in column {column}', { n: changed, column: members.columnName }),
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

/**
 * A blank cell, or an error, takes the cell (with its recon) of the last visited row, or row of the record, with one.
 */
const fillDown = downwards({
  id: 'core/fill-down',
  does: 'Fills blank cells of a column with the value above, within a record in record mode.',
  describe: (n, column) => sentence('Fill down {n} cells in column {column}', { n, column }),
  change: (cell, last) => (isBlank(cell?.value) && last !== null ? last : undefined),
  forgetsAtBlank: false,
});

/** Removes a cell that equals that of the previous visited row, in kind and value. */
const blankDown = downwards({
  id: 'core/blank-down',
  does: 'Empties cells of a column that repeat the value above, within a record in record mode.',
  describe: (n, column) => sentence('Blank down {n} cells in column {column}', { n, column }),
  change: (cell, last) =>
    cell !== null && !isBlank(cell.value) && last !== null && sameValue(cell.value, last.value) ? null : undefined,
  forgetsAtBlank: true,
});

/** What tells filling down from emptying repeated cells. */
interface Downwards {
  readonly id: string;
  readonly does: string;
  readonly describe: (n: number, column: string) => Sentence;
  /** The new cell, given the one in memory; undefined to leave it. */
  readonly change: (cell: Cell | null, last: Cell | null) => Cell | null | undefined;
  /** Whether a blank cell clears the memory. */
  readonly forgetsAtBlank: boolean;
}

/** Both walk down the visited rows with one cell in memory. */
function downwards(kind: Downwards): OperationDefinition {
  return defineOperation({
    id: kind.id,
    does: kind.does,
    schema: z.object(columnMembers),
    columns: usesColumn,
    plan: (members, context) => {
      const { grid, changed } = walkDown(kind, members, context);
      return { grid, description: kind.describe(changed, members.columnName) };
    },
  });
}

function walkDown(
  { change, forgetsAtBlank }: Downwards,
  { engineConfig, columnName }: ColumnMembers,
  context: OperationContext,
): { readonly grid: Grid; readonly changed: number } {
  const { grid } = context.bound;
  const { cellIndex } = requireColumn(grid, columnName);
  const selection = requireRows(engineConfig, context);
  const keyColumn = engineConfig.mode === 'record-based' ? grid.model.columns[0] : undefined;
  let last: Cell | null = null;
  let changed = 0;
  const after = withColumn(grid, grid.model, cellIndex, context.writer, (group, firstRow) => {
    const cells = cellsOfGroup(group, cellIndex);
    const reader = new GroupReader(group, firstRow);
    const changedBefore = changed;
    for (let position = 0; position < group.rowCount; position += 1) {
      if (!selection.has(firstRow + position)) continue;
      if (keyColumn !== undefined && !reader.chunk(keyColumn.cellIndex).isBlank(position)) last = null;
      const cell = cells[position] ?? null;
      const replacement = change(cell, last);
      if (replacement !== undefined) {
        cells[position] = replacement;
        changed += 1;
      } else if (!isBlank(cell?.value)) last = cell;
      else if (forgetsAtBlank) last = null;
    }
    context.progress();
    return changed === changedBefore ? 'unchanged' : cells;
  });
  return { grid: after, changed };
}

/** Operations on the cells of one column. */
export const CELL_OPERATIONS: readonly OperationDefinition[] = [textTransform, massEdit, fillDown, blankDown];
