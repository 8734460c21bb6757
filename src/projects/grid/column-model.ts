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
