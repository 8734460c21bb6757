import { encodeChunk } from './chunk-format.js';
import type { Cell } from './cell-value.js';
import type { ChunkHandle, ChunkWriter } from './cell-chunk.js';
import type { ColumnModel } from './column-model.js';
import { gridOf, NO_MARKS, ROWS_PER_GROUP, type Grid, type RowGroup, type RowMarks } from './grid.js';

/** Longer total texts end a row group early, so that a group of very long cells does not fill the memory. */
const MAX_GROUP_TEXT = 16 * 1024 * 1024;

/** Collects rows into groups: for importers, and for operations that make or move whole rows. */
export class GridWriter {
  readonly #writer: ChunkWriter;
  readonly #groups: RowGroup[] = [];
  #columns: (Cell | null)[][] = [];
  #rowCount = 0;
  #textLength = 0;
  #starred: number[] = [];
  #flagged: number[] = [];

  constructor(writer: ChunkWriter) {
    this.#writer = writer;
  }

  get rowCount(): number {
    return this.#groups.reduce((sum, group) => sum + group.rowCount, 0) + this.#rowCount;
  }

  /** Cells by cell index; a shorter array leaves the rest absent. Throws errors of the chunk writer. */
  append(cells: readonly (Cell | null)[], marks?: { readonly starred: boolean; readonly flagged: boolean }): void {
    for (let index = 0; index < cells.length; index += 1) {
      const cell = cells[index] ?? null;
      if (cell === null) continue;
      if (typeof cell.value === 'string') this.#textLength += cell.value.length;
      const column = (this.#columns[index] ??= []);
      column[this.#rowCount] = cell;
    }
    if (marks?.starred === true) this.#starred.push(this.#rowCount);
    if (marks?.flagged === true) this.#flagged.push(this.#rowCount);
    this.#rowCount += 1;
    if (this.#rowCount >= ROWS_PER_GROUP || this.#textLength > MAX_GROUP_TEXT) this.#flush();
  }

  /** The rows written so far continue with these groups, unchanged. */
  appendGroup(group: RowGroup): void {
    this.#flush();
    if (group.rowCount > 0) this.#groups.push(group);
  }

  /** The grid of all rows; the writer must not be used afterwards. */
  finish(model: ColumnModel): Grid {
    this.#flush();
    return gridOf(model, this.#groups);
  }

  #flush(): void {
    if (this.#rowCount === 0) return;
    const chunks = new Map<number, ChunkHandle>();
    this.#columns.forEach((column, cellIndex) => {
      // A column that ends in absent cells was never filled to the last row.
      column.length = this.#rowCount;
      chunks.set(cellIndex, this.#writer.write(encodeChunk(column)));
    });
    const marks: RowMarks =
      this.#starred.length + this.#flagged.length === 0 ? NO_MARKS : { starred: this.#starred, flagged: this.#flagged };
    this.#groups.push({ rowCount: this.#rowCount, chunks, marks });
    this.#columns = [];
    this.#rowCount = 0;
    this.#textLength = 0;
    this.#starred = [];
    this.#flagged = [];
  }
}

/** A grid with one column computed anew by group; other chunks are shared. `compute` returns the cells of a group. */
export function withColumn(
  grid: Grid,
  model: ColumnModel,
  cellIndex: number,
  writer: ChunkWriter,
  cellsOfGroup: (group: RowGroup, firstRow: number) => readonly (Cell | null)[] | 'unchanged',
): Grid {
  let firstRow = 0;
  const groups = grid.groups.map((group): RowGroup => {
    const cells = cellsOfGroup(group, firstRow);
    firstRow += group.rowCount;
    if (cells === 'unchanged') return group;
    const chunks = new Map(group.chunks);
    if (cells.every((cell) => cell === null)) chunks.delete(cellIndex);
    else chunks.set(cellIndex, writer.write(encodeChunk(cells)));
    return { ...group, chunks };
  });
  return gridOf(model, groups);
}

/** The cells of one column in a group, as a mutable list. */
export function cellsOfGroup(group: RowGroup, cellIndex: number): (Cell | null)[] {
  const chunk = group.chunks.get(cellIndex)?.load();
  return Array.from({ length: group.rowCount }, (_, position) => chunk?.cell(position) ?? null);
}

/** The cell with another value; without a value and without recon there is no cell. */
export function withValue(cell: Cell | null, value: Cell['value']): Cell | null {
  const recon = cell?.recon ?? null;
  return value === null && recon === null ? null : { value, recon };
}
