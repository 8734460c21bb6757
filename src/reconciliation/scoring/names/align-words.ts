import type { WordAlignment, WordMatch } from './name-evidence.js';
import type { WordPairs } from './pairing/word-pairs.js';
import { kindOfLikeness } from './word-likeness.js';

/** How the words met, for reasons. Cost: one likeness a word. */
export function alignWords(pairs: WordPairs): WordAlignment {
  const { query, label } = pairs;
  const matches: WordMatch[] = [];
  let sameOrder = true;
  let before = -1;
  for (let j = 0; j < label.count; j++) {
    matches.push(wordMatch(pairs, j));
    const first = pairs.metBy[j] ?? -1;
    if (first === -1) continue;
    if (first < before) sameOrder = false;
    before = first;
  }
  return { label: matches, queryOnly: query.words.filter((_, i) => pairs.isOpen(i)).map((word) => word.shape.text), sameOrder };
}

function wordMatch({ query, label, metBy, metLast, metAs, beside }: WordPairs, j: number): WordMatch {
  const shape = label.words[j]?.shape;
  const first = metBy[j] ?? -1;
  const met = query.words[first];
  if (shape === undefined || met === undefined) return { kind: beside[j] === 1 ? 'beside' : 'none', label: shape?.text ?? '', query: undefined };
  const words = query.words.slice(first, (metLast[j] ?? first) + 1).map((word) => word.shape.text);
  return { kind: metAs[j] ?? kindOfLikeness(met, shape), label: shape.text, query: words.join(' ') };
}
