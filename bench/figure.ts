import type { RunConditions } from './page-of-records.js';

/** One measured number. The name is its identity: two runs are compared name by name. */
export interface Figure {
  readonly entities: number;
  /** Part, what was done, and the quantity with its unit: `batches/50 mixed x4/queriesPerSecond`. */
  readonly name: string;
  readonly value: number;
}

/** A run of the suite as it is kept in bench/records. */
export interface BenchRecord extends RunConditions {
  readonly figures: readonly Figure[];
}

/** The value at a share of a list that is sorted in ascending order; 0 for an empty list. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function ascending(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}
