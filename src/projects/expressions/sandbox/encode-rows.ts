import { type Cell, DateValue } from '../../grid/cell-value.js';
import type { BoundRecord, RowBindings } from '../expression-language.js';
import type { ExpressionValue } from '../expression-value.js';
import { cellFields, cellsFields, reconFields, rowFields, toWire, type Wire } from './wire-values.js';

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
      return rowFields(row);
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
