import { wordsOfLexicon } from '../lexicon.js';

/*
 * Short general lists. How telling a word is comes from the dataset; these words tell less than their frequency says,
 * in any dataset, because people leave them out and put them in at will.
 */

const LITTLE_SHARE = 0.25;
const LEGAL_SHARE = 0.2;
const TITLE_SHARE = 0.4;
const LONGEST = 20;

let shareByWord: ReadonlyMap<string, number> | undefined; // until it is asked for

/** Share of its weight that a folded word keeps, 0–1; nothing for ordinary words. */
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

/** Whether a folded word is left out when an acronym is made ("Institute of Physics": IP or IOP). */
export function isStopWord(word: string): boolean {
  return shares().get(word) === LITTLE_SHARE;
}

/** Whether a folded word is one of these, or says what a company is in law ("gmbh"): people leave both out and put them in at will. */
export function isOptionalToken(word: string): boolean {
  const share = shares().get(word);
  return share === LITTLE_SHARE || share === LEGAL_SHARE;
}
