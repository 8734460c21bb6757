import type { Cell } from '../../grid/cell.js';
import { DateValue } from '../../grid/cell-value.js';
import type { BoundRecord, RowBindings } from '../expression-language.js';
import type { ExpressionValue } from '../expression-value.js';
import { cellFields, cellsFields, reconFields, rowFields } from './bound-fields.js';
import type { NeededColumns } from './needed-columns.js';
import { toWire, type Wire } from './wire-values.js';

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
