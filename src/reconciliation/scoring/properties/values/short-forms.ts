import { analyseLabel } from '../../../../text/analyse-label.js';
import { isLittleWord } from '../../../../text/similarity/common-words.js';
import { regionNames } from '../../record/region-names.js';

/*
 * Tables keep states and countries as codes of two or three capital letters, lists keep their names, or the other way
 * round. Which code stands for which name is mostly to be seen: "NY" has the initials of "New York", "TX" letters of
 * "Texas" in their order.
 */

const CODE = /^\s*[A-Z]{2,3}\s*$/;
/** A name with its own code behind it: "Georgia, GA", "Ohio (OH)". */
const CODE_BEHIND = /^(.*[^\s,(])\s*[,(]\s*([A-Z]{2,3})\)?\s*$/u;
/** "Evans County, Georgia", "Georgia (U.S. state)": what a code stands for may be a part of a value. */
const BETWEEN_PARTS = /[,;()/]+/;

/** Whether a text is two or three capital letters and nothing else. */
export function looksLikeCode(text: string): boolean {
  return CODE.test(text);
}

/** The text without its own code behind it; the same text when it has none. */
export function withoutOwnCode(text: string): string {
  const found = CODE_BEHIND.exec(text);
  const [, name = '', code = ''] = found ?? [];
  return found !== null && mayStandFor(code, name) ? name : text;
}

/**
 * Whether a code may be the short form of a text or of a part of it: its initials, the first letter of a single word and
 * later ones in their order, or the code of the country with this name. Cost: analysing the text.
 */
export function mayStandFor(code: string, text: string): boolean {
  const letters = code.trim().toLowerCase();
  const names = regionNames(code.trim()).map((name) => analyseLabel(name).folded);
  return text.split(BETWEEN_PARTS).some((part) => {
    const { folded, tokens } = analyseLabel(part);
    return tokens.length > 0 && (names.includes(folded) || isShortForm(letters, tokens));
  });
}

function isShortForm(letters: string, words: readonly string[]): boolean {
  const [only = '', second] = words;
  if (second === undefined) return only.length > letters.length && only.startsWith(letters.charAt(0)) && standInOrder(letters, only);
  return initialsOf(words) === letters || initialsOf(words.filter((word) => !isLittleWord(word))) === letters;
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

function standInOrder(letters: string, word: string): boolean {
  let at = 0;
  for (let i = 0; i < word.length && at < letters.length; i++) if (word.charCodeAt(i) === letters.charCodeAt(at)) at++;
  return at === letters.length;
}
