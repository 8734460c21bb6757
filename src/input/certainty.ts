import { z } from 'zod';
import { CERTAINTY } from './certainty-figures.js';
import { estimateEvents, type EventBin, type EventEstimate } from './estimate-events.js';

/** Evidence of a table: names alone, also properties, or also what was learned about them from the whole file. */
export type TableEvidence = keyof typeof CERTAINTY.wrong.kinds;

/** Estimated wrong automatic matches, and estimated entities of the dataset in the other rows. */
export interface Certainty {
  readonly wrong: EventEstimate;
  readonly missed: EventEstimate;
}

const RANGES: readonly number[] = [
  0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.86, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999,
];

/** For each range, the number of rows and the sum of their probabilities. */
export const probabilityCountsSchema = z.array(z.number().nonnegative()).length(2 * RANGES.length);
type ProbabilityCounts = readonly number[];

export const NO_PROBABILITIES: ProbabilityCounts = RANGES.flatMap(() => [0, 0]);

/** Counts one more row; changes the counts. */
export function countProbability(counts: number[], probability: number): void {
  const range = rangeOf(probability);
  counts[2 * range] = (counts[2 * range] ?? 0) + 1;
  counts[2 * range + 1] = (counts[2 * range + 1] ?? 0) + probability;
}

function rangeOf(probability: number): number {
  return Math.max(
    0,
    RANGES.findLastIndex((least) => probability >= least),
  );
}

/** The sum of both. */
export function addCounts(a: ProbabilityCounts, b: ProbabilityCounts): number[] {
  return a.map((one, i) => one + (b[i] ?? 0));
}

/** The ranges with rows. */
export function binsOf(counts: ProbabilityCounts): readonly EventBin[] {
  return RANGES.flatMap((_, range) => {
    const [rows = 0, sum = 0] = counts.slice(2 * range, 2 * range + 2);
    return rows === 0 ? [] : [{ probability: sum / rows, rows }];
  });
}

/**
 * Rows by range, with the number judged and the number with the event. `isEvent`: `undefined` for an unjudged row;
 * `count`: one by default.
 */
export function binsOfRows<Row extends { readonly probability: number; readonly count?: number }>(
  rows: readonly Row[],
  isEvent: (row: Row) => boolean | undefined,
): readonly Required<EventBin>[] {
  const bins = new Map<number, { rows: number; sum: number; judged: number; events: number }>();
  for (const row of rows) {
    const { probability, count = 1 } = row;
    const range = rangeOf(probability);
    const bin = bins.get(range) ?? { rows: 0, sum: 0, judged: 0, events: 0 };
    bins.set(range, bin);
    bin.rows += count;
    bin.sum += count * probability;
    const isTrue = isEvent(row);
    if (isTrue !== undefined) bin.judged += count;
    if (isTrue === true) bin.events += count;
  }
  return [...bins.values()].map(({ sum, ...bin }) => ({ ...bin, probability: sum / bin.rows }));
}

/**
 * The evidence of a table. `hasLearned`: something was learned from the whole table; `properties`: its compared columns.
 */
export function evidenceOf(hasLearned: boolean, properties: readonly unknown[]): TableEvidence {
  if (hasLearned) return 'file';
  return properties.length > 0 ? 'properties' : 'names';
}

/** Certainty of matching a table, from the probabilities of its rows and from judgments. */
export function certaintyOf(
  evidence: TableEvidence,
  matched: readonly EventBin[],
  unmatched: readonly EventBin[],
): Certainty {
  const { wrong, missed } = CERTAINTY;
  return {
    wrong: estimateEvents({ ...wrong.kinds[evidence], spread: wrong.spread }, matched),
    missed: estimateEvents({ ...missed.kinds[evidence], spread: missed.spread }, unmatched),
  };
}
