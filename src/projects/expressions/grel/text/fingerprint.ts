import { splitAtWhiteSpace, withoutWhiteSpace } from './characters.js';

/** Letters without a decomposition. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  '©': 'c',
  ð: 'd',
  đ: 'd',
  ɖ: 'd',
  þ: 'th',
  ƿ: 'w',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ſ: 's',
  ŧ: 't',
  œ: 'oe',
  ẜ: 's',
  ẝ: 's',
};
const LETTERS = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'gu');
const PUNCTUATION = /[\p{P}\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/gu;
const MARKS = /[\u0300-\u036f\p{Lm}\p{Sk}]/gu;

/**
 * The words of a text without order, case, accents and punctuation: texts with one fingerprint are probably the same.
 */
export function fingerprint(text: string): string {
  const words = new Set(splitAtWhiteSpace(plainLetters(text).replace(PUNCTUATION, '')));
  // Code-unit order is the default of `sort`.
  return [...words].sort().join(' ');
}

/**
 * Runs of `size` characters without spaces and punctuation, each once, in order, concatenated; empty for short texts.
 */
export function ngramFingerprint(text: string, size: number): string {
  const plain = withoutWhiteSpace(plainLetters(text).replace(PUNCTUATION, ''));
  const grams = new Set<string>();
  for (let start = 0; start + size <= plain.length; start += 1) grams.add(plain.slice(start, start + size));
  return [...grams].sort().join('');
}

function plainLetters(text: string): string {
  return withoutMarks(text.trim().toLowerCase()).replace(LETTERS, (letter) => REPLACEMENTS[letter] ?? letter);
}

/** Without accents and other marks, with compatibility decomposition: `ﬁ` becomes `fi`. */
export function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '');
}
