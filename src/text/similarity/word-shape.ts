import { givenNamesOf } from '../given-names.js';
import { isStopWord } from './common-words.js';
import { generationOf } from './generation-word.js';
import { isCode, isNumeral, numberOfWord } from './number-word.js';
import { soundOf } from './word-sound.js';

/** A folded word with precomputed data for comparison. */
export interface WordShape {
  readonly text: string;
  /** Its number, in decimal digits. */
  readonly number: string | undefined;
  /** Whether it is a number in letters ("two"). */
  readonly numeral: boolean;
  readonly code: boolean;
  /** `i`, `v` or `x`: an initial, or a Roman number if the other side has one. */
  readonly smallRoman: boolean;
  readonly startsWithDigit: boolean;
  /** An article, a preposition or "and": never an abbreviation. */
  readonly little: boolean;
  /** One bit for each letter modulo 32: words with n different bits are at least n/2 edits apart. */
  readonly letters: number;
  /** In a script with spaces between words, so that the words of a label are its letters in order. */
  readonly spaced: boolean;
  /** Phonetic key: classes of consonants; empty for words that are too short or not Latin. */
  readonly sound: string;
  /**
   * The word with alternative spellings of a letter unified: "muenchen" and "munchen", "aarhus" and "arhus", "sulphur"
   * and "sulfur".
   */
  readonly spelling: string;
  /** Numbers of the given names with this form ("jack", "john"). */
  readonly givenNames: readonly number[] | undefined;
  readonly generation: 1 | 2 | undefined;
}

/** Umlauts and rings without their marks, and the Greek phi. */
const TWO_SPELLINGS = /ae|oe|ue|aa|ph/g;
const SHORTEST_SPELT = 4;

/** Scripts from Thai on may be written without spaces. */
const FIRST_UNSPACED = 0x0e00;

/** Computes the shape of a folded word. Cost: its length. */
export function wordShape(text: string): WordShape {
  let letters = 0;
  let highest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    letters |= 1 << (code & 31);
    if (code > highest) highest = code;
  }
  const first = text.charCodeAt(0);
  return {
    text,
    number: numberOfWord(text),
    numeral: isNumeral(text),
    code: isCode(text),
    smallRoman: text === 'i' || text === 'v' || text === 'x',
    startsWithDigit: first >= 48 && first <= 57,
    little: isStopWord(text),
    letters,
    spaced: highest < FIRST_UNSPACED,
    sound: soundOf(text),
    spelling:
      text.length < SHORTEST_SPELT
        ? text
        : text.replace(TWO_SPELLINGS, (letters) => (letters === 'ph' ? 'f' : letters.charAt(0))),
    givenNames: givenNamesOf(text),
    generation: generationOf(text),
  };
}
