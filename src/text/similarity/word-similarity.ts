import { countBits } from '../../foundation/count-bits.js';
import { shareGivenName } from '../given-names.js';
import { editDistanceWithin } from './edit-distance.js';
import { soundsNear } from './word-sound.js';
import type { WordShape } from './word-shape.js';

type WordRelationKind =
  | 'equal'
  | 'number'
  | 'typo'
  | 'spelling'
  | 'initial'
  | 'abbreviation'
  | 'stem'
  | 'sound'
  | 'code'
  | 'given-name'
  | 'generation'
  | 'none';

/** Similarity by relation, 0–1. */
const SAME_NUMBER = 0.97;
const OTHER_SPELLING = 0.97;
const SAME_GIVEN_NAME = 0.7;
/** "Jr." and "the Younger". */
const SAME_GENERATION = 0.85;
const INITIAL = 0.6;
/** A prefix of three letters ("uni"), and of four or five ("univ", "dept" is a contraction). */
const SHORT_BEGINNING = 0.7;
const BEGINNING = 0.85;
const SHORT_CONTRACTION = 0.6;
const CONTRACTION = 0.75;
/** Phonetic spelling: the same consonants in the same order. */
const SAME_SOUND = 0.5;
const LONGEST_ABBREVIATION = 5;
/** A typo in the first letter is rarer than inside a word. */
const OTHER_FIRST_LETTER = 0.08;
/** With the first letter and more different, it is rather another word. */
const OTHER_BEGINNING = 0.18;

/** Minimum length for a resemblance. */
const SHORTEST_RESEMBLING = 5;
/** Maximum share of changed letters of the longer word for a resemblance. */
const MAX_CHANGED = 0.6;
/** Weights of the unchanged letters, and of nearly the same consonants. */
const RESEMBLANCE = 0.4;
const NEAR_SOUND = 0.3;

/**
 * The relation of the last call of `wordSimilarity`; a module-wide variable, because the innermost loop must not
 * allocate objects on the heap.
 */
let relation: WordRelationKind = 'none';

/** The relation of the two words of the last call of `wordSimilarity`. */
export function lastRelation(): WordRelationKind {
  return relation;
}

/**
 * Similarity of two words of folded labels, 0–1, 0 if unrelated. Symmetric. Numbers are similar only if equal; a single
 * letter is the initial of any word with it; a prefix or a contraction ("univ", "dept") is an abbreviation; a long
 * common prefix is a common stem, as in cognates of related languages. Cost: mostly lengths and letters, else an edit
 * distance.
 */
export function wordSimilarity(a: WordShape, b: WordShape): number {
  relation = 'none';
  if (a.text === b.text) return related('equal', 1);
  if (a.generation !== undefined && a.generation === b.generation) return related('generation', SAME_GENERATION);
  const short = a.text.length <= b.text.length ? a.text : b.text;
  const long = a.text.length <= b.text.length ? b.text : a.text;
  if (a.number !== undefined || b.number !== undefined) {
    if (a.number !== undefined && b.number !== undefined)
      return a.number === b.number ? related('number', SAME_NUMBER) : 0;
    if (a.startsWithDigit && b.startsWithDigit) return a.code || b.code ? codeSimilarity(short, long) : 0;
    if (short.length <= 2 && (a.smallRoman || b.smallRoman)) return 0;
  }
  const sameStart = short.charCodeAt(0) === long.charCodeAt(0);
  if (short.length <= 1)
    return short.length === 1 && sameStart && long.charCodeAt(1) > 57 ? related('initial', INITIAL) : 0;
  if (a.code || b.code) return codeSimilarity(short, long);
  if (a.spelling === b.spelling) return related('spelling', OTHER_SPELLING);
  const asGivenNames = likenessOfGivenNames(a, b);
  if (
    sameStart &&
    short.length <= LONGEST_ABBREVIATION &&
    long.length >= 4 &&
    long.length - short.length >= 2 &&
    !(short === a.text ? a : b).little
  ) {
    if (short.length >= 3 && long.startsWith(short))
      return related('abbreviation', short.length >= 4 ? BEGINNING : SHORT_BEGINNING);
    if (isContraction(short, long)) return related('abbreviation', short.length >= 4 ? CONTRACTION : SHORT_CONTRACTION);
  }
  const allowed = allowedEdits(long.length);
  if (
    long.length - short.length <= allowed &&
    countBits(a.letters & ~b.letters) <= allowed &&
    countBits(b.letters & ~a.letters) <= allowed
  ) {
    const edits = editDistanceWithin(short, long, allowed);
    const alike =
      edits > allowed
        ? 0
        : 1 - (1.1 * edits) / long.length - (sameStart ? 0 : edits === 1 ? OTHER_FIRST_LETTER : OTHER_BEGINNING);
    if (alike > asGivenNames) return related('typo', alike);
  }
  if (asGivenNames > 0) return related('given-name', asGivenNames);
  if (sameStart) {
    const shared = sharedStart(short, long);
    if (shared >= 5 && shared >= 0.6 * long.length) return related('stem', 0.45 + (0.4 * shared) / long.length);
  }
  if (a.sound !== '' && a.sound === b.sound) return related('sound', SAME_SOUND);
  return 0;
}

/**
 * Resemblance of two words beyond typos, 0–0.3: 0 unless they begin alike and share nearly all consonants or two fifths
 * of their letters in order. Only for a word that is not another known word: "slovenia" resembles "slovakia".
 * Symmetric. Cost: an edit distance where lengths and letters allow.
 */
export function wordResemblance(a: WordShape, b: WordShape): number {
  const short = a.text.length <= b.text.length ? a.text : b.text;
  const long = a.text.length <= b.text.length ? b.text : a.text;
  if (short.length < SHORTEST_RESEMBLING || short.charCodeAt(0) !== long.charCodeAt(0)) return 0;
  if (a.code || b.code || a.number !== undefined || b.number !== undefined) return 0;
  if (soundsNear(a.sound, b.sound)) return NEAR_SOUND;
  const allowed = Math.floor(long.length * MAX_CHANGED);
  if (
    long.length - short.length > allowed ||
    countBits(a.letters & ~b.letters) > allowed ||
    countBits(b.letters & ~a.letters) > allowed
  )
    return 0;
  const edits = editDistanceWithin(short, long, allowed);
  return edits <= allowed ? RESEMBLANCE * (1 - edits / long.length) : 0;
}

/** Similarity of two forms of one given name; 0 for all other words. */
export function likenessOfGivenNames(a: WordShape, b: WordShape): number {
  return a.givenNames !== undefined && b.givenNames !== undefined && shareGivenName(a.givenNames, b.givenNames)
    ? SAME_GIVEN_NAME
    : 0;
}

function related(kind: WordRelationKind, similarity: number): number {
  relation = kind;
  return similarity;
}

/** Maximum edits for the same word, by the length of the longer one. */
function allowedEdits(length: number): number {
  if (length <= 3) return 0;
  if (length <= 5) return 1;
  if (length <= 8) return 2;
  return length <= 12 ? 3 : 4;
}

/** Part numbers and the like: one contains the other, or they share a prefix with a digit and continue in letters. */
function codeSimilarity(short: string, long: string): number {
  if (short.length >= 4 && hasDigit(short, short.length) && long.includes(short))
    return related('code', 0.55 + (0.4 * short.length) / long.length);
  const shared = sharedStart(short, long);
  if (
    shared >= 5 &&
    hasDigit(short, shared) &&
    !isDigit(short.charCodeAt(shared)) &&
    !isDigit(long.charCodeAt(shared))
  ) {
    return related('code', 0.4 + (0.4 * shared) / long.length);
  }
  return 0;
}

/** Letters omitted inside, with the first and the last kept: "dept", "intl", "st" for "saint" or "street". */
function isContraction(short: string, long: string): boolean {
  if (short.charCodeAt(short.length - 1) !== long.charCodeAt(long.length - 1)) return false;
  let at = 0;
  for (let i = 0; i < long.length && at < short.length; i++) if (long.charCodeAt(i) === short.charCodeAt(at)) at++;
  return at === short.length;
}

function sharedStart(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function hasDigit(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (isDigit(word.charCodeAt(i))) return true;
  return false;
}
