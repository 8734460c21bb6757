import { ascendingNumbers } from './stable-order.js';
import type { StringColumn } from './string-table.js';

/** Letters sorted by counting; strings with equal ones are compared. */
const LETTERS = 6;
/** The end of a string, then every code unit. */
const RADIX = (1 << 16) + 1;
/** Fewer strings are compared: visiting all code units for each letter would cost more. */
const FEW = 4000;

/**
 * The numbers of the strings sorted by code units, like `<`; equal ones by number. Cost: a counting sort for each of
 * the first six letters from the last, then comparisons of strings equal in these; for few strings only comparisons.
 */
export function alphabeticalOrder({ chars, offsets }: StringColumn): Uint32Array {
  const count = offsets.length - 1;
  const keyAt = (string: number, letter: number): number => {
    const at = (offsets[string] ?? 0) + letter;
    return at < (offsets[string + 1] ?? 0) ? (chars[at] ?? 0) + 1 : 0;
  };
  const compareFrom =
    (start: number) =>
    (a: number, b: number): number => {
      for (let letter = start; ; letter++) {
        const key = keyAt(a, letter);
        const difference = key - keyAt(b, letter);
        if (difference !== 0) return difference;
        if (key === 0) return a - b;
      }
    };
  let from: Uint32Array = ascendingNumbers(count);
  if (count < FEW) return from.sort(compareFrom(0));
  let to: Uint32Array = new Uint32Array(count);
  const starts = new Uint32Array(RADIX + 1);
  for (let letter = LETTERS - 1; letter >= 0; letter--) {
    starts.fill(0);
    for (let string = 0; string < count; string++) {
      const key = keyAt(string, letter);
      starts[key + 1] = (starts[key + 1] ?? 0) + 1;
    }
    for (let key = 0; key < RADIX; key++) starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
    for (const string of from) {
      const key = keyAt(string, letter);
      const at = starts[key] ?? 0;
      to[at] = string;
      starts[key] = at + 1;
    }
    [from, to] = [to, from];
  }

  const alike = (a: number, b: number): boolean => {
    for (let letter = 0; letter < LETTERS; letter++) {
      const key = keyAt(a, letter);
      if (key !== keyAt(b, letter)) return false;
      if (key === 0) return true;
    }
    return true;
  };
  const compare = compareFrom(LETTERS);
  for (let first = 0; first < count;) {
    let end = first + 1;
    while (end < count && alike(from[first] ?? 0, from[end] ?? 0)) end++;
    if (end - first > 1) from.subarray(first, end).sort(compare);
    first = end;
  }
  return from;
}
