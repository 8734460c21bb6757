/*
 * The phonetic code of Hans Joachim Postel for German names: digits of any number. Source: Die Kölner Phonetik,
 * IBM-Nachrichten 19 (1969), 925–931. As in version 1.22 of the Commons Codec library, vowels between two equal digits
 * do not separate them: Zaza is 8.
 */

const SIMPLE: Readonly<Record<string, string>> = Object.fromEntries(
  ['AEIJOUY0', 'BP1', 'DT2', 'FVW3', 'GKQ4', 'L5', 'MN6', 'R7', 'SZ8'].flatMap((group) =>
    [...group.slice(0, -1)].map((letter) => [letter, group.slice(-1)]),
  ),
);
const UMLAUTS: Readonly<Record<string, string>> = { Ä: 'A', Ö: 'O', Ü: 'U' };

/** The digits of a text; empty when no letter of it sounds. */
export function colognePhonetics(text: string): string {
  const letters = text.toUpperCase().replace(/[ÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? letter);
  let code = '';
  let lastDigit = '';
  let lastLetter = '';
  for (let place = 0; place < letters.length; place += 1) {
    const letter = letters.charAt(place);
    if (letter < 'A' || letter > 'Z') continue;
    for (const digit of digitsOf(letter, lastLetter, letters.charAt(place + 1), code === '')) {
      if (digit !== lastDigit && (digit !== '0' || code === '')) code += digit;
      if (digit !== '0') lastDigit = digit;
    }
    lastLetter = letter;
  }
  return code;
}

function digitsOf(letter: string, last: string, next: string, isFirst: boolean): string {
  if (letter === 'P' && next === 'H') return '3';
  if ((letter === 'D' || letter === 'T') && /[CSZ]/.test(next)) return '8';
  if (letter === 'X') return /[CKQ]/.test(last) ? '8' : '48';
  if (letter !== 'C') return SIMPLE[letter] ?? '';
  if (isFirst) return /[AHKLOQRUX]/.test(next) ? '4' : '8';
  return /[SZ]/.test(last) || !/[AHKOQUX]/.test(next) ? '8' : '4';
}
