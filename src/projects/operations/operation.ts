import { z } from 'zod';
import { engineConfigSchema, type EngineConfig } from '../browsing/engine-config.js';
import type { FacetContext } from '../browsing/facets/facet.js';
import type { ChunkWriter } from '../grid/cell-chunk.js';
import { findColumn, type Column } from '../grid/column-model.js';
import type { Grid } from '../grid/grid.js';
import { MAX_COLUMNS, MAX_NAMES_LENGTH, MAX_ROWS } from '../importing/import-request.js';
import { SameasError } from '../../foundation/sameas-error.js';
import type { Sentence } from '../../foundation/sentence.js';
import { sentence } from '../../foundation/message.js';
import type { ReconciliationPort } from './recon/reconciliation-port.js';
import { bindProject } from '../browsing/bind-rows.js';
import { type ExpressionLanguage, compileExpression } from '../expressions/expression-language.js';

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

/** Members of operations on the cells of one column, in the rows of the facets. */
export const columnMembers = {
  engineConfig: engineConfigMember,
  columnName: z.string({ error: 'Missing column name' }),
};

export type ColumnMembers = z.output<z.ZodObject<typeof columnMembers>>;

/** The columns of an operation with `columnMembers`. */
export function usesColumn({ columnName, engineConfig }: ColumnMembers): ColumnUse {
  return { ...NO_COLUMNS, needs: [columnName, ...columnsOfEngine(engineConfig)] };
}

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

/** Fetches addresses; present where that is allowed, with its guard against private addresses inside. */
export interface UrlFetchPort {
  /** The body as text. Throws an Error whose message describes the failure for a cell. */
  fetchText(url: string, headers: readonly { readonly name: string; readonly value: string }[]): Promise<string>;
}

type Issue = z.core.$ZodIssue;
type Members = Readonly<Record<string, unknown>>;

/** The members of an operation, or a sentence on the first invalid one. */
type ReadMembers<T> =
  { readonly kind: 'read'; readonly members: T } | { readonly kind: 'faulty'; readonly sentence: string };

/**
 * Reads the members of an operation by their schema. Numbers, true and false may be text, as people and some programs
 * write them. Sentences that clients know stay; others name the invalid member, and its required form.
 */
export function readMembers<S extends z.ZodType>(schema: S, json: Members): ReadMembers<z.output<S>> {
  let parsed = schema.safeParse(json);
  if (!parsed.success) {
    const unquoted = unquote(json, parsed.error.issues);
    if (unquoted !== undefined) parsed = schema.safeParse(unquoted);
  }
  return parsed.success
    ? { kind: 'read', members: parsed.data }
    : { kind: 'faulty', sentence: sentenceOf(parsed.error.issues[0]) };
}

/** A copy in which text is a number or a boolean where one was expected; undefined without such text. */
function unquote(json: Members, issues: readonly Issue[]): Members | undefined {
  const copy: unknown = structuredClone(json);
  let changed = false;
  for (const { code, path, ...rest } of issues) {
    if (code !== 'invalid_type' || !('expected' in rest)) continue;
    const holder = path.slice(0, -1).reduce(memberOf, copy);
    const last = path.at(-1);
    const value = last === undefined ? undefined : memberOf(holder, last);
    const plain = typeof value === 'string' ? unquoted(value.trim(), rest.expected) : undefined;
    if (plain === undefined || last === undefined || typeof holder !== 'object' || holder === null) continue;
    Object.defineProperty(holder, last, { value: plain });
    changed = true;
  }
  // A clone of an object is one.
  return changed ? (copy as Members) : undefined;
}

function memberOf(holder: unknown, key: PropertyKey): unknown {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? Reflect.get<object, PropertyKey>(holder, key)
    : undefined;
}

function unquoted(text: string, expected: unknown): number | boolean | undefined {
  if (expected === 'number' && /^[+-]?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  return expected === 'boolean' && /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
]);

function sentenceOf(issue: Issue | undefined): string {
  if (issue === undefined) return 'The operation cannot be read.';
  if (/^(?:Missing |Invalid column |Invalid row )/.test(issue.message)) return issue.message;
  const member = issue.path.join('.');
  const must = mustBe(issue);
  if (must !== undefined) return `The member "${member}" must be ${must}`;
  // The schema's own messages are sentences; the library's message for a union is none.
  return issue.code === 'custom' || issue.code === 'too_small' || issue.code === 'too_big'
    ? `The member "${member}" cannot be read: ${issue.message}`
    : `The member "${member}" cannot be read`;
}

function mustBe(issue: Issue): string | undefined {
  switch (issue.code) {
    // The schema's own words are better.
    case 'too_small':
      return issue.message.startsWith('Too small') ? `at least ${String(issue.minimum)}` : undefined;
    case 'too_big':
      return issue.message.startsWith('Too big') ? `at most ${String(issue.maximum)}` : undefined;
    case 'invalid_type':
      return KINDS.get(issue.expected);
    case 'invalid_value':
      return issue.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? issue.options.map((value) => JSON.stringify(value)).join(' or ')
        : undefined;
    default:
      return undefined;
  }
}

/** A regular expression in the dialect of recipes. */
interface TextPattern {
  readonly test: (text: string) => boolean;
  /** The places of all matches in order, in UTF-16 code units. */
  readonly matches: (text: string) => Iterable<{ readonly start: number; readonly end: number }>;
}

/** The world of browsing and operations; everything else follows from the grid. */
export interface ProjectSurroundings {
  readonly id: string;
  readonly name: string;
  readonly languages: readonly ExpressionLanguage[];
  /** Throws an Error whose message names the fault. */
  readonly translateRegex: (pattern: string, options: { readonly ignoreCase: boolean }) => TextPattern;
  /** Another project's grid by its name. Throws an Error with a sentence for none, or more than one. */
  readonly openProject: (name: string) => Grid;
  readonly progress: () => void;
}

export type OperationSurroundings = ProjectSurroundings & Omit<OperationContext, keyof FacetContext>;

/** Context of facets, previews and pages of rows of this grid. */
export function createFacetContext(
  grid: Grid,
  { id, name, languages, translateRegex, openProject, progress }: ProjectSurroundings,
): FacetContext {
  const compile: FacetContext['compile'] = (expression) => compileExpression(expression, languages);
  return {
    bound: bindProject({ id, name, grid, openProject, compile }),
    compile,
    compileRegex: (pattern, options) => {
      const regex = translateRegex(pattern, options);
      return { test: (text) => regex.test(text) };
    },
    splitRegex: (pattern, maxPieces) => {
      const regex = translateRegex(pattern, { ignoreCase: false });
      return (text) => splitByRegex(text, regex, maxPieces);
    },
    progress,
  };
}

/** Context of an operation on this grid. */
export function createOperationContext(grid: Grid, surroundings: OperationSurroundings): OperationContext {
  return { ...surroundings, ...createFacetContext(grid, surroundings) };
}

/**
 * The pieces between matches of the expression. Without a limit empty pieces at the end are removed; an empty match at
 * the very start makes no empty first piece. Source: Java SE, String.split, which recipes were written for.
 */
function splitByRegex(text: string, regex: TextPattern, maxPieces: number): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of regex.matches(text)) {
    if (maxPieces > 0 && pieces.length === maxPieces - 1) break;
    if (end === 0 || (end === start && start >= text.length)) continue;
    pieces.push(text.slice(from, start));
    from = end;
  }
  pieces.push(text.slice(from));
  if (maxPieces <= 0) while (pieces.length > 1 && pieces.at(-1) === '') pieces.pop();
  return pieces;
}
