import { bigramsOf, diceOfBigrams } from './rank-by-string-ratio.js';

/**
 * The rule of simple reconcilers: every name is compared with the query by Dice's coefficient of bigrams; the ten best. The bigrams
 * of the names are made once and held in memory, or for each comparison, as a function of two texts does.
 */
export function createFullScanDice(
  names: readonly string[],
  bigramsOfNames: 'kept' | 'made each time',
): (query: string) => string[] {
  const bigrams = bigramsOfNames === 'kept' ? names.map(bigramsOf) : [];
  return (query) => {
    const pairs = bigramsOf(query);
    const best: { name: string; ratio: number }[] = [];
    for (const [row, name] of names.entries()) {
      const ratio = diceOfBigrams(pairs, bigrams[row] ?? bigramsOf(name));
      if (best.length === 10 && ratio <= (best[9]?.ratio ?? 0)) continue;
      best.push({ name, ratio });
      best.sort((a, b) => b.ratio - a.ratio);
      best.length = Math.min(best.length, 10);
    }
    return best.map(({ name }) => name);
  };
}
