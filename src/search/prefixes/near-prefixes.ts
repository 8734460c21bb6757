import type { StringTable } from '../../foundation/string-table.js';

/** A range of words: from `first` up to `end`. */
export type WordSpan = readonly [first: number, end: number];

/**
 * Ranges of the alphabetical vocabulary whose words begin with `prefix` after one edit: a letter left out, added, changed,
 * or two neighbours swapped; not the first letter, which people get right, unless `from` is 0. Ranges may overlap.
 * Cost: a walk along `prefix` through the sorted words, some hundreds of binary searches.
 */
export function nearPrefixes(words: SortedWords, prefix: string, from: 0 | 1 = 1): WordSpan[] {
  const spans: WordSpan[] = [];
  const add = (text: string): void => {
    const span = words.rangeOf(text);
    if (text !== '' && span[0] < span[1]) spans.push(span);
  };
  for (let at: number = from; at < prefix.length; at++) {
    const before = prefix.slice(0, at);
    const rest = prefix.slice(at + 1);
    add(before + rest);
    if (at + 1 < prefix.length && prefix[at] !== prefix[at + 1])
      add(before + (prefix[at + 1] ?? '') + (prefix[at] ?? '') + prefix.slice(at + 2));
    for (const letter of lettersAfter(words, before)) {
      if (letter === prefix[at]) continue;
      add(before + letter + rest);
      add(before + letter + prefix.slice(at));
    }
  }
  return spans;
}

export interface SortedWords {
  readonly rangeOf: (prefix: string) => WordSpan;
  readonly texts: Pick<StringTable, 'get' | 'lengthOf'>;
}

/** Letters that follow `before` in any word: one binary search a letter, because the words are in order. */
function lettersAfter(words: SortedWords, before: string): string[] {
  const letters: string[] = [];
  const [first, end] = words.rangeOf(before);
  let at = first;
  while (at < end) {
    if (words.texts.lengthOf(at) === before.length) {
      at++;
      continue;
    }
    const letter = words.texts.get(at)[before.length] ?? '';
    letters.push(letter);
    at = words.rangeOf(before + letter)[1];
  }
  return letters;
}
