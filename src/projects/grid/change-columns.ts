import type { Column, ColumnGroup, ColumnModel } from './column-model.js';
import { largestOf } from '../../foundation/largest-of.js';

/* Changes of the column model alone. Cells are not touched: a removed column leaves its chunks behind, unread. */

/** The model with columns inserted before a display position (0 to the number of columns). */
export function insertColumns(model: ColumnModel, position: number, columns: readonly Column[]): ColumnModel {
  const at = Math.max(0, Math.min(position, model.columns.length));
  const columnGroups = model.columnGroups.map((group): ColumnGroup => {
    const { startColumnIndex: start, columnSpan: span, keyColumnIndex: key } = group;
    if (at <= start)
      return {
        startColumnIndex: start + columns.length,
        columnSpan: span,
        keyColumnIndex: key < 0 ? key : key + columns.length,
      };
    if (at < start + span)
      return {
        startColumnIndex: start,
        columnSpan: span + columns.length,
        keyColumnIndex: key >= at ? key + columns.length : key,
      };
    return group;
  });
  return {
    columns: [...model.columns.slice(0, at), ...columns, ...model.columns.slice(at)],
    columnGroups,
    nextCellIndex: largestOf(
      columns.map(({ cellIndex }) => cellIndex + 1),
      model.nextCellIndex,
    ),
  };
}

/** The model without the column at a position; groups shrink, and empty ones are removed. */
export function removeColumn(model: ColumnModel, position: number): ColumnModel {
  const columnGroups = model.columnGroups.flatMap((group): readonly ColumnGroup[] => {
    const { startColumnIndex: start, columnSpan: span, keyColumnIndex: key } = group;
    const newKey = key === position ? -1 : key > position ? key - 1 : key;
    if (position < start) return [{ startColumnIndex: start - 1, columnSpan: span, keyColumnIndex: newKey }];
    if (position >= start + span) return [group];
    return span > 1 ? [{ startColumnIndex: start, columnSpan: span - 1, keyColumnIndex: newKey }] : [];
  });
  return { ...model, columns: model.columns.filter((_, index) => index !== position), columnGroups };
}

/** The model with these columns in this order. Column groups are positions, and are removed. */
export function arrangeColumns(model: ColumnModel, columns: readonly Column[]): ColumnModel {
  return { ...model, columns, columnGroups: [] };
}

/** The model with one column replaced, found by its cell index. */
export function replaceColumn(model: ColumnModel, column: Column): ColumnModel {
  return { ...model, columns: model.columns.map((one) => (one.cellIndex === column.cellIndex ? column : one)) };
}
