export interface Bins {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly count: number;
}

const MAX_BINS = 100;

/**
 * Bins whose width is a power of ten, doubled once when there would be too many; the ends are floored and ceiled to the
 * power of ten. Undefined without any number. Source: the data-cleaning service's numeric bins, so that clients draw
 * the same histogram.
 */
export function numberBins(min: number, max: number): Bins | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) return undefined;
  if (min === max) return { min, max: min + 1, step: 1, count: 1 };
  const difference = max - min;
  let step = 1;
  if (difference > 10) while (step * 100 < difference) step *= 10;
  else while (step * 100 > difference) step /= 10;
  const low = Math.floor(min / step) * step;
  let high = Math.ceil(max / step) * step;
  let count = (high - low) / step;
  if (count > MAX_BINS) {
    step *= 2;
    count = (count + 1) / 2;
  }
  if (max >= high) {
    // The last bin ends before its upper border, so a value on it needs one bin more.
    high += step;
    count += 1;
  }
  return { min: low, max: high, step, count: Math.round(count) };
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** Of the Gregorian calendar on average. */
const YEAR = 31_556_952 * SECOND;

/** Millisecond, second, minute, hour, day, week, month, year, decade, century, millennium. */
const TIME_STEPS: readonly number[] = [
  1,
  SECOND,
  60 * SECOND,
  60 * 60 * SECOND,
  DAY,
  7 * DAY,
  YEAR / 12,
  YEAR,
  10 * YEAR,
  100 * YEAR,
  1000 * YEAR,
];

/** The same for times, in milliseconds; they begin with the first and end with the last of them. */
export function timeBins(min: number, max: number): Bins | undefined {
  if (!Number.isFinite(min) || !Number.isFinite(max) || min > max) return undefined;
  if (min === max) return { min, max: min + 1, step: 1, count: 1 };
  const step = TIME_STEPS.find((width) => Math.floor((max - min) / width) <= MAX_BINS) ?? 1000 * YEAR;
  return { min, max, step, count: Math.floor((max - min) / step) + 1 };
}
