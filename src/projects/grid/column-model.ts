import { largestOf } from '../../foundation/largest-of.js';
import type { ReconConfig, ReconStats } from './recon.js';

/** One column. `cellIndex` addresses its cells, is never reused within a project, and is no display order. */
export interface Column {
  readonly cellIndex: number;
  readonly originalName: string;
  readonly name: string;
  readonly reconConfig?: ReconConfig;
  readonly reconStats?: ReconStats;
}

/** Columns from one nested element of a tree: positions in display order. */
export interface ColumnGroup {
  readonly startColumnIndex: number;
  readonly columnSpan: number;
  /** The column whose non-blank cells begin the group's items; -1 for none. */
  readonly keyColumnIndex: number;
}

export interface ColumnModel {
  /** In display order. The first is the key column: its non-blank cells begin records. */
  readonly columns: readonly Column[];
  readonly columnGroups: readonly ColumnGroup[];
  /** Larger than every cell index that was ever used. */
  readonly nextCellIndex: number;
}

/** Undefined without a column of that exact name. */
export function findColumn(model: ColumnModel, name: string): Column | undefined {
  return model.columns.find((column) => column.name === name);
}

/**
 * An unused name: the name itself, or followed by a counter from 2 (`a2`; `a b 2` when the name has a space). A caller
 * with very many columns passes `counters`, which remembers the last counter of each name, so that the search does not
 * begin anew for each; names must only be added to `taken` then.
 */
export function unduplicatedName(taken: ReadonlySet<string>, name: string, counters?: Map<string, number>): string {
  if (!taken.has(name)) return name;
  const gap = name.includes(' ') ? ' ' : '';
  for (let counter = (counters?.get(name) ?? 1) + 1; ; counter += 1) {
    const candidate = `${name}${gap}${counter}`;
    if (taken.has(candidate)) continue;
    counters?.set(name, counter);
    return candidate;
  }
}

/** The first `count` names of `name 1`, `name 2` … that no column has. */
export function numberedNames(columns: readonly Column[], name: string, count: number): readonly string[] {
  const taken = new Set(columns.map((column) => column.name));
  const names: string[] = [];
  for (let number = 1; names.length < count; number += 1) {
    const numbered = `${name} ${number}`;
    if (!taken.has(numbered)) names.push(numbered);
  }
  return names;
}

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
