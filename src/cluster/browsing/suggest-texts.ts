import { editsBetween } from '../../search/words/typo-neighbourhood.js';
import { nearWords } from '../questions.js';
import { readWordDocument, type FoundWord } from '../read-documents.js';
import type { SearchBody, SearchHits } from '../search-cluster.js';
import { termKey } from '../term-key.js';
import { SHORTEST_COMPLETED, SHORTEST_MISSPELT } from './browse-clauses.js';

/*
 * Other texts to search for: one word of the text is replaced by a word of names that is like it, or begins with it.
 */

/** Words in place of one. */
const MAX_FOR_WORD = 5;
/** Texts that are tried. */
const MAX_TRIED = 12;
/** Letters that may differ; the search finds what differs in one. */
const MAX_EDITS = 2;

/** Asks for words like these in the index of words; texts with one of them instead, the likeliest first. */
export async function similarTexts(
  words: readonly string[],
  search: (bodies: readonly SearchBody[]) => Promise<readonly SearchHits[]>,
): Promise<readonly string[]> {
  const asked = words.flatMap((word, place) => {
    const like = word.length < SHORTEST_MISSPELT ? undefined : nearWords(word, MAX_EDITS);
    const begun = place === words.length - 1 && word.length >= SHORTEST_COMPLETED ? wordsBegunWith(word) : undefined;
    return [like, begun].flatMap((body) =>
      body === undefined ? [] : [{ word, place, body, isBegun: body === begun }],
    );
  });
  const found = await search(asked.map(({ body }) => body));
  const instead = asked.flatMap(({ word, place, isBegun }, i) => {
    const others = (found[i]?.hits ?? [])
      .map(({ source }) => readWordDocument(source))
      .filter((one) => one.word !== word);
    return (isBegun ? others.map((one) => ({ ...one, edits: 1 })) : others.flatMap((one) => withEdits(word, one)))
      .sort(likeliestFirst)
      .slice(0, MAX_FOR_WORD)
      .map((one) => ({ ...one, place }));
  });
  const texts = instead
    .sort(likeliestFirst)
    .map((one) => words.map((word, place) => (place === one.place ? one.word : word)).join(' '));
  return [...new Set(texts)].slice(0, MAX_TRIED);
}

function withEdits(word: string, found: FoundWord): readonly (FoundWord & { readonly edits: number })[] {
  const edits = editsBetween(word, found.word, MAX_EDITS);
  return edits === undefined ? [] : [{ ...found, edits }];
}

function likeliestFirst(a: FoundWord & { readonly edits: number }, b: typeof a): number {
  return a.edits - b.edits || b.entities - a.entities || (a.word < b.word ? -1 : 1);
}

function wordsBegunWith(word: string): SearchBody {
  return {
    size: MAX_FOR_WORD + 1,
    track_total_hits: false,
    query: { bool: { filter: [{ prefix: { word: termKey(word) } }] } },
    sort: [{ entities: 'desc' }],
  };
}
