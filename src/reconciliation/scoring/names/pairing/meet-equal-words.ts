import type { WordPairs } from './word-pairs.js';

/** Equal words, each as early in the query as it can be but after the one before it where there is a choice; gives their number. */
export function meetEqualWords(pairs: WordPairs): number {
  const { query, label } = pairs;
  let met = 0;
  let after = 0;
  for (let j = 0; j < label.count; j++) {
    if (label.bestLikeness(j) !== 1) continue;
    let at = freeEqual(pairs, j, after, query.words.length);
    if (at === -1) at = freeEqual(pairs, j, 0, after);
    if (at === -1) continue;
    pairs.meet(j, at, at, 'equal');
    met++;
    after = at + 1;
  }
  if (query.saysTwice && met > 1) closeRanks(pairs);
  return met;
}

/** The first free word of the query from `start` on and before `end` that equals a word of the label; -1 for none. */
function freeEqual({ label, taken }: WordPairs, j: number, start: number, end: number): number {
  for (let i = start; i < end; i++) if (taken[i] === 0 && label.likeness(j, i) === 1) return i;
  return -1;
}

/**
 * Where a query says a word twice, a word of the label may have met the wrong one: in "Institute of Physics, Institute of
 * Chemistry", the second institute is that of chemistry. Moves words of the label to the place before the one after them.
 */
function closeRanks({ query: { words }, label, metBy, metLast, taken }: WordPairs): void {
  for (let j = label.count - 2; j >= 0; j--) {
    const at = metBy[j] ?? -1;
    const before = (metBy[j + 1] ?? -1) - 1;
    if (at === -1 || before < 0 || at === before || taken[before] !== 0 || words[at]?.shape.text !== words[before]?.shape.text || words[at]?.known === false) continue;
    taken[at] = 0;
    taken[before] = 1;
    metBy[j] = metLast[j] = before;
  }
}
