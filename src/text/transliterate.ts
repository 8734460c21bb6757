import anyAscii from 'any-ascii';
import { romaniseKana } from './romanise-kana.js';
import { vocalise } from './vocalise.js';

const ASCII_ONLY = /^[\x00-\x7f]*$/;
const BEYOND_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** Two letters at the beginning of a Greek word for one sound that has no letter of its own: `Μπορ` is Bor. */
const GREEK_STOP = /(?<!\p{L})(?:μπ|ντ|γκ)/giu;
const GREEK_STOPS: ReadonlyMap<string, string> = new Map([
  ['μπ', 'b'],
  ['ντ', 'd'],
  ['γκ', 'g'],
]);

/** Whether `text` has letters of a script other than Latin. */
export function hasLettersBeyondLatin(text: string): boolean {
  return !ASCII_ONLY.test(text) && BEYOND_LATIN.test(text);
}

/**
 * `text` written with ASCII letters: `Москва` → `Moskva`, `東京` → `DongJing`. A rough rendering letter by letter (kana
 * by syllables), the same for every language of a script, with vowels put in where a script leaves them out; good for finding, not for showing.
 */
export function transliterate(text: string): string {
  return anyAscii(
    romaniseKana(vocalise(text)).replace(GREEK_STOP, (stop) => GREEK_STOPS.get(stop.toLowerCase()) ?? stop),
  );
}
