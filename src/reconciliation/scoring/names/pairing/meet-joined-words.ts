import { isLittleWord } from '../../../../text/similarity/common-words.js';
import type { WordPairs } from './word-pairs.js';

/** Pieces into which a word may be split. */
const MOST_PIECES = 4;
/** Letters of a name that a particle is joined with. */
const LEAST_BEHIND = 3;

/** "new castle" and "newcastle", "kx tg 9342 t" and "kxtg9342t", "Launay, Robert de" and "Delaunay", either way round. */
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
  const [particle, at] = particleBehind(whole, count, freeQueryWord);
  if (at === -1) return;
  taken[particle] = 1;
  pairs.joined += pairs.meet(j, at, at, 'joined');
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
  const [particle, at] = particleBehind(whole, count, freeLabelWord);
  if (at !== -1) pairs.joined += pairs.meet(particle, i, i, 'joined') + pairs.meet(at, i, i, 'joined');
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

const NOTHING_BEHIND: readonly [number, number] = [-1, -1];

/**
 * Of the free words, an article or preposition and a word before it that make `whole` when they are written together: "Launay,
 * Robert de" and "Delaunay". First where the particle stands, then the other; -1 for none.
 */
export function particleBehind(whole: string, count: number, freeWord: (at: number) => string): readonly [number, number] {
  for (let particle = 1; particle < count; particle++) {
    const little = freeWord(particle);
    if (little === '' || !whole.startsWith(little) || !isLittleWord(little)) continue;
    for (let at = 0; at < particle; at++) {
      const rest = freeWord(at);
      if (rest.length >= LEAST_BEHIND && rest.length + little.length === whole.length && whole.endsWith(rest)) return [particle, at];
    }
  }
  return NOTHING_BEHIND;
}
