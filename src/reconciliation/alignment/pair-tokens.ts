import { isLittleWord } from '../../text/similarity/common-words.js';
import { similarityWeights } from '../evidence/weights.js';
import type { NameQuery } from './name-query.js';
import type { QualifierAtEnd } from './qualifier.js';
import { type AlignedLabel, TokenPairs } from './token-pairs.js';
import type { TokenSimilarities } from './token-similarity.js';

/** Pairs the tokens of a label with those of the query, the surest first: what has matched is free for nothing else. Weakens the qualifier of the label. */
export function pairTokens(
  query: NameQuery,
  label: AlignedLabel,
  similarities: TokenSimilarities,
  qualifierOf: (row: number) => QualifierAtEnd,
): TokenPairs {
  const pairs = new TokenPairs(query, label);
  const equal = meetEqualWords(pairs, similarities);
  if (equal === label.count) return pairs;
  label.weakenQualifier(qualifierOf);
  if (equal === 1 && label.qualifierTokens === 1) meetGivenAcronym(pairs);
  meetJoinedWords(pairs);
  meetAlikeWords(pairs, similarities);
  meetAcronyms(pairs, equal > 0);
  if (query.beside.length > 0) markBeside(pairs);
  return pairs;
}

/** Equal tokens, each as early in the query as it can be but after the one before it where there is a choice; gives their number. */
function meetEqualWords(pairs: TokenPairs, similarities: TokenSimilarities): number {
  const { query, label } = pairs;
  let met = 0;
  let after = 0;
  for (let j = 0; j < label.count; j++) {
    if (similarities.best(j) !== 1) continue;
    let at = freeEqual(pairs, similarities, j, after, query.tokens.length);
    if (at === -1) at = freeEqual(pairs, similarities, j, 0, after);
    if (at === -1) continue;
    pairs.meet(j, at, at, 'equal');
    met++;
    after = at + 1;
  }
  if (query.saysTwice && met > 1) closeRanks(pairs);
  return met;
}

/** The first free token of the query from `start` on and before `end` that equals a token of the label; -1 for none. */
function freeEqual(
  { taken }: TokenPairs,
  similarities: TokenSimilarities,
  j: number,
  start: number,
  end: number,
): number {
  for (let i = start; i < end; i++) if (taken[i] === false && similarities.similarity(j, i) === 1) return i;
  return -1;
}

/**
 * Where a query says a word twice, a token of the label may have matched the wrong one: in "Institute of Physics, Institute of
 * Chemistry", the second institute is that of chemistry. Moves tokens of the label to the place before the one after them.
 */
function closeRanks({ query: { tokens }, label, metBy, metLast, taken }: TokenPairs): void {
  for (let j = label.count - 2; j >= 0; j--) {
    const at = metBy[j] ?? -1;
    const before = (metBy[j + 1] ?? -1) - 1;
    if (
      at === -1 ||
      before < 0 ||
      at === before ||
      taken[before] === true ||
      tokens[at]?.shape.text !== tokens[before]?.shape.text ||
      tokens[at]?.known === false
    )
      continue;
    taken[at] = false;
    taken[before] = true;
    metBy[j] = metLast[j] = before;
  }
}

/** The most similar pairs of free tokens, the most similar first. */
function meetAlikeWords(pairs: TokenPairs, similarities: TokenSimilarities): void {
  const { query, label, metBy, taken } = pairs;
  for (;;) {
    let best = 0;
    let bestWord = -1;
    let bestQuery = -1;
    for (let j = 0; j < label.count; j++) {
      if (metBy[j] !== -1 || similarities.best(j) <= best) continue;
      for (let i = 0; i < query.tokens.length; i++) {
        const alike = similarities.similarity(j, i);
        if (alike > best && taken[i] === false) {
          best = alike;
          bestWord = j;
          bestQuery = i;
        }
      }
    }
    if (bestWord < 0) return;
    // The token of the query is taken to be the token of the label, so it weighs the same: a typo is not a rare word.
    const weight = pairs.meet(bestWord, bestQuery, bestQuery, undefined);
    pairs.alikeness[bestWord] = best;
    pairs.alike += weight * best;
    pairs.lost += weight * (1 - best);
    pairs.unlike = Math.max(pairs.unlike, 1 - best);
  }
}

/** Pieces into which a word may be split. */
const MOST_PIECES = 4;

/** "new castle" and "newcastle", "kx tg 9342 t" and "kxtg9342t", either way round. */
function meetJoinedWords(pairs: TokenPairs): void {
  const { query, label, metBy, taken } = pairs;
  for (let j = 0; j < label.count; j++) if (metBy[j] === -1) meetPiecesInQuery(pairs, j);
  for (let i = 0; i < query.tokens.length; i++) if (taken[i] === false) meetPiecesInLabel(pairs, i);
}

/** Tokens of the query that are this token of the label when they are written together. */
function meetPiecesInQuery(pairs: TokenPairs, j: number): void {
  const { query, label, taken } = pairs;
  const count = query.tokens.length;
  const token = label.tokens[j];
  const whole = token?.shape.text ?? '';
  for (let i = 0; i + 1 < count; i++) {
    if (query.firstLetters[i] !== token?.firstLetter || taken[i] === true) continue;
    const end = joinedRun(whole, i, count, (at) => pairs.freeQueryWord(at));
    if (end === -1) continue;
    pairs.joined += pairs.meet(j, i, end - 1, 'joined');
    return;
  }
}

/** The same the other way round. */
function meetPiecesInLabel(pairs: TokenPairs, i: number): void {
  const { query, label, metBy } = pairs;
  const { count } = label;
  const whole = query.tokens[i]?.shape.text ?? '';
  for (let j = 0; j + 1 < count; j++) {
    if (metBy[j] !== -1 || label.tokens[j]?.firstLetter !== query.firstLetters[i]) continue;
    const end = joinedRun(whole, j, count, (at) => pairs.freeLabelWord(at));
    if (end === -1) continue;
    for (let k = j; k < end; k++) pairs.joined += pairs.meet(k, i, i, 'joined');
    return;
  }
}

/** One past the last of two to four free tokens from `start` on that make `whole` when written together; -1 for none. */
function joinedRun(whole: string, start: number, count: number, freeWord: (at: number) => string): number {
  let length = 0;
  for (let at = start; at < count && at < start + MOST_PIECES; at++) {
    const piece = freeWord(at);
    if (piece === '' || !whole.startsWith(piece, length)) return -1;
    length += piece.length;
    if (length === whole.length) return at > start ? at + 1 : -1;
  }
  return -1;
}

/** Marks the free tokens of the label that a value asked for beside the name has, with its rarest. */
function markBeside(pairs: TokenPairs): void {
  const { label, query, beside } = pairs;
  for (const [k, words] of query.beside.entries()) {
    const rarest = query.rarestOfValues[k];
    if (!label.tokens.some((_, j) => pairs.freeLabelWord(j) === rarest)) continue;
    for (let j = 0; j < label.count; j++) if (words.includes(pairs.freeLabelWord(j))) beside[j] = true;
  }
}

/** "mit" and "massachusetts institute of technology", either way round. `withOthers`: whether other words of the two names are equal. */
function meetAcronyms(pairs: TokenPairs, withOthers: boolean): void {
  const { query, label } = pairs;
  const ofLabel = freeLabelWords(pairs) > 1;
  const ofQuery = freeQueryWords(pairs) > 1;
  // Two letters are the beginnings of far too many names, unless they are all there is.
  if (ofLabel)
    for (let i = 0; i < query.tokens.length; i++) meetLettersInLabel(pairs, i, query.tokens.length === 1 || withOthers);
  if (ofQuery) for (let j = 0; j < label.count; j++) meetLettersInQuery(pairs, j, withOthers);
}

/** Words of the label whose first letters are this word of the query. */
function meetLettersInLabel(pairs: TokenPairs, i: number, twoSuffice: boolean): void {
  const { query, label, taken } = pairs;
  const acronym = query.tokens[i]?.shape.text ?? '';
  if (
    taken[i] === true ||
    !mayBeAcronym(acronym, twoSuffice) ||
    !beginsFreeLabelWord(pairs, query.firstLetters[i] ?? 0)
  )
    return;
  const run = acronymRun(acronym, label.count, (j) => pairs.freeLabelWord(j));
  if (run === undefined) return;
  for (let j = run[0]; j < run[1]; j++) pairs.byAcronym += similarityWeights().acronym * pairs.meet(j, i, i, 'acronym');
}

/** The same the other way round. */
function meetLettersInQuery(pairs: TokenPairs, j: number, twoSuffice: boolean): void {
  const { query, label, metBy } = pairs;
  const acronym = label.tokens[j]?.shape.text ?? '';
  if (
    metBy[j] !== -1 ||
    !mayBeAcronym(acronym, twoSuffice) ||
    !beginsFreeQueryWord(pairs, label.tokens[j]?.firstLetter ?? 0)
  )
    return;
  const run = acronymRun(acronym, query.tokens.length, (i) => pairs.freeQueryWord(i));
  if (run === undefined) return;
  for (let i = run[0]; i < run[1]; i++)
    pairs.lostByAcronym += (1 - similarityWeights().acronym) * (query.weights[i] ?? 0);
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
function meetGivenAcronym(pairs: TokenPairs): void {
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
function acronymRun(
  acronym: string,
  count: number,
  freeWord: (at: number) => string,
): readonly [number, number] | undefined {
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
    for (let i = 0; i < word.length && letter < short.length; i++)
      if (word.charCodeAt(i) === short.charCodeAt(letter)) letter++;
  }
  return letter === short.length;
}
