import { DateValue, ErrorValue, type Cell } from '../grid/cell-value.js';
import { RowReader, type Grid, type Row } from '../grid/grid.js';
import type { Recon } from '../grid/recon.js';
import type { RecordIndex } from './record-index.js';
import type { RowSelection } from './select-rows.js';
import { sortRecords, sortRows, type Sorting } from './sort-rows.js';
import { wholeNumberJson } from './value-json.js';

/** A page of rows: from `start` on, or the last ones before `end`; positions count in the whole sorted grid. */
export interface PageRequest {
  readonly start?: number;
  readonly end?: number;
  /** Rows, or records in record mode; 0: counts alone. */
  readonly limit: number;
  readonly sorting: Sorting;
}

/** A cell for clients; whole numbers keep their digits, so that `jsonWithWholeNumbers` has to write it. */
type CellJson = {
  readonly v?: string | number | bigint | boolean | null;
  readonly t?: 'date';
  readonly e?: string;
  readonly r?: string;
} | null;

interface RowJson {
  readonly flagged: boolean;
  readonly starred: boolean;
  readonly cells: readonly CellJson[];
  /** Row index. */
  readonly i: number;
  /** Record index: in record mode, on a record's first row. */
  readonly j?: number;
  /** Position in the sorted grid, of the row or its record. */
  readonly k: number;
}

export interface RowsPage {
  readonly mode: RowSelection['mode'];
  readonly rows: readonly RowJson[];
  readonly filtered: number;
  readonly total: number;
  readonly totalRows: number;
  readonly start: number;
  readonly limit: number;
  readonly pool: { readonly recons: Readonly<Record<string, unknown>> };
  readonly previousPageEnd?: number;
  readonly nextPageStart?: number;
}

/** A page of selected rows. Cost: the rows of the page, and any sort. */
export function rowsPage(
  grid: Grid,
  selection: RowSelection,
  records: () => RecordIndex,
  request: PageRequest,
): RowsPage {
  const byRecord = selection.mode === 'record-based';
  const unitCount = byRecord ? records().recordCount : grid.rowCount;
  const order = byRecord ? sortRecords(grid, request.sorting, records()) : sortRows(grid, request.sorting);
  const unitAt = (position: number): number => order?.[position] ?? position;
  const isIn = (unit: number): boolean => selection.has(byRecord ? (records().record(unit)?.fromRowIndex ?? 0) : unit);
  const { positions, ...otherPages } = pagePositions(unitCount, (position) => isIn(unitAt(position)), request);
  const reader = new RowReader(grid);
  const recons = new Map<string, unknown>();
  const rows = positions.flatMap((position) =>
    rowsOfUnit(unitAt(position), byRecord ? records() : undefined).flatMap(({ index, recordIndex }): RowJson[] => {
      const row = reader.row(index);
      if (row === undefined) return [];
      const { flagged, starred } = row;
      const cells = cellsJson(grid, row, recons);
      return [
        { flagged, starred, cells, i: index, ...(recordIndex === undefined ? {} : { j: recordIndex }), k: position },
      ];
    }),
  );
  return {
    mode: selection.mode,
    rows,
    filtered: byRecord ? countRecords(selection, records()) : selection.rowCount,
    total: unitCount,
    totalRows: grid.rowCount,
    start: request.start ?? positions[0] ?? 0,
    // Clients are used to no more than there are.
    limit: Math.min(request.limit, grid.rowCount),
    pool: { recons: Object.fromEntries(recons) },
    ...otherPages,
  };
}

/** The rows of a record, the first with the index of the record; without records the one row itself. */
function rowsOfUnit(
  unit: number,
  records: RecordIndex | undefined,
): readonly { readonly index: number; readonly recordIndex?: number }[] {
  const record = records?.record(unit);
  if (record === undefined) return [{ index: unit }];
  const { index, fromRowIndex, toRowIndex } = record;
  return Array.from({ length: toRowIndex - fromRowIndex }, (_, place) => ({
    index: fromRowIndex + place,
    ...(place === 0 ? { recordIndex: index } : {}),
  }));
}

function pagePositions(
  unitCount: number,
  isIn: (position: number) => boolean,
  { start, end, limit }: PageRequest,
): { readonly positions: readonly number[]; readonly previousPageEnd?: number; readonly nextPageStart?: number } {
  const positions: number[] = [];
  if (end === undefined) {
    let position = start ?? 0;
    for (; position < unitCount && positions.length < limit; position += 1)
      if (isIn(position)) positions.push(position);
    return { positions, ...previousEnd(positions[0] ?? start ?? 0), ...nextStart(position) };
  }
  let position = Math.min(end, unitCount) - 1;
  for (; position >= 0 && positions.length < limit; position -= 1) if (isIn(position)) positions.unshift(position);
  return { positions, ...previousEnd(positions[0] ?? 0), ...nextStart(end) };

  function previousEnd(first: number): { readonly previousPageEnd?: number } {
    for (let before = Math.min(first, unitCount) - 1; before >= 0; before -= 1)
      if (isIn(before)) return { previousPageEnd: first };
    return {};
  }
  function nextStart(from: number): { readonly nextPageStart?: number } {
    for (let after = from; after < unitCount; after += 1) if (isIn(after)) return { nextPageStart: after };
    return {};
  }
}

function countRecords(selection: RowSelection, records: RecordIndex): number {
  if (selection.rows === undefined) return records.recordCount;
  let count = 0;
  for (let index = 0; index < records.recordCount; index += 1)
    if (selection.has(records.record(index)?.fromRowIndex ?? -1)) count += 1;
  return count;
}

/** Cells are at their cell index, so that a column finds its own whatever the order of display. */
function cellsJson(grid: Grid, row: Row, recons: Map<string, unknown>): readonly CellJson[] {
  const cells: CellJson[] = [];
  for (const { cellIndex } of grid.model.columns) {
    while (cells.length <= cellIndex) cells.push(null);
    cells[cellIndex] = cellJson(row.cell(cellIndex), recons);
  }
  return cells;
}

/** The cell for clients; its recon goes into the pool under its id. */
export function cellJson(cell: Cell | null, recons: Map<string, unknown>): CellJson {
  if (cell === null) return null;
  const { value, recon } = cell;
  const reference = recon === null ? {} : { r: String(recon.id) };
  if (recon !== null) recons.set(String(recon.id), reconJson(recon));
  if (value instanceof ErrorValue) return { e: value.message, ...reference };
  if (value instanceof DateValue) return { v: `${value.toIso().slice(0, 19)}Z`, t: 'date', ...reference };
  if (typeof value === 'bigint') return { v: wholeNumberJson(value), ...reference };
  if (typeof value === 'number') return { v: Number.isFinite(value) ? value : String(value), ...reference };
  return { v: value, ...reference };
}

/** Recon data for clients; only the first ten candidates are shown. */
function reconJson(recon: Recon): Readonly<Record<string, unknown>> {
  const { id, service, identifierSpace, schemaSpace, judgment } = recon;
  return {
    id,
    service,
    identifierSpace,
    schemaSpace,
    j: judgment,
    ...(recon.match === null ? {} : { m: candidateJson(recon.match) }),
    ...(judgment === 'none' ? { c: recon.candidates.slice(0, 10).map(candidateJson) } : {}),
    ...(recon.error === null ? {} : { e: recon.error }),
  };
}

function candidateJson({ id, name, types, score }: Recon['candidates'][number]): Readonly<Record<string, unknown>> {
  return { id, name, types, score };
}
