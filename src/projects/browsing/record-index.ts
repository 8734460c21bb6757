import { readGroups, type Grid } from '../grid/grid.js';

/*
 * Records: groups of rows. A row whose key cell (the one in the first column) is not blank begins a record; a row with
 * a blank key continues the record above when another of its cells is not blank; a row without such, or before the
 * first key, is a record of its own. Source: the data-cleaning service's record model.
 */

interface GridRecord {
  /** From 0. */
  readonly index: number;
  readonly fromRowIndex: number;
  /** Exclusive. */
  readonly toRowIndex: number;
}

export interface RecordIndex {
  readonly recordCount: number;
  /** Undefined for an unknown record. */
  record(recordIndex: number): GridRecord | undefined;
  /** The record of a row; undefined for an unknown row. Cost: one binary search. */
  recordOf(rowIndex: number): GridRecord | undefined;
  /** The record of `row.record`: that of the last key above, also across a row without cells, itself a record. */
  keyedRecordOf(rowIndex: number): GridRecord | undefined;
}

/** Cost: one pass over the key column, and over the others where keys are empty. */
export function indexRecords(grid: Grid): RecordIndex {
  const starts = new Uint32Array(grid.rowCount);
  const keyed = new Uint8Array(grid.rowCount);
  let recordCount = 0;
  let isKeyed = false;
  const [keyColumn, ...others] = grid.model.columns;
  for (const reader of readGroups(grid)) {
    for (let position = 0; position < reader.group.rowCount; position += 1) {
      const hasKey = keyColumn !== undefined && !reader.chunk(keyColumn.cellIndex).isBlank(position);
      const continues =
        !hasKey && isKeyed && others.some(({ cellIndex }) => !reader.chunk(cellIndex).isBlank(position));
      isKeyed ||= hasKey;
      if (!continues) {
        starts[recordCount] = reader.firstRow + position;
        keyed[recordCount] = hasKey ? 1 : 0;
        recordCount += 1;
      }
    }
  }
  return recordIndexOf(starts.subarray(0, recordCount), keyed, grid.rowCount);
}

/** `keyed`: 1 for each record that begins with a key. */
function recordIndexOf(starts: Uint32Array, keyed: Uint8Array, rowCount: number): RecordIndex {
  const record = (index: number): GridRecord | undefined => {
    const fromRowIndex = starts[index];
    return fromRowIndex === undefined ? undefined : { index, fromRowIndex, toRowIndex: starts[index + 1] ?? rowCount };
  };
  const indexOf = (rowIndex: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= rowIndex) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const isRow = (rowIndex: number): boolean => rowIndex >= 0 && rowIndex < rowCount;
  return {
    recordCount: starts.length,
    record,
    recordOf: (rowIndex) => (isRow(rowIndex) ? record(indexOf(rowIndex)) : undefined),
    keyedRecordOf: (rowIndex) => {
      if (!isRow(rowIndex)) return undefined;
      const own = indexOf(rowIndex);
      if (starts[own] === rowIndex) return record(own);
      let index = own;
      while (index > 0 && keyed[index] === 0) index -= 1;
      return record(index);
    },
  };
}
