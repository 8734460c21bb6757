import { createHash } from 'node:crypto';

/** Bytes that an identifier of a document may have, and an entry of an index is given here; the engine allows 32,766 for the latter. */
const MAX_BYTES = 500;
/** Letters that are kept of what is longer, so that it can still be found by its beginning. */
const KEPT_LETTERS = 100;

const HALF_A_CHARACTER = /\p{Surrogate}/u;

/** A text as an entry of the index: itself, or of a long one its beginning and a digest. Equal for equal texts only, as far as digests tell. */
export function termKey(text: string): string {
  // No letter has more than three bytes for each of its code units.
  if (text.length * 3 <= MAX_BYTES || Buffer.byteLength(text) <= MAX_BYTES) return text;
  return `${[...text.slice(0, KEPT_LETTERS)].slice(0, -1).join('')}…${createHash('sha256').update(text).digest('hex')}`;
}

/** The same entries, each once, without those that are cut through the middle of a character and cannot be sent. */
export function termKeys(texts: Iterable<string>): readonly string[] {
  return [...new Set(Array.from(texts, termKey))].filter((text) => text !== '' && !HALF_A_CHARACTER.test(text));
}
