import type { CellChunk, ChunkHandle, ChunkWriter } from './cell-chunk.js';
import { encodeChunk } from './chunk-format.js';
import type { Cell } from './cell-value.js';
import type { ColumnModel } from './column-model.js';
import { GridWriter } from './grid-writer.js';
import {
  GroupReader,
  gridOf,
  NO_MARKS,
  readGroups,
  ROWS_PER_GROUP,
  type Grid,
  type Row,
  type RowGroup,
  type RowMarks,
} from './grid.js';

/** The cells of a row at their cell indexes, for the columns of the model. */
export function cellsOfRow(model: ColumnModel, row: Row): (Cell | null)[] {
  const cells: (Cell | null)[] = [];
  for (const { cellIndex } of model.columns) cells[cellIndex] = row.cell(cellIndex);
  return cells;
}

/** The rows for which `isKept` is true, in order. Groups that keep all their rows are shared. */
export function keepRows(
  grid: Grid,
  writer: ChunkWriter,
  isKept: (rowIndex: number) => boolean,
  progress: () => void,
): Grid {
  const rows = new GridWriter(writer);
  for (const reader of readGroups(grid)) {
    const { rowCount } = reader.group;
    const kept: number[] = [];
    for (let position = 0; position < rowCount; position += 1)
      if (isKept(reader.firstRow + position)) kept.push(position);
    if (kept.length === rowCount) rows.appendGroup(reader.group);
    else {
      for (const position of kept) {
        const row = reader.row(position);
        rows.append(cellsOfRow(grid.model, row), row);
      }
    }
    progress();
  }
  return rows.finish(grid.model);
}

/**
 * The rows in another order: `order[i]` is the present index of row i; others are removed. Works through one column
 * after the other, so that no more than one is in memory at a time.
 */
export function arrangeRows(grid: Grid, writer: ChunkWriter, order: Uint32Array, progress: () => void): Grid {
  const groupCount = Math.ceil(order.length / ROWS_PER_GROUP);
  const chunksOfGroups = Array.from({ length: groupCount }, () => new Map<number, ChunkHandle>());
  const { groupOf, firstRows } = placesOf(grid);
  for (const { cellIndex } of grid.model.columns) {
    const loaded: (CellChunk | undefined)[] = [];
    chunksOfGroups.forEach((chunks, groupIndex) => {
      const from = groupIndex * ROWS_PER_GROUP;
      const cells: (Cell | null)[] = [];
      for (let place = from; place < Math.min(from + ROWS_PER_GROUP, order.length); place += 1) {
        const rowIndex = order[place] ?? 0;
        const oldGroup = groupOf[rowIndex] ?? 0;
        const chunk = (loaded[oldGroup] ??= grid.groups[oldGroup]?.chunks.get(cellIndex)?.load());
        cells.push(chunk?.cell(rowIndex - (firstRows[oldGroup] ?? 0)) ?? null);
      }
      if (cells.some((cell) => cell !== null)) chunks.set(cellIndex, writer.write(encodeChunk(cells)));
      progress();
    });
  }
  const { starred, flagged } = markedRows(grid);
  const groups = chunksOfGroups.map((chunks, groupIndex): RowGroup => {
    const slice = order.subarray(groupIndex * ROWS_PER_GROUP, (groupIndex + 1) * ROWS_PER_GROUP);
    return { rowCount: slice.length, chunks, marks: marksOf(slice, starred, flagged) };
  });
  return gridOf(grid.model, groups);
}

/** The grid with new stars or flags for some rows. `isMarked` receives a row's index and its present mark. */
export function markRows(
  grid: Grid,
  mark: 'starred' | 'flagged',
  isMarked: (rowIndex: number, isNow: boolean) => boolean,
): { readonly grid: Grid; readonly changed: number } {
  let changed = 0;
  let firstRow = 0;
  const groups = grid.groups.map((group): RowGroup => {
    const reader = new GroupReader(group, firstRow);
    firstRow += group.rowCount;
    const marked: number[] = [];
    let changedHere = 0;
    for (let position = 0; position < group.rowCount; position += 1) {
      const row = reader.row(position);
      const isNow = mark === 'starred' ? row.starred : row.flagged;
      const willBe = isMarked(row.index, isNow);
      if (willBe) marked.push(position);
      if (willBe !== isNow) changedHere += 1;
    }
    changed += changedHere;
    return changedHere === 0 ? group : { ...group, marks: { ...group.marks, [mark]: marked } };
  });
  return { grid: { ...grid, groups }, changed };
}

function placesOf(grid: Grid): { readonly groupOf: Uint16Array | Uint32Array; readonly firstRows: readonly number[] } {
  const groupOf = new Uint32Array(grid.rowCount);
  const firstRows: number[] = [];
  let firstRow = 0;
  grid.groups.forEach((group, index) => {
    firstRows.push(firstRow);
    groupOf.fill(index, firstRow, firstRow + group.rowCount);
    firstRow += group.rowCount;
  });
  return { groupOf, firstRows };
}

function markedRows(grid: Grid): { readonly starred: ReadonlySet<number>; readonly flagged: ReadonlySet<number> } {
  const starred = new Set<number>();
  const flagged = new Set<number>();
  let firstRow = 0;
  for (const { marks, rowCount } of grid.groups) {
    for (const position of marks.starred) starred.add(firstRow + position);
    for (const position of marks.flagged) flagged.add(firstRow + position);
    firstRow += rowCount;
  }
  return { starred, flagged };
}

function marksOf(rows: Uint32Array, starred: ReadonlySet<number>, flagged: ReadonlySet<number>): RowMarks {
  if (starred.size + flagged.size === 0) return NO_MARKS;
  const positionsIn = (marked: ReadonlySet<number>): number[] => {
    const positions: number[] = [];
    rows.forEach((row, position) => {
      if (marked.has(row)) positions.push(position);
    });
    return positions;
  };
  return { starred: positionsIn(starred), flagged: positionsIn(flagged) };
}
