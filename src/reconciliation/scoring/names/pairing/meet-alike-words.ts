import type { WordPairs } from './word-pairs.js';

/** The nearest pairs of free words, the nearest first. */
export function meetAlikeWords(pairs: WordPairs): void {
  const { query, label, metBy, taken } = pairs;
  for (;;) {
    let best = 0;
    let bestWord = -1;
    let bestQuery = -1;
    for (let j = 0; j < label.count; j++) {
      if (metBy[j] !== -1 || label.bestLikeness(j) <= best) continue;
      for (let i = 0; i < query.words.length; i++) {
        const alike = label.likeness(j, i);
        if (alike > best && taken[i] === 0) {
          best = alike;
          bestWord = j;
          bestQuery = i;
        }
      }
    }
    if (bestWord < 0) return;
    // The word of the query is taken to be the word of the label, so it weighs the same: a typo is not a rare word.
    const weight = pairs.meet(bestWord, bestQuery, bestQuery, undefined);
    pairs.alike += weight * best;
    pairs.lost += weight * (1 - best);
    pairs.unlike = Math.max(pairs.unlike, 1 - best);
  }
}
