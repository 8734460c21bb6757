import { foldText } from './fold-text.js';

/*
 * "l'Irlande", "République d'Islande", "dell'Arte": articles that lose their vowel are written on to the next word. Folding leaves
 * the apostrophe out, as people do who write "O'Neill" and "D'Angelo", so that such a word is another word for the search.
 */

/** French, Italian and Catalan articles and prepositions before an apostrophe, and the word behind it. */
const ELIDED = /(?<![\p{L}\p{N}])(l|d|un|dell|all|dall|nell)['’ʼ´`](?=([\p{L}\p{M}]{3,}))/giu;
/** The Italian ones with a vowel, as which they are known for little words. */
const WITH_VOWEL: ReadonlyMap<string, string> = new Map([
  ['dell', 'dello'],
  ['all', 'al'],
  ['dall', 'dalla'],
  ['nell', 'nella'],
]);
const APOSTROPHE = /['’ʼ´`]/;

/**
 * The text with elided articles as words of their own, where the word without the article is known and the
 * word with it is not. Cost: a look for an apostrophe; where there is one, two look-ups a word.
 */
export function separateElided(text: string, isKnown: (foldedWord: string) => boolean): string {
  if (!APOSTROPHE.test(text)) return text;
  return text.replace(ELIDED, (found, article: string, word: string) => {
    if (!isKnown(foldText(word)) || isKnown(foldText(article + word))) return found;
    return `${WITH_VOWEL.get(article.toLowerCase()) ?? article} `;
  });
}
