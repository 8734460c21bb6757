import { isLittleWord } from './common-words.js';
import { isCode, numberOfWord } from './number-word.js';

/** A folded word with what comparing it needs, worked out once. */
export interface WordShape {
  readonly text: string;
  /** The number it stands for, in decimal digits. */
  readonly number: string | undefined;
  /** Mixes letters and digits. */
  readonly code: boolean;
  /** `i`, `v` or `x`: an initial, or a Roman number if the other side has one. */
  readonly smallRoman: boolean;
  readonly startsWithDigit: boolean;
  /** An article, a preposition or "and": never short for anything else. */
  readonly little: boolean;
  /** One bit for each letter modulo 32: two words whose bits differ in n places are at least n/2 edits apart. */
  readonly letters: number;
  /** In a script that puts spaces between words, so that the words of a label are its letters in order. */
  readonly spaced: boolean;
  /** What is left of the word for the ear: classes of consonants; empty for words that are not Latin or too short to tell. */
  readonly sound: string;
}

/** Consonants that are confused for one another share a letter; vowels, h and y are left out. */
const SOUND_CLASSES: Readonly<Record<string, string>> = {
  b: 'p', p: 'p', f: 'f', v: 'f', w: 'f', c: 'k', g: 'k', k: 'k', q: 'k', x: 'k', d: 't', t: 't', j: 's', s: 's', z: 's', l: 'l', r: 'r', m: 'm', n: 'n',
};
const SHORTEST_HEARD = 5;

/** Classes of the consonants in order, neighbours of one class once. A much reduced Soundex, which keeps the whole word. */
function soundOf(text: string): string {
  if (text.length < SHORTEST_HEARD || !/^[a-z]+$/.test(text)) return '';
  let sound = '';
  for (const letter of text.replaceAll('ph', 'f')) {
    const own = SOUND_CLASSES[letter] ?? '';
    if (own !== '' && !sound.endsWith(own)) sound += own;
  }
  return sound.length < 3 ? '' : sound;
}

/** Scripts from Thai on may be written without spaces. */
const FIRST_UNSPACED = 0x0e00;

/** Works a folded word out. Cost: its length. */
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
    code: isCode(text),
    smallRoman: text === 'i' || text === 'v' || text === 'x',
    startsWithDigit: first >= 48 && first <= 57,
    little: isLittleWord(text),
    letters,
    spaced: highest < FIRST_UNSPACED,
    sound: soundOf(text),
  };
}

/** Bits set in a 32-bit number. */
export function countBits(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
