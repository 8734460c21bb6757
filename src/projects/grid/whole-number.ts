/** The largest and the least whole number that a cell or an expression holds: those of 64 bits. */
export const MAX_WHOLE = 2n ** 63n - 1n;
export const MIN_WHOLE = -(2n ** 63n);

/** Whether a whole number can be held as one; others become floating numbers, or stay the text that they were. */
export function isWhole(number: bigint): boolean {
  return number <= MAX_WHOLE && number >= MIN_WHOLE;
}
