/*
 * FNV-1a over code units, 32 bits, with a final mix, because FNV leaves the low bits of short strings alike. In steps, for
 * those who have the code units without the string, or hash many strings that begin alike.
 */

/** The hash of no letters yet; to be finished. */
export const HASH_OF_NOTHING = 0x811c9dc5;

/** `hash` with one more code unit; to be finished. */
export function hashWithLetter(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

/** What the steps come to, 0 to 2^32 - 1. */
export function finishedHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** The hash of a string, 0 to 2^32 - 1. */
export function hashString(text: string): number {
  let hash = HASH_OF_NOTHING;
  // Asked for once: strings come in many forms inside the engine, and where it has met most of them each asking is a call.
  const { length } = text;
  for (let i = 0; i < length; i++) hash = hashWithLetter(hash, text.charCodeAt(i));
  return finishedHash(hash);
}
