import { compareNumbers } from './compare-numbers.js';
import { compareTimes } from './compare-times.js';
import { isMoney, type Quantity } from './read-quantity.js';
import type { ValueComparison } from './value-comparison.js';

/** Sizes, strengths and prices that are equal or near say no more than numbers do. */
const MOST_FOR_AMOUNT = 1.2;
/** Prices and pages differ between sources and editions, so a difference says little. */
const AGAINST_AMOUNT = 0.4;

/** Two quantities by their distance; `undefined` when they cannot be compared, or neither says a unit. */
export function compareQuantities(asked: Quantity, own: Quantity): ValueComparison | undefined {
  const dimension = asked.dimension ?? own.dimension;
  if (dimension === undefined || (asked.dimension ?? dimension) !== (own.dimension ?? dimension)) return undefined;
  if (dimension === 'time') return compareTimes(asked, own);
  // What has no unit has that of the other, which is not known here: only percent, money and the like stand for themselves.
  if (asked.dimension !== own.dimension && !standsForItself(dimension)) return undefined;
  const { agreement, reason } = compareNumbers(asked.amount, own.amount);
  if (dimension !== 'pages' && !isMoney(dimension)) return compareMeasures(asked.amount, own.amount, reason);
  return agreement < 0 ? { agreement: agreement * AGAINST_AMOUNT, reason } : { agreement, reason, most: agreement === 1 ? MOST_FOR_AMOUNT : 1 };
}

/** Strengths and sizes belong to a thing: what is stronger or larger by more than was rounded is another one. */
function compareMeasures(asked: number, own: number, reason: string): ValueComparison {
  const share = Math.abs(asked - own) / Math.max(Math.abs(asked), Math.abs(own));
  if (asked === own) return { agreement: 1, reason, most: MOST_FOR_AMOUNT };
  if (share <= 0.01) return { agreement: 0.9, reason, most: 1 };
  if (share <= 0.02) return { agreement: 0.5, reason, most: 1 };
  if (share <= 0.06) return { agreement: 0, reason };
  return { agreement: -1, reason };
}

function standsForItself(dimension: Quantity['dimension']): boolean {
  return dimension === 'share' || dimension === 'pages' || isMoney(dimension);
}
