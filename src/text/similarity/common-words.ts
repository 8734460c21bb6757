import { wordsOfLexicon } from '../lexicon.js';

/*
 * Short general lists. IDF comes from the dataset; these words are less informative than their frequency in any
 * dataset, because people add and omit them freely.
 */

const LITTLE_SHARE = 0.25;
const LEGAL_SHARE = 0.2;
const TITLE_SHARE = 0.4;
const LONGEST = 20;

let shareByWord: ReadonlyMap<string, number> | undefined; // until it is asked for

/** Factor on the weight of a folded word, 0–1; undefined for ordinary words. */
function shares(): ReadonlyMap<string, number> {
  return (shareByWord ??= new Map([
    ...wordsOfLexicon('legal-forms').map((word) => [word, LEGAL_SHARE] as const),
    ...wordsOfLexicon('titles').map((word) => [word, TITLE_SHARE] as const),
    ...wordsOfLexicon('stop-words').map((word) => [word, LITTLE_SHARE] as const),
  ]));
}

/** 1 for ordinary words, less for articles, prepositions, legal forms and titles of persons. */
export function weightShareOf(word: string): number {
  return word.length > LONGEST ? 1 : (shares().get(word) ?? 1);
}

/** Whether a folded word is skipped in acronyms ("Institute of Physics": IP or IOP). */
export function isStopWord(word: string): boolean {
  return shares().get(word) === LITTLE_SHARE;
}

/** Whether a folded word is a stop word or a legal form ("gmbh"), which people add and omit freely. */
export function isOptionalToken(word: string): boolean {
  const share = shares().get(word);
  return share === LITTLE_SHARE || share === LEGAL_SHARE;
}
