/**
 * Scripts without spaces between words: Han, Kana, Thai, Lao, Khmer, Myanmar. Their runs are indexed as overlapping
 * pairs of characters, which finds a name inside a longer one without a dictionary.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

/** Whether any character of `text` is of such a script. */
export function hasUnspacedScript(text: string): boolean {
  return UNSPACED.test(text);
}

/** Whether this one character (a code point, perhaps with marks after it) is of such a script. */
export function isUnspaced(character: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint >= 0xe00 && UNSPACED.test(character);
}

function charactersOf(word: string): string[] {
  return word.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];
}

/** Overlapping pairs of the characters of an unspaced word; a single character alone. */
export function characterPairs(word: string): string[] {
  const characters = charactersOf(word);
  if (characters.length <= 1) return [word];
  const pairs: string[] = [];
  for (let i = 1; i < characters.length; i++) pairs.push(`${characters[i - 1] ?? ''}${characters[i] ?? ''}`);
  return pairs;
}
