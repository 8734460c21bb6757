import { informativeness, type RowSummary } from '../input/row-summary.js';
import type { RunColumns, TableRow } from './run-record.js';

/** Steps of informativeness, and more rows than a table has: both fit into one number. */
const INFORMATIVENESS_STEPS = 100_000;
const MAX_ROWS = 8_388_608;

const NOTHING: RowSummary = { reason: 'nothing', probability: 0, topId: '', topName: '', candidates: 0 };

/** The rows of a table in groups with the same query; the first row of a group leads it. */
export class RowGroups {
  readonly #groups = new Map<number, number[]>();
  readonly #leaders: Int32Array;
  #order: { readonly rows: Int32Array; readonly matched: number } | undefined;

  /** `keys`: `groupKey` of each row, in order. */
  constructor(keys: readonly string[]) {
    const first = new Map<string, number>();
    this.#leaders = Int32Array.from(keys, (key, row) => {
      const leader = first.get(key) ?? row;
      if (leader === row) {
        first.set(key, row);
        this.#groups.set(row, []);
      }
      this.#groups.get(leader)?.push(row);
      return leader;
    });
  }

  leader(row: number): number {
    return this.#leaders[row] ?? row;
  }

  /** Rows with the same query, the first of them first. */
  of(row: number): readonly number[] {
    return this.#groups.get(this.leader(row)) ?? [row];
  }

  /** First rows of all groups that are matched, most informative first. Cost: sorting them where more are matched since. */
  order(summaries: readonly RowSummary[]): Int32Array {
    if (this.#order?.matched === summaries.length) return this.#order.rows;
    const leaders = [...this.#groups.keys()].filter((row) => row < summaries.length);
    // Informativeness and row in one number: numbers sort ten times as fast as with a comparator.
    const keys = Float64Array.from(
      leaders,
      (row) => Math.round((2 - informativeness(summaries[row] ?? NOTHING)) * INFORMATIVENESS_STEPS) * MAX_ROWS + row,
    );
    const rows = Int32Array.from(keys.sort(), (key) => key % MAX_ROWS);
    this.#order = { rows, matched: summaries.length };
    return rows;
  }

  /** Forgets the order, after matches have been discarded. */
  clearOrder(): void {
    this.#order = undefined;
  }
}

/** Equal for rows with the same query. */
export function groupKey({ cells }: TableRow, { query, type, properties, point, inNames }: RunColumns): string {
  const used = [
    query,
    ...(type === undefined ? [] : [type]),
    ...properties.map(({ column }) => column),
    ...(point === undefined ? [] : [point.latitude, point.longitude]),
    ...inNames,
  ];
  return JSON.stringify(used.map((column) => cells[column]?.trim() ?? ''));
}
