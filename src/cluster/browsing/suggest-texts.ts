import type { WordsAtHand } from '../words-at-hand.js';
import { SHORTEST_COMPLETED, SHORTEST_MISSPELT } from '../../browsing/entity-words.js';

/*
 * Other texts to search for: one word of the text is replaced by a word of names that is like it, or begins with it.
 */

/** Words in place of one. */
const MAX_FOR_WORD = 5;
/** Texts that are tried. */
const MAX_TRIED = 12;
/** Letters that may differ; the search finds what differs in one. */
const MAX_EDITS = 2;
/** Words with the same beginning that are looked at. */
const MAX_BEGUN = 5_000;

interface OtherWord {
  readonly id: number;
  readonly edits: number;
}

/** Texts with another word of the dataset in place of one, the likeliest first. */
export function similarTexts(
  texts: readonly string[],
  { planned: { words, typos } }: Pick<WordsAtHand, 'planned'>,
): readonly string[] {
  const likeliestFirst = (a: OtherWord, b: OtherWord): number =>
    a.edits - b.edits || words.entityFrequency(b.id) - words.entityFrequency(a.id) || a.id - b.id;
  const instead = texts.flatMap((text, place) => {
    const like: OtherWord[] = [];
    if (text.length >= SHORTEST_MISSPELT) typos.forEachNear(text, MAX_EDITS, (id, edits) => like.push({ id, edits }));
    const begun: OtherWord[] = [];
    if (place === texts.length - 1 && text.length >= SHORTEST_COMPLETED) {
      const [first, end] = words.rangeOf(text);
      for (let id = first; id < Math.min(end, first + MAX_BEGUN); id++)
        if (words.tokenOf(id) !== text) begun.push({ id, edits: 1 });
    }
    return [like, begun].flatMap((found) =>
      found
        .sort(likeliestFirst)
        .slice(0, MAX_FOR_WORD)
        .map((one) => ({ ...one, place })),
    );
  });
  const found = instead
    .sort(likeliestFirst)
    .map(({ id, place }) => texts.map((text, i) => (i === place ? words.tokenOf(id) : text)).join(' '));
  return [...new Set(found)].slice(0, MAX_TRIED);
}
