import { absentChunk, type CellChunk, type ChunkHandle } from './cell-chunk.js';
import type { Cell, CellValue } from './cell-value.js';
import type { ColumnModel } from './column-model.js';

/*
 * A grid: columns, and rows in *row groups* of a few thousand. A group keeps the cells of each column as one immutable
 * chunk of bytes, on disk until it is needed. A change makes a new grid which shares every unchanged chunk, so that the
 * old grid stays whole: undo returns to it, and a change that fails half-way leaves nothing behind.
 */

/** Adjacent rows. */
export interface RowGroup {
  readonly rowCount: number;
  /** By cell index; a column without an entry has no cell in this group. */
  readonly chunks: ReadonlyMap<number, ChunkHandle>;
  readonly marks: RowMarks;
}

/** Rows of a group with a star or a flag, as positions within the group, ascending. */
export interface RowMarks {
  readonly starred: readonly number[];
  readonly flagged: readonly number[];
}

export const NO_MARKS: RowMarks = { starred: [], flagged: [] };

export interface Grid {
  readonly model: ColumnModel;
  readonly groups: readonly RowGroup[];
  /** The sum over the groups. */
  readonly rowCount: number;
}

/** Rows in a new group: small enough to decode in a few milliseconds, large enough that a million rows are a few hundred groups. */
export const ROWS_PER_GROUP = 4096;

/**
 * One row for reading. A `Row` passed to a callback is valid only until the callback returns: copy any data to keep.
 */
export interface Row {
  /** From 0, in the whole grid. */
  readonly index: number;
  readonly starred: boolean;
  readonly flagged: boolean;
  cell(cellIndex: number): Cell | null;
  /** Faster than `cell` without recon. */
  value(cellIndex: number): CellValue;
}

/** A grid of these groups, with its number of rows. */
export function gridOf(model: ColumnModel, groups: readonly RowGroup[]): Grid {
  return { model, groups, rowCount: groups.reduce((sum, group) => sum + group.rowCount, 0) };
}

/** One group whose chunks are loaded on demand. */
export class GroupReader {
  readonly group: RowGroup;
  /** Index of the group's first row in the grid. */
  readonly firstRow: number;
  readonly #chunks = new Map<number, CellChunk>();
  readonly #starred: ReadonlySet<number>;
  readonly #flagged: ReadonlySet<number>;

  constructor(group: RowGroup, firstRow: number) {
    this.group = group;
    this.firstRow = firstRow;
    this.#starred = new Set(group.marks.starred);
    this.#flagged = new Set(group.marks.flagged);
  }

  chunk(cellIndex: number): CellChunk {
    let chunk = this.#chunks.get(cellIndex);
    if (chunk === undefined) {
      chunk = this.group.chunks.get(cellIndex)?.load() ?? absentChunk(this.group.rowCount);
      this.#chunks.set(cellIndex, chunk);
    }
    return chunk;
  }

  /** The row at a position within the group; it stays valid as long as this reader. */
  row(position: number): Row {
    return new RowOfGroup(this, position);
  }

  isStarred(position: number): boolean {
    return this.#starred.has(position);
  }

  isFlagged(position: number): boolean {
    return this.#flagged.has(position);
  }
}

/** A row as its place in a group: there are many of them, and most are used for one value. */
class RowOfGroup implements Row {
  readonly #reader: GroupReader;
  readonly #position: number;

  constructor(reader: GroupReader, position: number) {
    this.#reader = reader;
    this.#position = position;
  }

  get index(): number {
    return this.#reader.firstRow + this.#position;
  }

  get starred(): boolean {
    return this.#reader.isStarred(this.#position);
  }

  get flagged(): boolean {
    return this.#reader.isFlagged(this.#position);
  }

  cell(cellIndex: number): Cell | null {
    return this.#reader.chunk(cellIndex).cell(this.#position);
  }

  value(cellIndex: number): CellValue {
    return this.#reader.chunk(cellIndex).value(this.#position);
  }
}

/** The groups of a grid from the first to the last, each with a reader. */
export function* readGroups(grid: Grid): Generator<GroupReader> {
  let firstRow = 0;
  for (const group of grid.groups) {
    yield new GroupReader(group, firstRow);
    firstRow += group.rowCount;
  }
}

/** Every row in order; `progress` is called after every few thousand. */
export function* readRows(grid: Grid, progress?: () => void): Generator<Row> {
  for (const reader of readGroups(grid)) {
    for (let position = 0; position < reader.group.rowCount; position += 1) yield reader.row(position);
    progress?.();
  }
}

/** Random access to rows by index, with `keptGroups` of the last read groups ready. */
export class RowReader {
  readonly #grid: Grid;
  readonly #firstRows: Float64Array;
  readonly #readers = new Map<number, GroupReader>();
  readonly #keptGroups: number;

  constructor(grid: Grid, keptGroups = 64) {
    this.#grid = grid;
    this.#keptGroups = keptGroups;
    this.#firstRows = new Float64Array(grid.groups.length);
    let firstRow = 0;
    grid.groups.forEach((group, index) => {
      this.#firstRows[index] = firstRow;
      firstRow += group.rowCount;
    });
  }

  /** Undefined for an unknown row. */
  row(index: number): Row | undefined {
    const reader = this.readerOf(index);
    return reader?.row(index - reader.firstRow);
  }

  /** The reader of a row's group; undefined for an unknown row. */
  readerOf(index: number): GroupReader | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#grid.rowCount) return undefined;
    return this.#reader(this.#groupOf(index));
  }

  #groupOf(row: number): number {
    let low = 0;
    let high = this.#firstRows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#firstRows[middle] ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #reader(place: number): GroupReader | undefined {
    const kept = this.#readers.get(place);
    if (kept !== undefined) {
      this.#readers.delete(place);
      this.#readers.set(place, kept);
      return kept;
    }
    const group = this.#grid.groups[place];
    if (group === undefined) return undefined;
    const reader = new GroupReader(group, this.#firstRows[place] ?? 0);
    this.#readers.set(place, reader);
    if (this.#readers.size > this.#keptGroups) {
      for (const oldest of this.#readers.keys()) {
        this.#readers.delete(oldest);
        break;
      }
    }
    return reader;
  }
}
