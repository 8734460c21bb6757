/** Which part of a list is wanted. */
export interface PageRequest {
  /** How many to skip. */
  readonly offset: number;
  /** How many to give at most. */
  readonly limit: number;
}

/** A part of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Where the next part begins; `undefined` when there is no more. */
  readonly next: number | undefined;
}

/** The part of a list that is there as a whole. */
export function pageOf<T>(all: readonly T[], { offset, limit }: PageRequest): Page<T> {
  const end = offset + limit;
  return { items: all.slice(offset, end), next: end < all.length ? end : undefined };
}
