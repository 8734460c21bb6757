/** A single value as an array of one; an array unchanged. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  // Array.isArray does not narrow a readonly array away from T.
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
