/** Maximum length of a typed array. */
const MAX_NUMBERS = 2 ** 32 - 1;

/** A larger copy of the array: twice as long, up to the maximum, and at least `atLeast`. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(array: A, atLeast = 0): A {
  const length = Math.max(atLeast, Math.min(array.length * 2, MAX_NUMBERS));
  const larger =
    array instanceof Uint8Array
      ? new Uint8Array(length)
      : array instanceof Uint16Array
        ? new Uint16Array(length)
        : array instanceof Uint32Array
          ? new Uint32Array(length)
          : new Float64Array(length);
  larger.set(array);
  return larger as A; // the same kind as `array` by the line before the last
}
