import type { Quantity } from './read-quantity.js';
import type { ValueComparison } from './value-comparison.js';

/** What a number without a unit may be where the other one is a time: seconds, thousandths of a second, minutes. */
const SECONDS_OF_BARE = [1, 0.001, 60] as const;
/** Few durations are usual: one agrees by chance more often than its exact value repeats. */
const MOST_FOR_SAME_TIME = 3;
const MOST_FOR_NEAR_TIME = 2;

/**
 * Two times, of which at least one has a unit. Players count a second more or less, and what is given in minutes is rounded; another version of a piece is longer or shorter by more than that.
 */
export function compareTimes(asked: Quantity, own: Quantity): ValueComparison {
  const [a, b] = inSeconds(asked, own);
  const apart = Math.abs(a - b);
  const share = apart / Math.max(a, b, 1);
  const exact = (asked.exact || asked.dimension === undefined) && (own.exact || own.dimension === undefined);
  if (apart === 0) return { agreement: 1, reason: 'equally long', most: MOST_FOR_SAME_TIME };
  const reason = `differs by ${apart < 120 ? `${String(Math.round(apart))} s` : `${String(Math.round(apart / 60))} min`}`;
  if (apart <= 2 || share <= 0.01) return { agreement: 0.9, reason, most: MOST_FOR_NEAR_TIME };
  if (apart <= 4 || share <= 0.03) return { agreement: 0.5, reason, most: 1 };
  if (share <= (exact ? 0.05 : 0.15)) return { agreement: 0, reason };
  if (share <= (exact ? 0.1 : 0.35)) return { agreement: exact ? -0.5 : -0.25, reason };
  return { agreement: exact ? -1 : -0.6, reason };
}

function inSeconds(asked: Quantity, own: Quantity): readonly [number, number] {
  if (asked.dimension !== undefined && own.dimension !== undefined) return [asked.amount, own.amount];
  const [bare, known] = asked.dimension === undefined ? [asked.amount, own.amount] : [own.amount, asked.amount];
  const nearest = SECONDS_OF_BARE.map((factor) => factor * bare).reduce((best, other) => (Math.abs(other - known) < Math.abs(best - known) ? other : best));
  return [nearest, known];
}
