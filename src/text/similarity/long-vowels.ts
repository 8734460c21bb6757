/*
 * Arabic and Hebrew write long vowels with letters that are consonants elsewhere, and short ones not at all. Names from other languages
 * have no long vowels of their own, so each writer decides anew: ميلبورن or ملبورن, מינכן or מנכן; and whether one
 * ends in ا or in ة is as open.
 */

const FIRST_LETTER = 0x5d0;
const LAST_LETTER = 0x6ff;
/** Alif, waw and ya; alef, vav and yod. */
const LONG_VOWELS = new Set([0x627, 0x648, 0x64a, 0x5d0, 0x5d5, 0x5d9]);
const ALIF = 0x627;
/** To which folding brings the ta marbuta. */
const HA = 0x647;

/** Whether two words, one edit apart, differ by the letter of a long vowel that one lacks behind its first letter, or by such an end. Cost: their length, for words of other scripts one look. */
export function differByLongVowel(short: string, long: string): boolean {
  const script = long.charCodeAt(0);
  if (script < FIRST_LETTER || script > LAST_LETTER) return false;
  let at = 0;
  while (at < short.length && short.charCodeAt(at) === long.charCodeAt(at)) at++;
  if (at === 0) return false;
  const [inShort, inLong] = [short.charCodeAt(at), long.charCodeAt(at)];
  if (short.length === long.length) return at === long.length - 1 && ((inShort === ALIF && inLong === HA) || (inShort === HA && inLong === ALIF));
  return LONG_VOWELS.has(inLong) && short.endsWith(long.slice(at + 1)) && short.length - at === long.length - at - 1;
}
