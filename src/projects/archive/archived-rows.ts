import { z } from 'zod';
import { parseIsoDate } from '../expressions/grel/dates/parse-by-format.js';
import { JsonFault, parseJsonValue } from '../expressions/grel/json/parse-json-value.js';
import { JsonArrayValue, JsonObjectValue, type ExpressionValue } from '../expressions/expression-value.js';
import { DateValue, ErrorValue, type CellValue, type Cell, javaDoubleText } from '../grid/cell-value.js';
import type { Column, ColumnGroup } from '../grid/column-model.js';
import type { Recon } from '../grid/recon.js';
import { jsonObjectSchema } from '../keyed-by-text.js';

/*
 * Rows, cells and columns of an archive of OpenRefine, each on a line of JSON. Reconciliation data are in a list of
 * their own, which cells refer to.
 */

/** A row in memory, its cells by cell index. */
export interface ArchivedRow {
  starred: boolean;
  flagged: boolean;
  cells: (Cell | null)[];
}

/** The line of a row. Adds reconciliation data of its cells to `recons`. */
export function writeRow({ starred, flagged, cells }: ArchivedRow, recons: Map<number, Recon>): string {
  return `{"starred":${String(starred)},"flagged":${String(flagged)},"cells":[${cells.map((cell) => writeCell(cell, recons)).join(',')}]}`;
}

/** A cell as JSON, `null` for none. */
export function writeCell(cell: Cell | null, recons: Map<number, Recon>): string {
  if (cell === null) return 'null';
  const { value, recon } = cell;
  if (recon !== null) recons.set(recon.id, recon);
  const reference = recon === null ? '' : `,"r":"${String(recon.id)}"`;
  if (value instanceof ErrorValue) return `{"e":${JSON.stringify(value.message)}${reference}}`;
  if (value instanceof DateValue) return `{"v":"${value.toIso()}","t":"date"${reference}}`;
  return `{"v":${writeValue(value)}${reference}}`;
}

/** A point distinguishes floating from whole numbers; those that JSON lacks are texts. */
function writeValue(value: Exclude<CellValue, DateValue | ErrorValue>): string {
  if (typeof value === 'number') return Number.isFinite(value) ? javaDoubleText(value) : `"${javaDoubleText(value)}"`;
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** The line of reconciliation data. */
export function writeRecon(recon: Recon): string {
  const { typeMatch, nameMatch, nameLevenshtein, nameWordDistance } = recon.features;
  return JSON.stringify({
    id: recon.id,
    judgmentHistoryEntry: recon.judgmentHistoryEntry,
    j: recon.judgment,
    ...(recon.match === null ? {} : { m: recon.match }),
    ...(recon.error === null ? {} : { e: recon.error }),
    f: [typeMatch, nameMatch, nameLevenshtein, nameWordDistance],
    c: recon.candidates,
    service: recon.service,
    identifierSpace: recon.identifierSpace,
    schemaSpace: recon.schemaSpace,
    judgmentAction: recon.judgmentAction,
    judgmentBatchSize: recon.judgmentBatchSize,
    ...(recon.match === null ? {} : { matchRank: recon.matchRank }),
  });
}

const candidateSchema = z.object({
  id: z.string(),
  name: z.string(),
  types: z
    .array(z.string())
    .nullish()
    .transform((types) => types ?? []),
  score: z.number().catch(0),
});
const text = z.string().catch('');
const reconSchema = z.object({
  service: text,
  identifierSpace: text,
  schemaSpace: text,
  j: z.enum(['none', 'matched', 'new']).catch('none'),
  judgmentAction: z.string().catch('unknown'),
  judgmentHistoryEntry: z.number().catch(0),
  judgmentBatchSize: z.number().catch(0),
  m: candidateSchema.nullish(),
  matchRank: z.number().catch(-1),
  c: z.array(candidateSchema).nullish(),
  f: z.array(z.unknown()).nullish(),
  e: z.string().nullish(),
});

/**
 * Reconciliation data by their ids in an archive, which may have more digits than a number; here they get new numbers.
 */
export class ReconPool {
  readonly #recons = new Map<string, Recon>();

  /** Takes the lines of a `pool.txt`. Throws a SyntaxError. */
  take(lines: Iterable<string>): void {
    for (const line of lines) {
      const id = /^\{"id":\s*(-?\d+)/.exec(line)?.[1];
      if (id === undefined || this.#recons.has(id)) continue;
      const read = reconSchema.parse(JSON.parse(line));
      const [typeMatch, nameMatch, nameLevenshtein, nameWordDistance] = read.f ?? [];
      this.#recons.set(id, {
        id: this.#recons.size + 1,
        service: read.service,
        identifierSpace: read.identifierSpace,
        schemaSpace: read.schemaSpace,
        judgment: read.j === 'matched' && (read.m ?? null) === null ? 'none' : read.j,
        judgmentAction: read.judgmentAction,
        judgmentHistoryEntry: read.judgmentHistoryEntry,
        judgmentBatchSize: read.judgmentBatchSize,
        match: read.m ?? null,
        matchRank: read.matchRank,
        candidates: read.c ?? [],
        features: {
          typeMatch: truth(typeMatch),
          nameMatch: truth(nameMatch),
          nameLevenshtein: measure(nameLevenshtein),
          nameWordDistance: measure(nameWordDistance),
        },
        error: read.e ?? null,
      });
    }
  }

  /** Null for an unknown id. */
  recon(id: string): Recon | null {
    return this.#recons.get(id) ?? null;
  }
}

const truth = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const measure = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The row of a line. Throws a SyntaxError. */
export function readRow(line: string, pool: ReconPool): ArchivedRow {
  const row = parsed(line);
  const cells = row instanceof JsonObjectValue ? row.members.get('cells') : undefined;
  if (!(row instanceof JsonObjectValue) || !(cells instanceof JsonArrayValue))
    throw new SyntaxError(`A row is no row: ${line.slice(0, 80)}`);
  return {
    starred: row.members.get('starred') === true,
    flagged: row.members.get('flagged') === true,
    cells: cells.elements.map((cell) => cellOfJson(cell, pool)),
  };
}

/** A cell from JSON; null for the empty text. Throws a SyntaxError. */
export function readCell(json: string, pool: ReconPool): Cell | null {
  return json === '' ? null : cellOfJson(parsed(json), pool);
}

function parsed(line: string): ExpressionValue {
  try {
    return parseJsonValue(line);
  } catch (thrown) {
    if (thrown instanceof JsonFault) throw new SyntaxError(thrown.message);
    throw thrown;
  }
}

function cellOfJson(json: ExpressionValue, pool: ReconPool): Cell | null {
  if (!(json instanceof JsonObjectValue)) return null;
  const { members } = json;
  const [value = null, type, id, error] = ['v', 't', 'r', 'e'].map((name) => members.get(name));
  const recon = typeof id === 'string' ? pool.recon(id) : null;
  if (typeof error === 'string') return { value: new ErrorValue(error), recon };
  if (type === 'date' && typeof value === 'string') return { value: parseIsoDate(value) ?? value, recon };
  const isPlain = value === null || typeof value !== 'object';
  if (!isPlain) throw new SyntaxError('A cell holds a list or an object');
  return value === null && recon === null ? null : { value, recon };
}

/** Most columns that a project may have had. */
export const MAX_CELL_INDEX = 1_000_000;

const columnSchema = z.object({
  cellIndex: z.number().int().min(0).max(MAX_CELL_INDEX),
  originalName: z.string(),
  name: z.string(),
  reconConfig: z
    .looseObject({
      mode: z.string().catch('standard-service'),
      service: text,
      identifierSpace: text,
      schemaSpace: text,
    })
    .nullish(),
  reconStats: z.object({ nonBlanks: z.number(), newTopics: z.number(), matchedTopics: z.number() }).nullish(),
});

/** The column of a line. Throws a SyntaxError or a ZodError. */
export function readColumn(line: string): Column {
  const { cellIndex, originalName, name, reconConfig, reconStats } = columnSchema.parse(JSON.parse(line));
  const column = { cellIndex, originalName, name };
  if (reconConfig === null || reconConfig === undefined) return column;
  return reconStats === null || reconStats === undefined
    ? { ...column, reconConfig }
    : { ...column, reconConfig, reconStats };
}

const groupSchema = z.object({
  startColumnIndex: z.number().int(),
  columnSpan: z.number().int(),
  keyColumnIndex: z.number().int(),
});

/** The group of columns of a line. */
export function readColumnGroup(line: string): ColumnGroup {
  return groupSchema.parse(JSON.parse(line));
}

export const archivedEntrySchema = z.object({
  id: z.number().int().min(1),
  description: z.string(),
  time: z.string(),
  operation: jsonObjectSchema.nullish(),
});
