import { binsOfRows, certaintyOf, type Certainty, type TableEvidence } from '../input/certainty.js';
import { wilsonInterval, type Interval } from '../foundation/wilson-interval.js';

/*
 * Quality of a table's matching, estimated from judgments. Judged rows are no random sample: uncertain ones come first.
 * So rows are put into strata by the probability of their first candidate and by whether they were matched
 * automatically; the judged rows of a stratum stand for all its rows (post-stratification; W. G. Cochran, Sampling
 * Techniques, chapter 5A.9).
 */

/** Rows that are alike for these estimates. */
export interface MeasuredRow {
  readonly count?: number;
  readonly probability: number;
  readonly isMatched: boolean;
  /** Judgment of a person: the first candidate is right, another entity is, none is; `undefined`: not judged. */
  readonly found: 'first' | 'other' | 'none' | undefined;
}

/** A share with its 95 % interval. */
export interface Estimate extends Interval {
  readonly value: number;
}

export interface CalibrationBin {
  /** Mean probability of the judged rows. */
  readonly stated: number;
  /** Share of them whose first candidate is right. */
  readonly observed: Estimate;
  readonly rows: number;
}

/** Precision and recall if all rows of at least this probability were accepted. */
interface ThresholdPoint {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly accepted: number;
  /** Wrong ones among the accepted, by the probabilities alone. */
  readonly expectedErrors: number;
}

export interface Measure {
  readonly judged: number;
  readonly certainty: Certainty;
  /** Of the rows matched automatically, those that are right. `undefined` without any, or without a judged one. */
  readonly precision: Estimate | undefined;
  /** Of the rows that mean an entity of the dataset, those matched automatically and right. */
  readonly recall: Estimate | undefined;
  /** Of all rows, those that mean no entity of the dataset. */
  readonly notInDataset: Estimate | undefined;
  readonly calibration: readonly CalibrationBin[];
  readonly thresholds: readonly ThresholdPoint[];
}

const BINS = 10;
/** Judged rows that the estimated probability of a stratum counts for. */
const PRIOR_ROWS = 2;
const Z = 1.959964;
const THRESHOLDS: readonly number[] = [0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0];

interface Stratum {
  readonly rows: MeasuredRow[];
  /** Shares of rows with their first candidate, and with nothing in the dataset, without judgments. */
  readonly expected: (rows: readonly MeasuredRow[]) => { readonly first: number; readonly none: number };
  size: number;
  judged: number;
  first: number;
  none: number;
}

/** Estimates for these rows of a table with this evidence. Cost: some passes over the different ones. */
export function measureRows(rows: readonly MeasuredRow[], evidence: TableEvidence): Measure {
  const judgedRows = rows.filter(({ found }) => found !== undefined);
  const certainty = certaintyIn(rows, evidence);
  const strata = stratify(rows, certainty);
  const isSeen = (test: (row: MeasuredRow) => boolean): boolean => judgedRows.some(test);
  const matched = strata.filter(({ rows: [row] }) => row?.isMatched === true);
  return {
    judged: sizeOf(judgedRows),
    certainty,
    precision: isSeen(({ isMatched }) => isMatched) ? shareOf(matched, firstRate) : undefined,
    recall: judgedRows.length === 0 ? undefined : ratio(matched, strata),
    notInDataset: judgedRows.length === 0 ? undefined : shareOf(strata, noneRate),
    calibration: calibrationOf(judgedRows),
    thresholds: thresholdPoints(rows, strata),
  };
}

/** Certainty of the matching, narrowed by judgments. */
export function certaintyIn(rows: readonly MeasuredRow[], evidence: TableEvidence): Certainty {
  return certaintyOf(
    evidence,
    binsOfRows(
      rows.filter(({ isMatched }) => isMatched),
      ({ found }) => found && found !== 'first',
    ),
    binsOfRows(
      rows.filter(({ isMatched }) => !isMatched),
      ({ found }) => found && found !== 'none',
    ),
  );
}

function stratify(rows: readonly MeasuredRow[], { wrong, missed }: Certainty): readonly Stratum[] {
  const strata = new Map<string, Stratum>();
  const expect =
    (isMatched: boolean): Stratum['expected'] =>
    (alike) => {
      const mean = meanOf(alike);
      if (!isMatched) return { first: mean, none: 1 - missed.rateAt(mean) };
      const rate = wrong.rateAt(mean);
      return { first: 1 - rate, none: rate / 2 };
    };
  for (const row of rows) {
    const key = `${String(row.isMatched)} ${String(binOf(row.probability))}`;
    const stratum = strata.get(key) ?? {
      rows: [],
      expected: expect(row.isMatched),
      size: 0,
      judged: 0,
      first: 0,
      none: 0,
    };
    const { count = 1 } = row;
    strata.set(key, stratum);
    stratum.rows.push(row);
    stratum.size += count;
    if (row.found === undefined) continue;
    stratum.judged += count;
    if (row.found === 'first') stratum.first += count;
    if (row.found === 'none') stratum.none += count;
  }
  return [...strata.values()];
}

function binOf(probability: number): number {
  return Math.min(BINS - 1, Math.floor(probability * BINS));
}

/** A rate with the variance of a Beta distribution. */
interface Rate {
  readonly mean: number;
  readonly variance: number;
}

function rateOf(hits: number, judged: number, prior: number): Rate {
  const weight = judged + PRIOR_ROWS;
  const mean = (hits + PRIOR_ROWS * prior) / weight;
  return { mean, variance: (mean * (1 - mean)) / (weight + 1) };
}

function firstRate({ rows, expected, first, judged }: Stratum): Rate {
  return rateOf(first, judged, expected(rows).first);
}

function noneRate({ rows, expected, none, judged }: Stratum): Rate {
  return rateOf(none, judged, expected(rows).none);
}

function meanOf(rows: readonly MeasuredRow[]): number {
  return rows.reduce((sum, { probability, count = 1 }) => sum + probability * count, 0) / sizeOf(rows);
}

function sizeOf(rows: readonly MeasuredRow[]): number {
  return rows.reduce((sum, { count = 1 }) => sum + count, 0);
}

function shareOf(strata: readonly Stratum[], rate: (stratum: Stratum) => Rate): Estimate | undefined {
  const all = strata.reduce((sum, { size }) => sum + size, 0);
  if (all === 0) return undefined;
  const { total, variance } = totalOf(strata, rate);
  return estimate(total / all, Math.sqrt(variance) / all);
}

/** Expected number of rows, and its variance: judged rows are known, the rest follows the rate of its stratum. */
function totalOf(
  strata: readonly Stratum[],
  rate: (stratum: Stratum) => Rate,
): { readonly total: number; readonly variance: number } {
  let total = 0;
  let variance = 0;
  for (const stratum of strata) {
    const { mean, variance: ofMean } = rate(stratum);
    total += stratum.size * mean;
    variance += (stratum.size - stratum.judged) ** 2 * ofMean;
  }
  return { total, variance };
}

/** Right matches among the rows that mean something in the dataset. */
function ratio(matched: readonly Stratum[], all: readonly Stratum[]): Estimate | undefined {
  const right = totalOf(matched, firstRate);
  const rows = all.reduce((sum, { size }) => sum + size, 0);
  const none = totalOf(all, noneRate);
  const there = Math.max(rows - none.total, right.total);
  if (there <= 0) return undefined;
  const value = right.total / there;
  return estimate(value, Math.sqrt(right.variance + value ** 2 * none.variance) / there);
}

function estimate(value: number, deviation: number): Estimate {
  return { value: clip(value), low: clip(value - Z * deviation), high: clip(value + Z * deviation) };
}

function clip(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function calibrationOf(judged: readonly MeasuredRow[]): readonly CalibrationBin[] {
  return Array.from({ length: BINS }, (_, bin) =>
    judged.filter(({ probability }) => binOf(probability) === bin),
  ).flatMap((rows) => {
    const right = sizeOf(rows.filter(({ found }) => found === 'first'));
    const interval = wilsonInterval(right, sizeOf(rows));
    return interval === undefined
      ? []
      : [{ stated: meanOf(rows), observed: { value: right / sizeOf(rows), ...interval }, rows: sizeOf(rows) }];
  });
}

/** Cost: a look at each different row for each threshold. */
function thresholdPoints(rows: readonly MeasuredRow[], strata: readonly Stratum[]): readonly ThresholdPoint[] {
  const named = sizeOf(rows) - totalOf(strata, noneRate).total;
  const rated = strata.map((stratum) => ({ stratum, rate: firstRate(stratum).mean }));
  return THRESHOLDS.map((threshold) => {
    let [accepted, right, expectedErrors] = [0, 0, 0];
    for (const { stratum, rate } of rated) {
      for (const { probability, count = 1 } of stratum.rows) {
        if (probability < threshold) continue;
        accepted += count;
        right += rate * count;
        expectedErrors += (1 - probability) * count;
      }
    }
    const there = Math.max(named, right);
    return {
      threshold,
      precision: accepted === 0 ? 1 : right / accepted,
      recall: there <= 0 ? 0 : right / there,
      accepted,
      expectedErrors,
    };
  });
}
