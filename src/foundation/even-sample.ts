/** At most so many positions of a list, spread evenly over it, ascending; all when there are no more. */
export function evenSample(length: number, most: number): readonly number[] {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, i) => Math.floor((i * length) / count));
}
