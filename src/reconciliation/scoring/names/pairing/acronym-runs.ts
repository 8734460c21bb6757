import { isLittleWord } from '../../../../text/similarity/common-words.js';

const LONGEST_ACRONYM = 7;
const ONLY_DIGITS = /^\p{Nd}+$/u;

/** Two letters are the beginnings of far too many names, unless other words are equal or they are all there is; a number is of none. */
export function mayBeAcronym(word: string, twoSuffice: boolean): boolean {
  if (word.length < 2 || word.length > LONGEST_ACRONYM) return false;
  if (word.length === 2 && (!twoSuffice || isLittleWord(word))) return false;
  return !ONLY_DIGITS.test(word);
}

/** First and one past the last of a run of free words whose first letters are the acronym, little words left out or not. */
export function acronymRun(acronym: string, count: number, freeWord: (at: number) => string): readonly [number, number] | undefined {
  for (let start = 0; start + 2 <= count; start++) {
    let letter = 0;
    let end = start;
    while (end < count && letter < acronym.length) {
      const word = freeWord(end);
      if (word === '') break;
      if (word.charCodeAt(0) === acronym.charCodeAt(letter)) letter++;
      else if (letter === 0 || !isLittleWord(word)) break;
      end++;
    }
    if (letter === acronym.length && end - start >= 2) return [start, end];
  }
  return undefined;
}

const LEAST_LETTERS = 3;
/** Names that are put together of one or two words ("Strafgesetzbuch") have letters inside them in their short forms. */
const MOST_PUT_TOGETHER = 2;

/** Whether a short form is that of all these words: their first letters ("nasa"), or of one or two words letters in order, the first at the beginning ("stgb"). */
export function isShortFor(short: string, count: number, wordAt: (index: number) => string): boolean {
  if (short.length < LEAST_LETTERS || short.length > LONGEST_ACRONYM) return false;
  if (count > MOST_PUT_TOGETHER) {
    const run = acronymRun(short, count, wordAt);
    return run !== undefined && run[1] === count && (run[0] === 0 || (run[0] === 1 && isLittleWord(wordAt(0))));
  }
  if (wordAt(0).charCodeAt(0) !== short.charCodeAt(0)) return false;
  let letter = 0;
  for (let j = 0; j < count; j++) {
    const word = wordAt(j);
    for (let i = 0; i < word.length && letter < short.length; i++) if (word.charCodeAt(i) === short.charCodeAt(letter)) letter++;
  }
  return letter === short.length;
}
