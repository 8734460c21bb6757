import { editDistanceWithin } from './edit-distance.js';
import { isCode, numberOfWord } from './number-word.js';

/** How two folded words relate; `similarity` is 0–1, 0 when they have nothing to do with each other. */
export interface WordRelation {
  readonly kind: WordRelationKind;
  readonly similarity: number;
}

export type WordRelationKind = 'equal' | 'number' | 'typo' | 'initial' | 'abbreviation' | 'stem' | 'code' | 'none';

const EQUAL: WordRelation = { kind: 'equal', similarity: 1 };
const SAME_NUMBER: WordRelation = { kind: 'number', similarity: 0.97 };
const NONE: WordRelation = { kind: 'none', similarity: 0 };
const INITIAL: WordRelation = { kind: 'initial', similarity: 0.6 };

/**
 * Compares two words of folded labels. Symmetric. Words that stand for numbers are alike only when the numbers are
 * equal; a single letter is the initial of any word that begins with it; a beginning or a contraction ("univ", "dept")
 * is an abbreviation; a long common beginning is the same stem, as cognates of related languages have it.
 * Cost: an edit distance in the worst case, mostly a look at lengths and first letters.
 */
export function compareWords(a: string, b: string): WordRelation {
  if (a === b) return EQUAL;
  const short = a.length <= b.length ? a : b;
  const long = a.length <= b.length ? b : a;
  const numberA = numberOfWord(a);
  const numberB = numberOfWord(b);
  if (numberA !== undefined && numberB !== undefined) return numberA === numberB ? SAME_NUMBER : NONE;
  if (startsWithDigit(a) && startsWithDigit(b) && (numberA !== undefined || numberB !== undefined)) return NONE;
  const sameStart = short.charCodeAt(0) === long.charCodeAt(0);
  if (short.length === 1) return sameStart && long.charCodeAt(1) > 57 ? INITIAL : NONE;
  if (isCode(a) || isCode(b)) return compareCodes(short, long);
  if (sameStart && long.length >= 4 && long.length - short.length >= 2) {
    if (short.length >= 3 && long.startsWith(short)) return { kind: 'abbreviation', similarity: short.length >= 4 ? 0.85 : 0.7 };
    if (isContraction(short, long)) return { kind: 'abbreviation', similarity: short.length >= 4 ? 0.75 : 0.6 };
  }
  const allowed = allowedEdits(long.length);
  if (allowed > 0 && long.length - short.length <= allowed) {
    const edits = editDistanceWithin(a, b, allowed);
    if (edits <= allowed) {
      // A slip at the first letter is rarer than one inside a word.
      const similarity = 1 - (1.1 * edits) / long.length - (sameStart ? 0 : 0.08);
      return { kind: 'typo', similarity };
    }
  }
  if (sameStart) {
    const shared = sharedStart(short, long);
    if (shared >= 5 && shared >= 0.6 * long.length) return { kind: 'stem', similarity: 0.45 + (0.4 * shared) / long.length };
  }
  return NONE;
}

/** Edits that still make it the same word, by the length of the longer one. */
function allowedEdits(length: number): number {
  if (length <= 3) return 0;
  if (length <= 5) return 1;
  if (length <= 8) return 2;
  return length <= 12 ? 3 : 4;
}

function compareCodes(short: string, long: string): WordRelation {
  if (short.length >= 4 && long.includes(short) && hasDigit(short)) return { kind: 'code', similarity: 0.55 + (0.4 * short.length) / long.length };
  const shared = sharedStart(short, long);
  if (shared >= 5 && hasDigit(short.slice(0, shared)) && !startsWithDigit(short.slice(shared)) && !startsWithDigit(long.slice(shared))) {
    return { kind: 'code', similarity: 0.4 + (0.4 * shared) / long.length };
  }
  return NONE;
}

/** Letters left out inside, the first and the last kept: "dept", "intl", "st" for "saint" or "street". */
function isContraction(short: string, long: string): boolean {
  if (short.length > 5 || short.charCodeAt(short.length - 1) !== long.charCodeAt(long.length - 1)) return false;
  let at = 0;
  for (let i = 0; i < long.length && at < short.length; i++) if (long.charCodeAt(i) === short.charCodeAt(at)) at++;
  return at === short.length;
}

function sharedStart(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}

function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0);
  return code >= 48 && code <= 57;
}

function hasDigit(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) >= 48 && word.charCodeAt(i) <= 57) return true;
  return false;
}
