import type { z } from 'zod';
import { engineConfigSchema, type EngineConfig } from '../browsing/engine-config.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import type { ChunkWriter } from '../grid/chunk-store.js';
import { findColumn, type Column } from '../grid/column-model.js';
import type { Grid } from '../grid/grid.js';
import { MAX_COLUMNS, MAX_NAMES_LENGTH, MAX_ROWS } from '../importing/import-request.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import { readMembers } from './read-members.js';
import type { ReconciliationPort } from './recon/reconciliation-port.js';
import type { UrlFetchPort } from './url-fetch-port.js';

/*
 * An operation is read whole before anything runs, computes a whole new grid, and changes nothing: the new grid shares
 * unchanged chunks, and the code that runs the operation replaces the old grid with it, or does not. So an error at any
 * point leaves the project as it was, and undo returns to the grid before.
 */

/** A validated operation of a recipe. */
export interface Operation {
  /** With its prefix: `core/text-transform`. */
  readonly id: string;
  /** For the history and an extracted recipe: its own members with defaults. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Required and changed columns; undefined when they depend on the cells. */
  readonly columns: ColumnUse | undefined;
  /** Waits for other services: it is queued, and the command answers `pending`. */
  readonly isLong: boolean;
  /** Requests outside of the project: a reconciliation service by its address, or addresses in cells. */
  readonly asks: { readonly service: string } | 'addresses in cells' | undefined;
  /** Throws `operation-failed`, `expression-invalid` and errors of the writer. */
  plan(context: OperationContext): PlannedChange | Promise<PlannedChange>;
}

export interface ColumnUse {
  readonly needs: readonly string[];
  readonly creates: readonly string[];
  readonly removes: readonly string[];
}

export const NO_COLUMNS: ColumnUse = { needs: [], creates: [], removes: [] };

export interface PlannedChange {
  readonly grid: Grid;
  /** The sentence of the history: `Rename column a to b`. */
  readonly description: Sentence;
}

/** Context of operations. `bound.grid` is the grid before the operation. */
export interface OperationContext extends FacetContext {
  readonly writer: ChunkWriter;
  /** Id of the future history entry: judgments of recon remember it. */
  readonly historyEntryId: number;
  /** Services with candidates; undefined where none is allowed. */
  readonly reconciliation: ReconciliationPort | undefined;
  /** Undefined where fetching addresses is not allowed. */
  readonly urlFetch: UrlFetchPort | undefined;
  /** Progress, 0 to 100, for the list of processes. */
  readonly percent: (done: number) => void;
}

export interface OperationDefinition {
  readonly id: string;
  /** One sentence for docs/operations.md. */
  readonly does: string;
  /** Members of the operation, also for docs/operations.md. */
  readonly schema: z.ZodType<object>;
  /** Throws a SameasError `operation-invalid` with the sentence that clients know. */
  parse(json: Readonly<Record<string, unknown>>, compile: FacetContext['compile']): Operation;
}

/** A kind of operation: the schema of its members and its work. */
interface OperationShape<S extends z.ZodType<object>> {
  readonly id: string;
  readonly does: string;
  readonly schema: S;
  /** Checks beyond the schema, with the sentences that clients know. */
  readonly check?: (members: z.output<S>, compile: FacetContext['compile']) => void;
  readonly columns: (members: z.output<S>) => ColumnUse | undefined;
  readonly isLong?: boolean;
  readonly asks?: (members: z.output<S>) => Operation['asks'];
  readonly plan: (members: z.output<S>, context: OperationContext) => PlannedChange | Promise<PlannedChange>;
}

/** A line of the operation table from a schema and a function. */
export function defineOperation<S extends z.ZodType<object>>({
  id,
  does,
  schema,
  check,
  columns,
  isLong = false,
  asks,
  plan,
}: OperationShape<S>): OperationDefinition {
  return {
    id,
    does,
    schema,
    parse: (json, compile) => {
      const read = readMembers(schema, json);
      if (read.kind === 'faulty') throw invalidOperation(read.sentence);
      const { members } = read;
      check?.(members, compile);
      return {
        id,
        json: { op: id, ...members },
        columns: columns(members),
        isLong,
        asks: asks?.(members),
        plan: (context) => plan(members, context),
      };
    },
  };
}

/** `engineConfig` of an operation: absent or null means all rows; an invalid one makes the operation invalid. */
export const engineConfigMember = engineConfigSchema
  .nullish()
  .transform((engine): EngineConfig => engine ?? { facets: [], mode: 'row-based' });

/** The error for an invalid operation; nothing was run. */
export function invalidOperation(message: string): SameasError {
  return new SameasError('operation-invalid', message, {
    advice: sentence('Compare the members of the operation with the table in docs/operations.md.'),
  });
}

/** The error for an operation that this project cannot take; the project is as it was. */
export function failedOperation(message: string): SameasError {
  return new SameasError('operation-failed', message);
}

/** Throws `operation-failed` for more columns than a table may have. */
export function refuseTooManyColumns(count: number): void {
  if (count > MAX_COLUMNS)
    throw new SameasError('operation-failed', `The table would have more than ${MAX_COLUMNS} columns.`, {
      advice: 'Check the separator, the lengths, or the column of keys.',
      facts: { limit: MAX_COLUMNS },
    });
}

/** Throws `operation-failed` for a table over the limits. */
export function refuseTooLarge({ model, rowCount }: Grid): void {
  refuseTooManyColumns(model.columns.length);
  if (rowCount > MAX_ROWS)
    throw new SameasError('operation-failed', `The table would have more than ${MAX_ROWS} rows.`, {
      facts: { limit: MAX_ROWS },
    });
  const names = model.columns.reduce((length, { name }) => length + name.length, 0);
  if (names > MAX_NAMES_LENGTH)
    throw new SameasError(
      'operation-failed',
      `The names of the columns would have more than ${MAX_NAMES_LENGTH} characters.`,
      { facts: { limit: MAX_NAMES_LENGTH } },
    );
}

/** The column of that name. Throws `operation-failed`: `No column named X`. */
export function requireColumn(grid: Grid, name: string): Column {
  const column = findColumn(grid.model, name);
  if (column === undefined) throw failedOperation(`No column named ${name}`);
  return column;
}

/** Throws `operation-failed` for an existing name: `Another column already named X`. */
export function requireFreeName(grid: Grid, name: string): void {
  if (findColumn(grid.model, name) !== undefined) throw failedOperation(`Another column already named ${name}`);
}

/** Throws `operation-failed` for a new column behind the place after the last one. */
export function requireInsertIndex(grid: Grid, index: number): void {
  const { length } = grid.model.columns;
  if (index > length)
    throw failedOperation(`A column cannot be put at position ${index}: the project has ${length} columns`);
}

/** Columns of an engine's facets, in addition to the operation's own. */
export function columnsOfEngine({ facets }: EngineConfig): readonly string[] {
  return facets.flatMap((facet) =>
    facet.type === 'scatterplot' ? [facet.cx, facet.cy] : facet.columnName === '' ? [] : [facet.columnName],
  );
}

/** Throws `operation-invalid` with the sentence that clients know for an invalid program. */
export function checkExpression(expression: string, compile: FacetContext['compile']): void {
  try {
    compile(expression);
  } catch (thrown) {
    throw invalidOperation(
      `Invalid expression '${expression}': ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
}
