import { foldText } from '../fold-text.js';
import type { WordShape } from './word-shape.js';

const DOTTED = /([\p{L}\p{M}]+)\./gu;
/** A longer word before the full stop that ends a text is rather the end of a sentence. */
const LONGEST_AT_END = 7;

/** How alike a word and its abbreviation by one, two, three, and four or more letters are, when the full stop says that it is one. */
const BY_LETTERS = [0, 0.7, 0.8, 0.88, 0.95] as const;

/** The text looked at last, and what was found: a query is asked for its own several times, and words are folded for it. */
let lookedAt = '';
let foundLast: ReadonlySet<string> | undefined;

/** Folded words of a text that a full stop marks as abbreviated ("J. Biol. Chem."); none in most texts. Cost: the length of the text where it has a full stop, once for several calls with one text. */
export function markedAbbreviations(text: string): ReadonlySet<string> | undefined {
  if (!text.includes('.')) return undefined;
  if (text !== lookedAt) {
    foundLast = lookForMarked(text);
    lookedAt = text;
  }
  return foundLast;
}

function lookForMarked(text: string): ReadonlySet<string> {
  const end = text.trimEnd().length;
  const found = Array.from(text.matchAll(DOTTED), (match) => ({
    word: foldText(match[1] ?? ''),
    atEnd: match.index + match[0].length === end,
  }));
  return new Set(
    found
      .filter(({ word, atEnd }) => !atEnd || found.length > 1 || word.length <= LONGEST_AT_END)
      .map(({ word }) => word),
  );
}

/** A word without its vowels, as far as it is shown ("jpn", "dtsch"). */
const ALIKE_BY_CONSONANTS = 0.8;
const FEWEST_CONSONANTS = 3;
const VOWEL = /[aeiouy]/g;
const LATIN = /^[a-z]+$/;

/**
 * How alike a word marked as abbreviated is to another, 0–1: more the more letters of its beginning it shows, or by its consonants alone ("Jpn." for "Japanese"); 0 when the
 * other does not go on from it.
 */
export function markedAbbreviation(short: WordShape, long: WordShape): number {
  if (long.text.length - short.text.length < 2 || short.startsWithDigit || long.code) return 0;
  if (long.text.startsWith(short.text)) return BY_LETTERS[Math.min(short.text.length, BY_LETTERS.length - 1)] ?? 0;
  return beginsByConsonants(short.text, long.text) ? ALIKE_BY_CONSONANTS : 0;
}

function beginsByConsonants(short: string, long: string): boolean {
  if (
    short.length < FEWEST_CONSONANTS ||
    short.charCodeAt(0) !== long.charCodeAt(0) ||
    !LATIN.test(short) ||
    consonants(short) !== short
  )
    return false;
  return consonants(long).startsWith(short);
}

/** The first letter, and all consonants behind it. */
function consonants(word: string): string {
  return word.charAt(0) + word.slice(1).replace(VOWEL, '');
}
