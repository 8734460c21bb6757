/** At most `most` positions of a list, evenly distributed, ascending. */
export function evenSample(length: number, most: number): readonly number[] {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, i) => Math.floor((i * length) / count));
}

/**
 * At most `most` positions of a list, in evenly distributed blocks of `block` successive ones, ascending; one block of
 * all for a shorter list.
 */
export function evenBlocks(length: number, most: number, block: number): readonly (readonly number[])[] {
  const positions = (from: number, count: number): readonly number[] =>
    Array.from({ length: count }, (_, i) => from + i);
  if (length <= most) return [positions(0, length)];
  const blocks = Math.floor(most / block);
  return Array.from({ length: blocks }, (_, i) => positions(Math.floor((i * length) / blocks), block));
}
