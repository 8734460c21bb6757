import type { WordPairs } from './word-pairs.js';

/** Pieces into which a word may be split. */
const MOST_PIECES = 4;

/** "new castle" and "newcastle", "kx tg 9342 t" and "kxtg9342t", either way round. */
export function meetJoinedWords(pairs: WordPairs): void {
  const { query, label, metBy, taken } = pairs;
  for (let j = 0; j < label.count; j++) if (metBy[j] === -1) meetPiecesInQuery(pairs, j);
  for (let i = 0; i < query.words.length; i++) if (taken[i] === 0) meetPiecesInLabel(pairs, i);
}

/** Words of the query that are this word of the label when they are written together. */
function meetPiecesInQuery(pairs: WordPairs, j: number): void {
  const { query, label, taken, freeQueryWord } = pairs;
  const count = query.words.length;
  const word = label.words[j];
  const whole = word?.shape.text ?? '';
  for (let i = 0; i + 1 < count; i++) {
    if (query.firstLetters[i] !== word?.firstLetter || taken[i] !== 0) continue;
    const end = joinedRun(whole, i, count, freeQueryWord);
    if (end === -1) continue;
    pairs.joined += pairs.meet(j, i, end - 1, 'joined');
    return;
  }
}

/** The same the other way round. */
function meetPiecesInLabel(pairs: WordPairs, i: number): void {
  const { query, label, metBy, freeLabelWord } = pairs;
  const { count } = label;
  const whole = query.words[i]?.shape.text ?? '';
  for (let j = 0; j + 1 < count; j++) {
    if (metBy[j] !== -1 || label.words[j]?.firstLetter !== query.firstLetters[i]) continue;
    const end = joinedRun(whole, j, count, freeLabelWord);
    if (end === -1) continue;
    for (let k = j; k < end; k++) pairs.joined += pairs.meet(k, i, i, 'joined');
    return;
  }
}

/** One past the last of two to four free words from `start` on that make `whole` when written together; -1 for none. */
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
