import { lexicon } from '../../text/lexicon.js';
import { composed, headingWords } from './heading-words.js';

/** Word → its kinds. */
let kindsOfWords: ReadonlyMap<string, readonly number[]> | undefined; // until it is asked for

/**
 * Kinds of things in a text, as numbers: the same for "Town", "Ort" and "Cities"; empty for an unknown text. Cost: a
 * few look-ups.
 */
export function kindsOfThings(text: string): ReadonlySet<number> {
  const known = (kindsOfWords ??= readKinds());
  return new Set(headingWords(text).flatMap((word) => formsOf(word).flatMap((form) => known.get(form) ?? [])));
}

/** All known words for the kinds of things in a text, in any language. */
export function wordsOfKinds(text: string): readonly string[] {
  return [...kindsOfThings(text)].flatMap((kind) => lexicon('kinds-of-things')[kind]?.split(' ') ?? []);
}

/** The word, its singular, and the part before "name" in a compound. */
function formsOf(word: string): readonly string[] {
  const before = word.replace(/(?:name|namen|names|titel|bezeichnung|naam|navn|namn)$/, '');
  return [
    ...new Set([word, before, before.replace(/s$/, ''), before.replace(/es$/, ''), before.replace(/n$/, '')]),
  ].filter((form) => form !== '');
}

function readKinds(): ReadonlyMap<string, readonly number[]> {
  const kinds = new Map<string, number[]>();
  lexicon('kinds-of-things').forEach((words, kind) => {
    for (const word of new Set(words.split(' ').map(composed))) kinds.set(word, [...(kinds.get(word) ?? []), kind]);
  });
  return kinds;
}
