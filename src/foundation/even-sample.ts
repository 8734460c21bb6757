/** At most so many positions of a list, spread evenly over it, ascending; all when there are no more. */
export function evenSample(length: number, most: number): readonly number[] {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, i) => Math.floor((i * length) / count));
}

/** The positions of a list of which at most so many are looked at, in blocks of `block` that follow each other, spread evenly over it, ascending; one block of all when there are no more. */
export function evenBlocks(length: number, most: number, block: number): readonly (readonly number[])[] {
  const positions = (from: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, i) => from + i);
  if (length <= most) return [positions(0, length)];
  const blocks = Math.floor(most / block);
  return Array.from({ length: blocks }, (_, i) => positions(Math.floor((i * length) / blocks), block));
}
