import { isArticle } from '../../../text/similarity/common-words.js';
import { isSeam } from '../../../text/unspaced-scripts.js';
import { NAME_WEIGHTS } from './name-weights.js';
import { noteAtEnd, weakenAtEnd } from './note-at-end.js';
import type { QueryWord } from './word-likeness.js';

/*
 * What a word of a query is worth depends on where it stands. "The Bronx", "Bronx, The" and "Loire (la)" say no more than the name
 * without the article, and 津大 in 牛津大学 is only where 牛津 and 大学 meet.
 */

/** A last word behind a comma of its own: "Bronx, The". */
const BEHIND_COMMA = /[,;،、，]\s*[^\s,;]+\s*$/u;

/**
 * Makes words of a query weigh less, and tell less apart, by their places in it: those of a note at its end, an article at its beginning or behind a name,
 * and pairs of characters that no name has and that say nothing beside the pairs around them. Gives the words of the
 * note; 0 for none or a footnote. Cost: a look at the text and its words.
 */
export function weighByPlace(text: string, words: readonly QueryWord[], weights: Float64Array, apart: Float64Array): number {
  const count = words.length;
  const note = noteAtEnd(text);
  weakenAtEnd(weights, count, note.words, note.footnote);
  if (count > 1) {
    if (isArticle(textOf(words, 0))) lessen(0, NAME_WEIGHTS.articleBefore);
    if (isArticle(textOf(words, count - 1)) && (note.words === 1 || BEHIND_COMMA.test(text))) lessen(count - 1, NAME_WEIGHTS.articleBehind);
  }
  for (let i = 1; i + 1 < count; i++) {
    if (words[i]?.known === false && words[i - 1]?.known !== false && words[i + 1]?.known !== false && isSeam(textOf(words, i), textOf(words, i - 1), textOf(words, i + 1))) lessen(i, NAME_WEIGHTS.seam);
  }
  return note.footnote ? 0 : note.words;

  function lessen(i: number, share: number): void {
    weights[i] = (weights[i] ?? 0) * share;
    apart[i] = (apart[i] ?? 0) * share;
  }
}

function textOf(words: readonly QueryWord[], i: number): string {
  return words[i]?.shape.text ?? '';
}
