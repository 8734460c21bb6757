/*
 * FNV-1a over code units, 32 bits, with a final mix, because FNV leaves the low bits of short strings similar. In
 * steps, for code units without a string and for many strings with a common prefix.
 */

/** The hash of no letters; to be finished. */
export const HASH_OF_NOTHING = 0x811c9dc5;

const PRIME = 0x01000193;

/** `hash` with one more code unit; to be finished. */
export function hashWithLetter(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, PRIME);
}

/** `hash` with the code units of `text` from `from` up to `end`; to be finished. */
export function hashWithLetters(hash: number, text: string, from: number, end: number): number {
  let mixed = hash;
  // `hashWithLetters` inlined: names by the hundred thousand are hashed here.
  for (let i = from; i < end; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), PRIME);
  return mixed;
}

/** The final hash, 0 to 2^32 - 1. */
export function finishedHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

/** The hash of a string, 0 to 2^32 - 1. */
export function hashString(text: string): number {
  // Reads the length once: strings have many internal forms, and in a polymorphic place each read is a call.
  return finishedHash(hashWithLetters(HASH_OF_NOTHING, text, 0, text.length));
}
