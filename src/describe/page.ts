export interface PageRequest {
  readonly offset: number;
  /** Maximum items. */
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Offset of the next part; `undefined` at the end. */
  readonly next: number | undefined;
}

/** A page of a complete list. */
export function pageOf<T>(all: readonly T[], { offset, limit }: PageRequest): Page<T> {
  const end = offset + limit;
  return { items: all.slice(offset, end), next: end < all.length ? end : undefined };
}
