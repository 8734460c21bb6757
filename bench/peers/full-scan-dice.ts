import { bigramsOf, diceOfBigrams } from './rank-by-string-ratio.js';

/** The rule of simple reconcilers: every name is compared with the query by Dice's coefficient of bigrams; the ten best. */
export function createFullScanDice(names: readonly string[]): (query: string) => string[] {
  const bigrams = names.map(bigramsOf);
  return (query) => {
    const pairs = bigramsOf(query);
    const best: { name: string; ratio: number }[] = [];
    for (const [row, own] of bigrams.entries()) {
      const ratio = diceOfBigrams(pairs, own);
      if (best.length === 10 && ratio <= (best[9]?.ratio ?? 0)) continue;
      best.push({ name: names[row] ?? '', ratio });
      best.sort((a, b) => b.ratio - a.ratio);
      best.length = Math.min(best.length, 10);
    }
    return best.map(({ name }) => name);
  };
}
