/** Whole numbers of cells and expressions have 64 bits. */
export const MAX_WHOLE = 2n ** 63n - 1n;
export const MIN_WHOLE = -(2n ** 63n);

/** Whether a whole number fits; others become floating numbers, or stay text. */
export function isWhole(number: bigint): boolean {
  return number <= MAX_WHOLE && number >= MIN_WHOLE;
}
