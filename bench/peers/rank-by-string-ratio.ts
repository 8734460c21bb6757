/** Dice's coefficient of the pairs of neighbouring letters, 0 to 1: the string ratio all peers are re-ranked by. */
export function diceOfBigrams(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of a.size < b.size ? a : b) if ((a.size < b.size ? b : a).has(pair)) common++;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}

export function bigramsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < text.length; i++) pairs.add(text.slice(i, i + 2));
  return pairs;
}

/** The ten candidates most like the query, best first. */
export function rankByStringRatio(query: string, candidates: readonly string[]): string[] {
  const pairs = bigramsOf(query);
  return candidates
    .map((name) => ({ name, ratio: diceOfBigrams(pairs, bigramsOf(name)) }))
    .sort((a, b) => b.ratio - a.ratio)
    .slice(0, 10)
    .map(({ name }) => name);
}
