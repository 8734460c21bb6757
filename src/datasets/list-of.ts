/** What was written as one or as a list, as a list. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  // Array.isArray does not narrow a readonly array away from T.
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
