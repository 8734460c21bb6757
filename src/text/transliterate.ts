import anyAscii from 'any-ascii';
import { vocalise } from './vocalise.js';

const ASCII_ONLY = /^[\x00-\x7f]*$/;
const BEYOND_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/** Whether `text` has letters of a script other than Latin. */
export function hasLettersBeyondLatin(text: string): boolean {
  return !ASCII_ONLY.test(text) && BEYOND_LATIN.test(text);
}

/**
 * `text` written with ASCII letters: `Москва` → `Moskva`, `東京` → `DongJing`. A rough rendering letter by letter, the
 * same for every language of a script, with vowels put in where a script leaves them out; good for finding, not for showing.
 */
export function transliterate(text: string): string {
  return anyAscii(vocalise(text));
}
