import type { WordShape } from '../../../text/similarity/word-shape.js';
import type { WordAlignment, WordMatch, WordMatchKind } from './name-evidence.js';
import type { QueryWord } from './word-likeness.js';

/** A word of the label and the words of the query that it met. */
export interface MetWord {
  readonly shape: WordShape | undefined;
  /** The first and the last of them; -1 for none. */
  readonly from: number;
  readonly to: number;
  /** `undefined` where their likeness says it. */
  readonly as: WordMatchKind | undefined;
}

/** How the words met, for reasons. `isOpen`: whether a word of the query met none; `kindOf`: by what two words are alike. Cost: one likeness a word. */
export function alignWords(words: readonly QueryWord[], label: readonly MetWord[], isOpen: (word: number) => boolean, kindOf: (word: QueryWord, shape: WordShape) => WordMatchKind): WordAlignment {
  const matches: WordMatch[] = [];
  let sameOrder = true;
  let before = -1;
  for (const { shape, from, to, as } of label) {
    const met = from === -1 ? undefined : words[from];
    if (shape === undefined || met === undefined) {
      matches.push({ kind: 'none', label: shape?.text ?? '', query: undefined });
      continue;
    }
    if (from < before) sameOrder = false;
    before = from;
    const several = words.slice(from, to + 1).map((word) => word.shape.text);
    matches.push({ kind: as ?? kindOf(met, shape), label: shape.text, query: several.join(' ') });
  }
  return { label: matches, queryOnly: words.filter((_, i) => isOpen(i)).map((word) => word.shape.text), sameOrder };
}
