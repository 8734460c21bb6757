/** Numbers from 0 up to 1 that are the same in every run with the same seed (splitmix-like mixing of a counter). */
export interface SeededRandom {
  readonly next: () => number;
  /** A whole number from 0 up to `end` (exclusive). */
  readonly below: (end: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  /** From a list ordered by frequency: the first ones often, the last ones seldom. */
  readonly pickFrequent: <T>(list: readonly T[]) => T;
  readonly chance: (probability: number) => boolean;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
  const below = (end: number): number => Math.floor(next() * end);
  function itemAt<T>(list: readonly T[], index: number): T {
    const item = list[Math.min(index, list.length - 1)];
    if (item === undefined) throw new Error('nothing to pick from an empty list');
    return item;
  }
  return {
    next,
    below,
    pick: (list) => itemAt(list, below(list.length)),
    pickFrequent: (list) => itemAt(list, Math.floor((list.length + 1) ** next() - 1)),
    chance: (probability) => next() < probability,
  };
}
