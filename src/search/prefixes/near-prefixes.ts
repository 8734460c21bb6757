import type { StringTable } from '../../foundation/string-table.js';

/** A range of words: from `first` up to `end`. */
export type WordSpan = readonly [first: number, end: number];

/** Letters tried in place of the first one of a word. */
const FIRST_LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Ranges of the alphabetical vocabulary whose words begin with `prefix` after one edit: insertion, deletion,
 * substitution or transposition; not of the first letter, which people get right, unless `from` is 0. Ranges may
 * overlap. Cost: a walk along `prefix` through the sorted words, some hundreds of binary searches of short ranges.
 */
export function nearPrefixes(words: SortedWords, prefix: string, from: 0 | 1 = 1): WordSpan[] {
  const spans: WordSpan[] = [];
  const add = (text: string, within?: WordSpan): void => {
    const span = text === '' ? EMPTY : words.rangeOf(text, within);
    if (span[0] < span[1]) spans.push(span);
  };
  let within: WordSpan | undefined;
  for (let at: number = from; at < prefix.length; at++) {
    const before = prefix.slice(0, at);
    if (at > 0) within = words.rangeOf(before, within);
    if (within !== undefined && within[0] >= within[1]) break;
    const rest = prefix.slice(at + 1);
    add(before + rest, within);
    if (at + 1 < prefix.length && prefix[at] !== prefix[at + 1])
      add(before + (prefix[at + 1] ?? '') + (prefix[at] ?? '') + prefix.slice(at + 2), within);
    for (const [letter, span] of lettersAfter(words, before, within)) {
      if (letter === prefix[at]) continue;
      add(before + letter + rest, span);
      add(before + letter + prefix.slice(at), span);
    }
  }
  return spans;
}

const EMPTY: WordSpan = [0, 0];

export interface SortedWords {
  readonly rangeOf: (prefix: string, within?: WordSpan) => WordSpan;
  readonly texts: Pick<StringTable, 'get' | 'lengthOf'>;
}

/**
 * Letters that follow `before` in any word, with the range of these words: one binary search a letter. First letters:
 * plain Latin only.
 */
function lettersAfter(
  words: SortedWords,
  before: string,
  within: WordSpan | undefined,
): readonly (readonly [letter: string, span: WordSpan])[] {
  if (within === undefined) return FIRST_LETTERS.map((letter) => [letter, words.rangeOf(letter)]);
  const letters: (readonly [string, WordSpan])[] = [];
  let [at] = within;
  while (at < within[1]) {
    if (words.texts.lengthOf(at) === before.length) {
      at++;
      continue;
    }
    const letter = words.texts.get(at)[before.length] ?? '';
    const span = words.rangeOf(before + letter, [at, within[1]]);
    letters.push([letter, span]);
    at = Math.max(at + 1, span[1]);
  }
  return letters;
}
