import { foldText } from '../fold-text.js';
import type { WordShape } from './word-shape.js';

const DOTTED = /([\p{L}\p{M}]+)\./gu;
/** A longer word before a final full stop is rather the end of a sentence. */
const LONGEST_AT_END = 7;

/** Similarity of a word and its abbreviation by one, two, three, and four or more letters, with a full stop. */
const BY_LETTERS = [0, 0.7, 0.8, 0.88, 0.95] as const;

/** Cache of the last text: a query's abbreviations are requested several times, and their words are folded. */
let lookedAt = '';
let foundLast: ReadonlySet<string> | undefined;

/**
 * Folded words of a text with an abbreviating full stop ("J. Biol. Chem."); none in most texts. Cost: the length of a
 * text with a full stop, once for successive calls with one text.
 */
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

/** Similarity of a word to its consonants, as far as given ("jpn", "dtsch"). */
const ALIKE_BY_CONSONANTS = 0.8;
const FEWEST_CONSONANTS = 3;
const VOWEL = /[aeiouy]/g;
const LATIN = /^[a-z]+$/;

/**
 * Similarity of a marked abbreviation to another word, 0–1: increases with the letters of its prefix, or by consonants
 * alone ("Jpn." for "Japanese"); 0 if it is neither.
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

/** The first letter and all consonants after it. */
function consonants(word: string): string {
  return word.charAt(0) + word.slice(1).replace(VOWEL, '');
}
