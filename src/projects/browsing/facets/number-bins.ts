/** How a range of numbers is cut into at most about a hundred bins of one width. */
export interface Bins {
  /** Floored and ceiled to the step. */
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly count: number;
}

const MAX_BINS = 100;

/**
 * Bins whose width is a power of ten (or a doubling of one when that gives too many). Undefined without any number. Source: the
 * data-cleaning service's numeric bins, so that clients draw the same histogram.
 */
export function numberBins(min: number, max: number): Bins | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) return undefined;
  const difference = max - min;
  let step = 1;
  if (difference > 10) while (step * 100 < difference) step *= 10;
  else if (difference > 0) while (step * 100 > difference) step /= 10;
  const low = Math.floor(min / step) * step;
  let high = Math.ceil(max / step) * step;
  let count = binsBetween(low, high, step);
  while (count > MAX_BINS) {
    step *= 2;
    count = binsBetween(low, high, step);
  }
  if (max >= high) {
    // The last bin ends before its upper border, so that a value upon it needs one bin more.
    high += step;
    count += 1;
  }
  return { min: low, max: high, step, count };
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
const YEAR = 365 * DAY;

/** Widths that people count time in: millisecond, second, minute, hour, day, week, month, year, decade, century, millennium. */
const TIME_STEPS: readonly number[] = [1, SECOND, 60 * SECOND, 60 * 60 * SECOND, DAY, 7 * DAY, 30 * DAY, YEAR, 10 * YEAR, 100 * YEAR, 1000 * YEAR];

/** The same for points in time, in milliseconds. */
export function timeBins(min: number, max: number): Bins | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) return undefined;
  const step = TIME_STEPS.find((width) => (max - min) / width <= MAX_BINS) ?? 1000 * YEAR;
  const low = Math.floor(min / step) * step;
  const high = Math.floor(max / step) * step + step;
  return { min: low, max: high, step, count: Math.max(1, binsBetween(low, high, step)) };
}

function binsBetween(low: number, high: number, step: number): number {
  return Math.round((high - low) / step);
}
