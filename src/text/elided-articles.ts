import { foldText } from './fold-text.js';

/*
 * "l'Irlande", "République d'Islande", "dell'Arte": elided articles are joined to the next word. Folding removes the
 * apostrophe, as in "O'Neill" and "D'Angelo", so that search sees another word.
 */

/** French, Italian and Catalan articles and prepositions before an apostrophe, with the next word. */
const ELIDED = /(?<![\p{L}\p{N}])(l|d|un|dell|all|dall|nell)['’ʼ´`](?=([\p{L}\p{M}]{3,}))/giu;
/** The Italian ones with their vowel, the form of stop words. */
const WITH_VOWEL: ReadonlyMap<string, string> = new Map([
  ['dell', 'dello'],
  ['all', 'al'],
  ['dall', 'dalla'],
  ['nell', 'nella'],
]);
const APOSTROPHE = /['’ʼ´`]/;

/**
 * The text with elided articles as separate words, if the word without the article is known and the word with it is
 * not. Cost: a search for an apostrophe; with one, two look-ups a word.
 */
export function separateElided(text: string, isKnown: (foldedWord: string) => boolean): string {
  if (!APOSTROPHE.test(text)) return text;
  return text.replace(ELIDED, (found, article: string, word: string) => {
    if (!isKnown(foldText(word)) || isKnown(foldText(article + word))) return found;
    return `${WITH_VOWEL.get(article.toLowerCase()) ?? article} `;
  });
}
