import { z } from 'zod';
import { CERTAINTY } from './certainty-figures.js';
import { estimateEvents, type EventBin, type EventEstimate } from './estimate-events.js';

/** What a table is matched by: names alone, properties too, or what the whole file has taught about its properties. */
export type TableEvidence = keyof typeof CERTAINTY.wrong.kinds;

/** How many of the automatic matches are wrong, and how many of the other rows mean an entity of the dataset. */
export interface Certainty {
  readonly wrong: EventEstimate;
  readonly missed: EventEstimate;
}

/** Lower ends of the ranges in which probabilities are counted. */
const RANGES: readonly number[] = [
  0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.86, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998, 0.999,
];

/** Rows by probability: of each range, how many rows and the sum of their probabilities. */
export const probabilityCountsSchema = z.array(z.number().nonnegative()).length(2 * RANGES.length);
type ProbabilityCounts = readonly number[];

export const NO_PROBABILITIES: ProbabilityCounts = RANGES.flatMap(() => [0, 0]);

/** Counts one more row; changes the counts. */
export function countProbability(counts: number[], probability: number): void {
  const range = rangeOf(probability);
  counts[2 * range] = (counts[2 * range] ?? 0) + 1;
  counts[2 * range + 1] = (counts[2 * range + 1] ?? 0) + probability;
}

/** The range of a probability, by its place. */
function rangeOf(probability: number): number {
  return Math.max(
    0,
    RANGES.findLastIndex((least) => probability >= least),
  );
}

/** Both together. */
export function addCounts(a: ProbabilityCounts, b: ProbabilityCounts): number[] {
  return a.map((one, i) => one + (b[i] ?? 0));
}

/** The ranges that have rows. */
export function binsOf(counts: ProbabilityCounts): readonly EventBin[] {
  return RANGES.flatMap((_, range) => {
    const [rows = 0, sum = 0] = counts.slice(2 * range, 2 * range + 2);
    return rows === 0 ? [] : [{ probability: sum / rows, rows }];
  });
}

/** Rows by range, with how many of them were judged and for how many of these the event is true. `isEvent`: `undefined` for a row that was not judged; `count`: one when left out. */
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

/** What a table is matched by. `hasTaught`: whether the whole table has taught something; `properties`: its columns that are compared. */
export function evidenceOf(hasTaught: boolean, properties: readonly unknown[]): TableEvidence {
  if (hasTaught) return 'file';
  return properties.length > 0 ? 'properties' : 'names';
}

/** How sure the matching of a table is, by the probabilities of its rows and by what people have found of some. */
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
