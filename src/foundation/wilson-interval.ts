/** Range of a share, 0–1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964;

/**
 * The 95 % score interval of a counted share (Wilson 1927), which is sound for few cases and for shares near 0 and 1.
 * `undefined` without any count.
 */
export function wilsonInterval(part: number, whole: number): Interval | undefined {
  if (whole === 0) return undefined;
  const share = part / whole;
  const spread = (Z * Z) / whole;
  const centre = (share + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((share * (1 - share) + spread / 4) / whole);
  return { low: part === 0 ? 0 : Math.max(0, centre - half), high: part === whole ? 1 : Math.min(1, centre + half) };
}
