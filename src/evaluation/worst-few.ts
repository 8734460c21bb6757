/** Keeps the few items with the highest rank of any number, in order; memory does not grow with the number. */
export interface WorstFew<T> {
  readonly add: (rank: number, item: T) => void;
  /** Highest rank first; of equal ranks the earlier. */
  readonly items: () => readonly T[];
}

/** Keeps at most `most` items. */
export function createWorstFew<T>(most: number): WorstFew<T> {
  const kept: { readonly rank: number; readonly item: T }[] = [];
  return {
    add: (rank, item) => {
      const last = kept.at(-1);
      if (most === 0 || (kept.length === most && last !== undefined && last.rank >= rank)) return;
      const place = kept.findIndex((other) => other.rank < rank);
      kept.splice(place < 0 ? kept.length : place, 0, { rank, item });
      if (kept.length > most) kept.pop();
    },
    items: () => kept.map(({ item }) => item),
  };
}
