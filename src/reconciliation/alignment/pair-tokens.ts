import { meetAcronyms, meetGivenAcronym } from './acronyms.js';
import { TokenPairs, type AlignedLabel } from './token-pairs.js';
import type { NameQuery } from './name-query.js';
import type { QualifierAtEnd } from './qualifier.js';
import type { TokenSimilarities } from './token-similarity.js';

/** Pairs the tokens of a label with those of the query, the surest first: what has matched is free for nothing else. Weakens the qualifier of the label. */
export function pairTokens(query: NameQuery, label: AlignedLabel, similarities: TokenSimilarities, qualifierOf: (row: number) => QualifierAtEnd): TokenPairs {
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
function freeEqual({ taken }: TokenPairs, similarities: TokenSimilarities, j: number, start: number, end: number): number {
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
    if (at === -1 || before < 0 || at === before || taken[before] === true || tokens[at]?.shape.text !== tokens[before]?.shape.text || tokens[at]?.known === false) continue;
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
