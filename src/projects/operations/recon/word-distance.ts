/** The share of words that both names have, from 0 to 1, little words left out. */
export function wordDistance(one: string, other: string): number {
  const [words, otherWords] = [breakIntoWords(one), breakIntoWords(other)];
  const common = [...words].filter((word) => otherWords.has(word)).length;
  const longest = Math.max(words.size, otherWords.size);
  return longest === 0 ? 0 : common / longest;
}

const LITTLE_WORDS = new Set(['the', 'a', 'and', 'of', 'on', 'in', 'at', 'by']);

function breakIntoWords(text: string): ReadonlySet<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '' && !LITTLE_WORDS.has(word)),
  );
}
