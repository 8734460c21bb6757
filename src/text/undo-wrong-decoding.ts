/*
 * "GuÃ©rin" is "Guérin" in UTF-8 decoded as Windows-1252 or Latin-1. Datasets and queries have such damage, mostly on
 * one side only. It is undone where it is certain: a letter then appears as an accented letter followed by a sign or a
 * control character, in places where neither is written.
 */

/** Characters of Windows-1252 for the bytes from 0x80 to 0x9f, which are controls in Latin-1. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';
const FOLLOWING = `\\u0080-\\u00bf${WINDOWS_1252}`;

/** Two, three or four bytes of one letter, as wrongly decoded characters. */
const BYTES_OF_LETTER = new RegExp(
  `[\\u00c2-\\u00df][${FOLLOWING}]|[\\u00e0-\\u00ef][${FOLLOWING}]{2}|[\\u00f0-\\u00f4][${FOLLOWING}]{3}`,
  'g',
);
const CONTROL = /[\u0080-\u009f]/;
const SPACE_OR_APOSTROPHE = /[\u00a0\u2018\u2019]/;
const SMALL_LETTER_BEFORE = /[\p{Ll}\u0080-\u009f]$/u;
const SMALL_LETTER_FOLLOWS = /^\p{Ll}/u;
/** Signs after a word, and spaces. */
const MAY_END_A_WORD =
  /^[\u00a0\u00aa\u00ab\u00b7\u00ba\u00bb\u2018\u2019\u201c\u201d\u201a\u201e\u2013\u2014\u2026\u203a\u2039\u2122]$/u;

/** The text with wrongly decoded letters repaired where certain; else unchanged. Cost: a look at each character. */
export function undoWrongDecoding(text: string): string {
  const once = undoOnce(text);
  // A second wrong decoding shows only after undoing the first.
  return once === text ? text : undoOnce(once);
}

function undoOnce(text: string): string {
  return text.replace(BYTES_OF_LETTER, (found, at: number) => {
    const letter = decoded(found);
    return letter !== undefined &&
      isCertain(found, text.slice(Math.max(0, at - 2), at), text.slice(at + found.length, at + found.length + 2))
      ? letter
      : found;
  });
}

function isCertain(found: string, before: string, after: string): boolean {
  if (CONTROL.test(found)) return true;
  if (found.length > 2) return !MAY_END_A_WORD.test(found.charAt(1)) || SMALL_LETTER_FOLLOWS.test(after);
  // No capital follows a small letter, except in "Spaß»".
  if (SMALL_LETTER_BEFORE.test(before) && !found.startsWith('ß')) return true;
  return SMALL_LETTER_FOLLOWS.test(after) && !SPACE_OR_APOSTROPHE.test(found.charAt(1));
}

function decoded(characters: string): string | undefined {
  const bytes = Uint8Array.from(characters, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? code : 0x80 + WINDOWS_1252.indexOf(character);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
