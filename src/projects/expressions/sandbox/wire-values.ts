import { DateValue, ErrorValue, type Cell } from '../../grid/cell-value.js';
import type { BoundRow, BoundRecord, RowBindings } from '../expression-language.js';
import type { Recon } from '../../grid/recon.js';
import { CELL, FEATURES, fieldsOf, members, RECON, RECORD, ROW, type ListedFields } from '../row-fields.js';
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
function toWire(value: ExpressionValue): Wire {
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
  return typeof value === 'object' && value !== null && 'fieldTable' in value;
}

function listedWire(fields: ListedFields): Wire {
  return [
    'F',
    fields.typeName,
    Object.fromEntries([...fields.fieldTable.keys()].map((name) => [name, toWire(fields.field(name))])),
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
 * Variables of a row in a sealed interpreter: those of GREL, but with names of their own for some kinds of things, and
 * without a second spelling of most members.
 */

const RECON_INSIDE = members<Recon>(
  { features: ({ features }) => fieldsOf('ReconFeatures', FEATURES, features) },
  new Map([...RECON].filter(([name]) => !/^judgement./.test(name))),
);

function reconFields(recon: Recon): ListedFields {
  return fieldsOf('Recon', RECON_INSIDE, recon);
}

const CELL_INSIDE = members<Cell>({ recon: ({ recon }) => (recon === null ? null : reconFields(recon)) }, CELL);

function cellFields(cell: Cell): ListedFields {
  return { ...fieldsOf('Cell', CELL_INSIDE, cell), wrappedCell: cell };
}

/** The cells of a row by column name. */
function cellsFields(row: BoundRow): FieldsValue {
  return {
    typeName: 'CellTuple',
    field: (name) => {
      const cell = row.cell(name);
      return cell ? cellFields(cell) : null;
    },
  };
}

const RECORD_INSIDE = members<BoundRecord>(
  {
    cells: (record) => ({
      typeName: 'RecordCells',
      field: (name) => record.cells(name)?.map(cellFields) ?? null,
    }),
  },
  RECORD,
);

const ROW_INSIDE = members<BoundRow>(
  { cells: cellsFields, record: (row) => fieldsOf('Record', RECORD_INSIDE, row.record()) },
  ROW,
);

/** `null` for no cell, `[value]`, or `[value, recon]`. */
type CellWire = null | readonly Wire[];

/**
 * A batch of rows as JSON text for the driver inside: `basic`: no text has characters beyond U+FFFF, `columns`: all
 * column names, `sent`: those whose cells are with the rows, and a row is `[value, base cell where it is needed, index,
 * 1 if starred + 2 if flagged, cells in the order of sent, record or null]`.
 */
export function encodeRows(rows: readonly RowBindings[], needed: NeededColumns): string {
  const columns = rows[0]?.row.columnNames ?? [];
  const { columns: mentioned } = needed;
  const sent = mentioned === 'all' ? columns : columns.filter((name) => mentioned.has(name));
  const encoded = rows.map(({ value, cell, row }) => [
    toWire(value),
    needed.cell ? cellWire(cell) : null,
    row.index,
    (row.starred ? 1 : 0) + (row.flagged ? 2 : 0),
    sent.map((name) => cellWire(row.cell(name) ?? null)),
    needed.record ? recordWire(row.record(), sent) : null,
  ]);
  const rest = JSON.stringify({ columns, sent, rows: encoded }).slice(1);
  return `{"basic":${!BEYOND_BASIC.test(rest)},${rest}`;
}

/** A character beyond U+FFFF, or half of one as JSON writes it. */
const BEYOND_BASIC = /[\ud800-\udfff]|\\ud[89a-f]/;

function cellWire(cell: Cell | null): CellWire {
  if (cell === null) return null;
  return cell.recon === null ? [toWire(cell.value)] : [toWire(cell.value), toWire(reconFields(cell.recon))];
}

function recordWire(record: BoundRecord, columns: readonly string[]): unknown {
  return {
    index: record.index,
    fromRowIndex: record.fromRowIndex,
    toRowIndex: record.toRowIndex,
    rowCount: record.toRowIndex - record.fromRowIndex,
    cells: Object.fromEntries(columns.map((name) => [name, (record.cells(name) ?? []).map(cellWire)])),
  };
}

/** Whether `encodeRows` would send a date. */
export function holdsDate(rows: readonly RowBindings[], needed: NeededColumns): boolean {
  const isDate = (value: ExpressionValue): boolean =>
    value instanceof DateValue || (Array.isArray(value) && value.some(isDate));
  return rows.some(
    ({ value, cell, row }) =>
      isDate(value) ||
      cell?.value instanceof DateValue ||
      (needed.columns === 'all' ? row.columnNames : [...needed.columns]).some(
        (name) => row.cell(name)?.value instanceof DateValue,
      ),
  );
}

/** The thing of a row at a path from its bindings; null for an invalid path. */
export function resolveInRow(bindings: RowBindings, path: readonly string[]): ExpressionValue {
  const [root, ...names] = path;
  return names.reduce<ExpressionValue>(fieldOf, rootOf(root, bindings));
}

function rootOf(root: string | undefined, { value, cell, row }: RowBindings): ExpressionValue {
  switch (root) {
    case 'value':
      return value;
    case 'cell':
      return cell === null ? null : cellFields(cell);
    case 'cells':
      return cellsFields(row);
    case 'row':
      return fieldsOf('Row', ROW_INSIDE, row);
    default:
      return null;
  }
}

function fieldOf(from: ExpressionValue, name: string): ExpressionValue {
  return typeof from === 'object' && from !== null && 'field' in from ? from.field(name) : null;
}

/** A language's quoting of texts, and its names of columns. */
export interface ColumnSyntax {
  /**
   * Finds the names of one column that need no evaluation; group `name` holds the column's name. Any other use of cells
   * or rows means that every column may be read.
   */
  readonly namedColumn: RegExp;
  /** Finds uses of the row that read no cell. */
  readonly harmless: RegExp;
}

export interface NeededColumns {
  /** Of these only, or of all columns. */
  readonly columns: ReadonlySet<string> | 'all';
  /** The base cell, not only its value. */
  readonly cell: boolean;
  readonly record: boolean;
}

/**
 * Columns that a program can read, from its text alone. Sending all columns of every row into the interpreter would
 * cost more than evaluating; in doubt all are sent.
 */
export function neededColumns(program: string, syntax: ColumnSyntax): NeededColumns {
  const names = new Set<string>();
  const rest = program
    .replace(syntax.namedColumn, (...found) => {
      const groups = found.at(-1) as Readonly<Record<string, string | undefined>>; // the last argument, as the expression has named groups
      names.add(Object.values(groups).find((name) => name !== undefined) ?? '');
      return ' ';
    })
    .replace(syntax.harmless, ' ');
  const doubtful =
    /\b(?:cells|row|locals|vars|eval|exec|globals)\b/.test(rest) || [...names].some((name) => name.includes('\\'));
  return {
    columns: doubtful ? 'all' : names,
    cell: /\b(?:cell|locals|vars|eval|exec|globals)\b/.test(program),
    record: /\brecord\b/.test(program) || /\b(?:row|locals|vars|eval|exec|globals)\b/.test(rest),
  };
}
