/*
 * FNV-1a over code units, 32 bits, with a final mix, because FNV leaves the low bits of short strings alike. In steps, for
 * those who have the code units without the string, or hash many strings that begin alike.
 */

/** The hash of no letters yet; to be finished. */
export const HASH_OF_NOTHING = 0x811c9dc5;

const PRIME = 0x01000193;

/** `hash` with one more code unit; to be finished. */
export function hashWithLetter(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, PRIME);
}

/** `hash` with the code units of `text` from `from` up to `end`; to be finished. */
export function hashWithLetters(hash: number, text: string, from: number, end: number): number {
  let mixed = hash;
  // What `hashWithLetter` does, without a call for each letter: names by the hundred thousand go through here.
  for (let i = from; i < end; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), PRIME);
  return mixed;
}

/** What the steps come to, 0 to 2^32 - 1. */
export function finishedHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** The hash of a string, 0 to 2^32 - 1. */
export function hashString(text: string): number {
  // Its length is asked for once: strings come in many forms inside the engine, and where it has met most of them each asking is a call.
  return finishedHash(hashWithLetters(HASH_OF_NOTHING, text, 0, text.length));
}
