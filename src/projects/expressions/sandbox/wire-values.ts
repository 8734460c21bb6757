import { DateValue, ErrorValue, type Cell } from '../../grid/cell-value.js';
import type { BoundRow, BoundRecord } from '../expression-language.js';
import type { Recon, ReconCandidate } from '../../grid/recon.js';
import {
  isArrayValue,
  JsonArrayValue,
  JsonObjectValue,
  type ExpressionValue,
  type FieldsValue,
} from '../expression-value.js';

/*
 * Values as they travel into and out of a sealed interpreter: JSON in which nothing is lost.
 *
 *   null, "text", true    themselves
 *   5                     a whole number that a double holds exactly
 *   ["n", "123…"]         any other whole number
 *   ["f", 2.5]            a floating number; "NaN", "Infinity", "-Infinity", "-0" as texts
 *   ["t", ms, nanos]      a date
 *   ["e", "message"]      an error
 *   ["a", […]]            an array
 *   ["l", […]]            an array of things with fields, whose fields can be asked of the array (inwards only)
 *   ["o", [[k, v], …]]    a JSON object
 *   ["F", "Recon", {…}]   a thing with fields (inwards only)
 *   ["x", "dict", "{}"]   a thing that is no value: the name of its type, and its text
 *   ["r", ["cell", …]]    a thing of the row, by the way to it (outwards only)
 */
export type Wire = null | string | number | boolean | readonly unknown[];

/** The wire form of a value for the interpreter. */
export function toWire(value: ExpressionValue): Wire {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : ['n', String(value)];
  if (typeof value === 'number')
    return ['f', Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value)];
  if (value instanceof DateValue) return ['t', value.epochMs, value.nanos];
  if (value instanceof ErrorValue) return ['e', value.message];
  if (value instanceof JsonObjectValue) return ['o', [...value.members].map(([key, member]) => [key, toWire(member)])];
  if (value instanceof JsonArrayValue) return ['a', value.elements.map(toWire)];
  if (isArrayValue(value)) return [value.length > 0 && value.every(isListed) ? 'l' : 'a', value.map(toWire)];
  return isListed(value) ? listedWire(value) : ['x', value.typeName, value.text ?? `[object ${value.typeName}]`];
}

function isListed(value: ExpressionValue): value is ListedFields {
  return typeof value === 'object' && value !== null && 'fieldNames' in value;
}

function listedWire(fields: ListedFields): Wire {
  return [
    'F',
    fields.typeName,
    Object.fromEntries(fields.fieldNames.map((name) => [name, toWire(fields.field(name))])),
  ];
}

/** Digits of a whole number from inside; the time of parsing grows faster than their number. */
const MAX_DIGITS = 10_000;
/** Nested arrays from inside. */
const MAX_DEPTH = 200;
/** Names of a path to a thing of the row. */
const MAX_PATH = 20;
const FLOAT_TEXTS: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity', '-0']);
const NO_VALUE = 'The interpreter gave no value';

/**
 * A result of the interpreter; `resolve` finds the thing of the row at a path. A program that has taken over the
 * interpreter can give any JSON: anything outside of these forms is an error value, in its place. Never throws.
 */
export function fromWire(
  wire: unknown,
  resolve: (path: readonly string[]) => ExpressionValue,
  depth = 0,
): ExpressionValue {
  if (wire === null || typeof wire === 'string' || typeof wire === 'boolean') return wire;
  if (typeof wire === 'number') return Number.isSafeInteger(wire) ? BigInt(wire) : new ErrorValue(NO_VALUE);
  if (!Array.isArray(wire) || depth > MAX_DEPTH) return new ErrorValue(NO_VALUE);
  const [kind, first, second] = wire as readonly unknown[]; // an array, as checked
  switch (kind) {
    case 'n':
      return typeof first === 'string' && first.length <= MAX_DIGITS && /^-?\d+$/.test(first)
        ? BigInt(first)
        : new ErrorValue(NO_VALUE);
    case 'f':
      return typeof first === 'number' || FLOAT_TEXTS.has(first) ? Number(first) : new ErrorValue(NO_VALUE);
    case 't':
      return dateOf(first, second);
    case 'e':
      return new ErrorValue(typeof first === 'string' ? first : NO_VALUE);
    case 'a':
      return Array.isArray(first)
        ? first.map((element) => fromWire(element, resolve, depth + 1))
        : new ErrorValue(NO_VALUE);
    case 'r':
      return isPath(first) ? resolve(first) : new ErrorValue(NO_VALUE);
    case 'x':
      return typeof first === 'string' && typeof second === 'string' ? thing(first, second) : new ErrorValue(NO_VALUE);
    default:
      return new ErrorValue(NO_VALUE);
  }
}

function isPath(wire: unknown): wire is readonly string[] {
  return Array.isArray(wire) && wire.length <= MAX_PATH && wire.every((name) => typeof name === 'string');
}

function dateOf(epochMs: unknown, nanos: unknown): DateValue | ErrorValue {
  if (typeof epochMs !== 'number' || typeof nanos !== 'number' || !(nanos >= 0 && nanos < 1_000_000))
    return new ErrorValue(NO_VALUE);
  return Number.isSafeInteger(epochMs) && !Number.isNaN(new Date(epochMs).getTime())
    ? new DateValue(epochMs, nanos)
    : new ErrorValue('The date is outside the range of dates');
}

function thing(typeName: string, text: string): FieldsValue {
  return { typeName, text, field: () => null };
}

/*
 * Variables of a row in a sealed interpreter, as things with fields. Each is a table from the name of a field to its
 * getter, so that it can be sent into the interpreter whole.
 */

/** Fields that can be listed, not only read by name. */
interface ListedFields extends FieldsValue {
  readonly fieldNames: readonly string[];
}

/** The cell with `value`, `recon` and `errorMessage`. */
export function cellFields(cell: Cell): ListedFields {
  return {
    ...listed('Cell', {
      value: () => cell.value,
      recon: () => (cell.recon === null ? null : reconFields(cell.recon)),
      errorMessage: () => (cell.value instanceof ErrorValue ? cell.value.message : null),
    }),
    wrappedCell: cell,
  };
}

/** Recon data, with the candidates and the match below it. */
export function reconFields(recon: Recon): ListedFields {
  const candidate = (one: ReconCandidate | null | undefined): ExpressionValue => (one ? candidateFields(one) : null);
  return listed('Recon', {
    id: () => BigInt(recon.id),
    judgment: () => recon.judgment,
    judgement: () => recon.judgment,
    judgmentAction: () => recon.judgmentAction,
    judgmentHistoryEntry: () => BigInt(recon.judgmentHistoryEntry),
    judgmentBatchSize: () => BigInt(recon.judgmentBatchSize),
    matched: () => recon.judgment === 'matched',
    new: () => recon.judgment === 'new',
    match: () => candidate(recon.match),
    best: () => candidate(recon.candidates[0]),
    candidates: () => (recon.candidates.length === 0 ? null : recon.candidates.map(candidateFields)),
    matchRank: () => BigInt(recon.matchRank),
    features: () =>
      listed('ReconFeatures', {
        typeMatch: () => recon.features.typeMatch,
        nameMatch: () => recon.features.nameMatch,
        nameLevenshtein: () =>
          recon.features.nameLevenshtein === null ? null : BigInt(recon.features.nameLevenshtein),
        nameWordDistance: () => recon.features.nameWordDistance,
      }),
    service: () => recon.service,
    identifierSpace: () => recon.identifierSpace,
    schemaSpace: () => recon.schemaSpace,
    error: () => recon.error,
  });
}

function candidateFields(candidate: ReconCandidate): ListedFields {
  return listed('ReconCandidate', {
    id: () => candidate.id,
    name: () => candidate.name,
    type: () => candidate.types,
    score: () => candidate.score,
  });
}

/** The cells of a row by column name. */
export function cellsFields(row: BoundRow): FieldsValue {
  return {
    typeName: 'CellTuple',
    field: (name) => {
      const cell = row.cell(name);
      return cell ? cellFields(cell) : null;
    },
  };
}

/** The row with `index`, `cells`, `starred`, `flagged`, `columnNames` and `record`. */
export function rowFields(row: BoundRow): ListedFields {
  return listed('Row', {
    index: () => BigInt(row.index),
    cells: () => cellsFields(row),
    starred: () => row.starred,
    flagged: () => row.flagged,
    columnNames: () => row.columnNames,
    record: () => recordFields(row.record()),
  });
}

function recordFields(record: BoundRecord): ListedFields {
  return listed('Record', {
    index: () => BigInt(record.index),
    fromRowIndex: () => BigInt(record.fromRowIndex),
    toRowIndex: () => BigInt(record.toRowIndex),
    rowCount: () => BigInt(record.toRowIndex - record.fromRowIndex),
    cells: () => ({ typeName: 'RecordCells', field: (name) => record.cells(name)?.map(cellFields) ?? null }),
  });
}

function listed(typeName: string, fields: Readonly<Record<string, () => ExpressionValue>>): ListedFields {
  return {
    typeName,
    fieldNames: Object.keys(fields),
    field: (name) => (Object.hasOwn(fields, name) ? (fields[name]?.() ?? null) : null),
  };
}
