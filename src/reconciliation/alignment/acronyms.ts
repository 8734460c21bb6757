import { isLittleWord } from '../../text/similarity/common-words.js';
import { similarityWeights } from '../evidence/weights.js';
import type { TokenPairs } from './token-pairs.js';

/** "mit" and "massachusetts institute of technology", either way round. `withOthers`: whether other words of the two names are equal. */
export function meetAcronyms(pairs: TokenPairs, withOthers: boolean): void {
  const { query, label } = pairs;
  const ofLabel = freeLabelWords(pairs) > 1;
  const ofQuery = freeQueryWords(pairs) > 1;
  // Two letters are the beginnings of far too many names, unless they are all there is.
  if (ofLabel) for (let i = 0; i < query.tokens.length; i++) meetLettersInLabel(pairs, i, query.tokens.length === 1 || withOthers);
  if (ofQuery) for (let j = 0; j < label.count; j++) meetLettersInQuery(pairs, j, withOthers);
}

/** Words of the label whose first letters are this word of the query. */
function meetLettersInLabel(pairs: TokenPairs, i: number, twoSuffice: boolean): void {
  const { query, label, taken } = pairs;
  const acronym = query.tokens[i]?.shape.text ?? '';
  if (taken[i] === true || !mayBeAcronym(acronym, twoSuffice) || !beginsFreeLabelWord(pairs, query.firstLetters[i] ?? 0)) return;
  const run = acronymRun(acronym, label.count, (j) => pairs.freeLabelWord(j));
  if (run === undefined) return;
  for (let j = run[0]; j < run[1]; j++) pairs.byAcronym += similarityWeights().acronym * pairs.meet(j, i, i, 'acronym');
}

/** The same the other way round. */
function meetLettersInQuery(pairs: TokenPairs, j: number, twoSuffice: boolean): void {
  const { query, label, metBy } = pairs;
  const acronym = label.tokens[j]?.shape.text ?? '';
  if (metBy[j] !== -1 || !mayBeAcronym(acronym, twoSuffice) || !beginsFreeQueryWord(pairs, label.tokens[j]?.firstLetter ?? 0)) return;
  const run = acronymRun(acronym, query.tokens.length, (i) => pairs.freeQueryWord(i));
  if (run === undefined) return;
  for (let i = run[0]; i < run[1]; i++) pairs.lostByAcronym += (1 - similarityWeights().acronym) * (query.weights[i] ?? 0);
  pairs.byAcronym += similarityWeights().acronym * pairs.meet(j, run[0], run[1] - 1, 'acronym');
}

function freeQueryWords({ query, taken }: TokenPairs): number {
  let free = 0;
  for (let i = 0; i < query.tokens.length; i++) if (taken[i] === false) free++;
  return free;
}

function freeLabelWords({ label, metBy }: TokenPairs): number {
  let free = 0;
  for (let j = 0; j < label.count; j++) if (metBy[j] === -1) free++;
  return free;
}

function beginsFreeQueryWord({ query, taken }: TokenPairs, letter: number): boolean {
  for (let i = 0; i < query.tokens.length; i++) if (taken[i] === false && query.firstLetters[i] === letter) return true;
  return false;
}

function beginsFreeLabelWord({ label, metBy }: TokenPairs, letter: number): boolean {
  for (let j = 0; j < label.count; j++) if (metBy[j] === -1 && label.tokens[j]?.firstLetter === letter) return true;
  return false;
}

/** Whoever writes "fbi" means all of "federal bureau of investigation (fbi)", whose last word is that note. */
export function meetGivenAcronym(pairs: TokenPairs): void {
  const { query, label, metBy } = pairs;
  const last = label.count - 1;
  const at = metBy[last] ?? -1;
  if (at === -1 || !isShortFor(query.tokens[at]?.shape.text ?? '', last, (j) => pairs.freeLabelWord(j))) return;
  let weight = 0;
  for (let j = 0; j < last; j++) weight += pairs.meet(j, at, at, 'acronym');
  pairs.byGivenAcronym = similarityWeights().acronymGiven * weight;
}

const LONGEST_ACRONYM = 7;
const ONLY_DIGITS = /^\p{Nd}+$/u;

/** Two letters are the beginnings of far too many names, unless other words are equal or they are all there is; a number is of none. */
export function mayBeAcronym(word: string, twoSuffice: boolean): boolean {
  if (word.length < 2 || word.length > LONGEST_ACRONYM) return false;
  if (word.length === 2 && (!twoSuffice || isLittleWord(word))) return false;
  return !ONLY_DIGITS.test(word);
}

/** First and one past the last of a run of free words whose first letters are the acronym, little words left out or not. */
function acronymRun(acronym: string, count: number, freeWord: (at: number) => string): readonly [number, number] | undefined {
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
