/** The number of inserted, dropped and replaced characters (UTF-16 units) between two texts. */
export function levenshteinDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (one.charCodeAt(row - 1) === other.charCodeAt(column - 1) ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[other.length] ?? one.length;
}

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
