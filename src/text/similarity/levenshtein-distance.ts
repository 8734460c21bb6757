/**
 * Edit distance with insertions, deletions and substitutions, in code units. Cost: the product of the lengths, reported
 * to `spend` piece by piece.
 */
export function levenshteinDistance(one: string, other: string, spend?: (steps: number) => void): number {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  let row = Uint32Array.from({ length: shorter.length + 1 }, (_, index) => index);
  for (let place = 1; place <= longer.length; place += 1) {
    spend?.(shorter.length);
    const next = new Uint32Array(shorter.length + 1);
    next[0] = place;
    for (let column = 1; column <= shorter.length; column += 1) {
      const changed =
        (row[column - 1] ?? 0) + (shorter.charCodeAt(column - 1) === longer.charCodeAt(place - 1) ? 0 : 1);
      next[column] = Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[shorter.length] ?? 0;
}
