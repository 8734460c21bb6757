import { compareTimes } from './compare-times.js';
import { readNumber } from './read-number.js';
import { readQuantity } from './read-quantity.js';
import type { CompareValue, ValueComparison } from './value-comparison.js';

/** Numbers by their relative distance: what was counted twice, or at another time, differs by some percent. A time ("3:25") is held against seconds, thousandths of a second or minutes. */
export function compareNumberWith(asked: string | number): CompareValue | undefined {
  const wanted = typeof asked === 'number' ? asked : readNumber(asked);
  if (wanted === undefined) return undefined;
  const quantity = typeof asked === 'string' ? readQuantity(asked) : undefined;
  const time = quantity?.dimension === 'time' ? quantity : undefined;
  return (value) => {
    if (value.kind === 'integer' || value.kind === 'number') {
      return time === undefined ? compareNumbers(wanted, value.number) : compareTimes(time, { amount: value.number, dimension: undefined, exact: false });
    }
    if (value.kind === 'text') {
      const other = readNumber(value.text);
      return other === undefined ? undefined : compareNumbers(wanted, other);
    }
    return undefined;
  };
}

/** Two numbers by their difference as a share of the larger. */
export function compareNumbers(asked: number, value: number): ValueComparison {
  if (asked === value) return { agreement: 1, reason: 'equal' };
  const larger = Math.max(Math.abs(asked), Math.abs(value));
  const apart = Math.abs(asked - value) / larger;
  const percent = apart * 100;
  const reason = `differs by ${percent < 1 ? 'less than 1' : String(Math.round(percent))} %`;
  if (apart <= 0.01) return { agreement: 0.9, reason, most: 1.5 };
  if (apart <= 0.05) return { agreement: 0.6, reason, most: 1 };
  if (apart <= 0.15) return { agreement: 0.3, reason, most: 1 };
  if (apart <= 0.35) return { agreement: 0, reason };
  return { agreement: apart <= 0.6 ? -0.5 : -1, reason };
}
