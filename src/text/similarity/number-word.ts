import { lexiconByKey } from '../lexicon.js';

const DIGITS = /^\d+$/;
const ORDINAL = /^(\d+)(st|nd|rd|th|e|er|eme|re|ieme|iere|ere|nde|te[nrs]?|ste[nrs]?|o|a|os|as|(?<=\d[23])d)$/;
// At least two letters, because "i", "v", "x", "c", "d", "l" and "m" alone are mostly initials. From forty on three,
// and not fifty-four: "Li" and "Liv" are names.
const ROMAN = /^(?=[ivx]{2}|xl|l[ivx]{2})(?!liv$)(xl|l?x{0,3})(ix|iv|v?i{0,3})$/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
let numerals: ReadonlyMap<string, readonly string[]> | undefined; // until it is asked for
let ordinals: ReadonlyMap<string, readonly string[]> | undefined;

/** Whether a folded word is a number in letters ("two"). */
export function isNumeral(word: string): boolean {
  numerals ??= lexiconByKey('numerals');
  return numerals.has(word);
}

/**
 * The number of a folded word ("2008", "007", "3rd", "xii", "second", "two"), in decimal digits without leading zeros;
 * `undefined` for other words. Words are equal only with equal numbers.
 */
export function numberOfWord(word: string): string | undefined {
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    if (DIGITS.test(word)) return withoutLeadingZeros(word);
    const ordinal = ORDINAL.exec(word);
    return ordinal?.[1] === undefined ? undefined : withoutLeadingZeros(ordinal[1]);
  }
  if (word.length > 1 && ROMAN.test(word)) return String(romanValue(word));
  ordinals ??= lexiconByKey('ordinals');
  numerals ??= lexiconByKey('numerals');
  return (ordinals.get(word) ?? numerals.get(word))?.[0];
}

/** Whether a folded word mixes letters and digits, as part numbers and flights do ("fs105na"). */
export function isCode(word: string): boolean {
  let digit = false;
  let letter = false;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code >= 48 && code <= 57) digit = true;
    else letter = true;
  }
  return digit && letter;
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

function romanValue(word: string): number {
  let value = 0;
  for (let i = 0; i < word.length; i++) {
    const digit = ROMAN_DIGITS[word[i] ?? ''] ?? 0;
    const next = ROMAN_DIGITS[word[i + 1] ?? ''] ?? 0;
    value += digit < next ? -digit : digit;
  }
  return value;
}
