import { CERTAINTY } from './certainty-figures.js';
import { z } from 'zod';

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

/*
 * Estimates the number of wrong answers in a table from their probabilities. These are biased by a factor that differs
 * from table to table: its distribution in tables with known answers gives the range, and each judged row narrows it (a
 * random-intercept logistic model, integrated on a grid).
 */

/**
 * The logit of an event is `intercept + slope · logit(probability) + spread · z`, with z standard normal for each
 * table.
 */
export interface EventFigures {
  readonly intercept: number;
  readonly slope: number;
  readonly spread: number;
}

/** Rows with about the same probability. */
export interface EventBin {
  /** Of the first candidate, 0–1. */
  readonly probability: number;
  readonly rows: number;
  /** Judged rows, and those with the event. */
  readonly judged?: number;
  readonly events?: number;
}

/** A number of rows: the median, and its range in 90 of 100 tables. */
export interface CountRange {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Number of rows with the event, and its rate by probability. */
interface EventEstimate extends CountRange {
  readonly rateAt: (probability: number) => number;
}

const STEPS = 71;
const WIDEST = 3.5;
const DEVIATIONS: readonly number[] = Array.from({ length: STEPS }, (_, i) => WIDEST * ((2 * i) / (STEPS - 1) - 1));
const [LOW, MEDIAN, HIGH] = [0.05, 0.5, 0.95];
/** A sum of rare events is Poisson distributed up to this mean, and normally above. */
const MAX_OF_POISSON = 30;
const NEAREST = 5e-4;

/** Estimates the number of rows with the event; judged rows are counted. Cost: 71 looks at each bin. */
export function estimateEvents(figures: EventFigures, bins: readonly EventBin[]): EventEstimate {
  const rates = DEVIATIONS.map((deviation) => bins.map(({ probability }) => rateOf(figures, probability, deviation)));
  const weights = normalised(
    DEVIATIONS.map((deviation, i) =>
      bins.reduce(
        (sum, { judged = 0, events = 0 }, bin) => {
          const rate = rates[i]?.[bin] ?? 0;
          return judged === 0 ? sum : sum + events * Math.log(rate) + (judged - events) * Math.log(1 - rate);
        },
        -(deviation ** 2) / 2,
      ),
    ),
  );
  const parts = DEVIATIONS.map((_, i) => {
    let [mean, variance] = [0, 0];
    bins.forEach(({ rows, judged = 0 }, bin) => {
      const rate = rates[i]?.[bin] ?? 0;
      mean += (rows - judged) * rate;
      variance += (rows - judged) * rate * (1 - rate);
    });
    return { weight: weights[i] ?? 0, mean, variance };
  });
  const known = bins.reduce((sum, { events = 0 }) => sum + events, 0);
  const open = bins.reduce((sum, { rows, judged = 0 }) => sum + rows - judged, 0);
  const quantile = (share: number): number => known + quantileOf(parts, share, open);
  return {
    value: quantile(MEDIAN),
    low: quantile(LOW),
    high: quantile(HIGH),
    rateAt: (probability) =>
      DEVIATIONS.reduce((sum, deviation, i) => sum + (weights[i] ?? 0) * rateOf(figures, probability, deviation), 0),
  };
}

/** Rate of the event at this probability, for a table this many standard deviations from the mean. */
function rateOf({ intercept, slope, spread }: EventFigures, probability: number, deviation: number): number {
  const clipped = Math.min(1 - NEAREST, Math.max(NEAREST, probability));
  const logit = Math.log(clipped / (1 - clipped));
  const rate = 1 / (1 + Math.exp(-(intercept + slope * logit + spread * deviation)));
  return Math.min(1 - 1e-9, Math.max(1e-9, rate));
}

function normalised(logarithms: readonly number[]): readonly number[] {
  const top = logarithms.reduce((a, b) => Math.max(a, b), -Infinity);
  const parts = logarithms.map((one) => Math.exp(one - top));
  const sum = parts.reduce((a, b) => a + b, 0);
  return parts.map((part) => part / sum);
}

interface Part {
  readonly weight: number;
  readonly mean: number;
  readonly variance: number;
}

/** The quantile of the sum at this share. */
function quantileOf(parts: readonly Part[], share: number, most: number): number {
  let [below, at] = [-1, most];
  while (at - below > 1) {
    const middle = Math.floor((below + at) / 2);
    if (parts.reduce((sum, part) => sum + part.weight * shareUpTo(part, middle), 0) >= share) at = middle;
    else below = middle;
  }
  return Math.max(0, at);
}

/** Probability that a sum with this mean and variance is at most `count`. */
function shareUpTo({ mean, variance }: Part, count: number): number {
  if (mean > MAX_OF_POISSON) return normalShare((count + 0.5 - mean) / Math.sqrt(variance));
  let term = Math.exp(-mean);
  let sum = term;
  for (let i = 1; i <= count && (i < mean || term > 1e-12); i++) sum += term *= mean / i;
  return Math.min(1, sum);
}

/** The standard normal distribution function (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}
