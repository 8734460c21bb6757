import type { ChunkWriter } from '../../src/projects/grid/cell-chunk.js';
import { memoryChunkWriter } from '../support/memory-chunk-writer.js';
import { DateValue, ErrorValue, type CellValue } from '../../src/projects/grid/cell-value.js';
import { cellOf } from '../../src/projects/grid/cell-value.js';
import { GridWriter } from '../../src/projects/grid/grid-writer.js';
import { readRows, type Grid } from '../../src/projects/grid/grid.js';

/*
 * Grids as small tables: what tests write and read. In JSON a whole number is `{"whole": 6}`'s short form 6, a floating one `{"floating": 6}`,
 * a date `{"date": "2020-01-01T00:00:00Z"}`, an error `{"error": "message"}`.
 */

export type JsonCell =
  | string
  | number
  | boolean
  | null
  | { readonly floating: number }
  | { readonly date: string }
  | { readonly error: string };

/** A row of cells, or one with marks. */
export type JsonRow =
  readonly JsonCell[] | { readonly cells: readonly JsonCell[]; readonly starred?: boolean; readonly flagged?: boolean };

/** The cells of a row. */
export function cellsOfJson(row: JsonRow): readonly JsonCell[] {
  return 'cells' in row ? row.cells : row;
}

function valueOfJson(json: JsonCell): CellValue {
  if (json === null || typeof json === 'string' || typeof json === 'boolean') return json;
  if (typeof json === 'number') return Number.isInteger(json) ? BigInt(json) : json;
  if ('floating' in json) return json.floating;
  if ('date' in json) return new DateValue(Date.parse(json.date));
  return new ErrorValue(json.error);
}

function jsonOfValue(value: CellValue): JsonCell {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isInteger(value) ? { floating: value } : value;
  if (value instanceof DateValue) return { date: value.toIso() };
  if (value instanceof ErrorValue) return { error: value.message };
  return value;
}

/** A grid with cells at cell indexes in the order of the columns. */
export function gridOfTable(
  columns: readonly string[],
  rows: readonly JsonRow[],
  writer: ChunkWriter = memoryChunkWriter(),
): Grid {
  const grid = new GridWriter(writer);
  for (const row of rows) {
    const { cells, starred = false, flagged = false } = 'cells' in row ? row : { cells: row };
    grid.append(
      cells.map((cell) => cellOf(valueOfJson(cell))),
      { starred, flagged },
    );
  }
  return grid.finish({
    columns: columns.map((name, cellIndex) => ({ cellIndex, originalName: name, name })),
    columnGroups: [],
    nextCellIndex: columns.length,
  });
}

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly JsonRow[];
}

/** The grid as a person sees it: names and values in the order of display, marks where there are any. */
export function tableOfGrid(grid: Grid): Table {
  const { columns } = grid.model;
  const rows = [...readRows(grid)].map((row): JsonRow => {
    const cells = columns.map(({ cellIndex }) => jsonOfValue(row.value(cellIndex)));
    if (!row.starred && !row.flagged) return cells;
    return { cells, ...(row.starred ? { starred: true } : {}), ...(row.flagged ? { flagged: true } : {}) };
  });
  return { columns: columns.map(({ name }) => name), rows };
}
