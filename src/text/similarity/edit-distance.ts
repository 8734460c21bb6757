let beforeLast = new Int32Array(64);
let last = new Int32Array(64);
let row = new Int32Array(64);

/**
 * Edit distance from `a` to `b` with insertions, deletions, substitutions and transpositions of neighbours (optimal
 * string alignment), or `max + 1` above `max`. Symmetric. Cost: length × (2·max + 1).
 */
export function editDistanceWithin(a: string, b: string, max: number): number {
  const over = max + 1;
  if (Math.abs(a.length - b.length) > max) return over;
  if (a === b) return 0;
  // Equal ends cost nothing and are most of two words with a typo.
  let start = 0;
  let endA = a.length;
  let endB = b.length;
  while (start < endA && start < endB && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  while (endA > start && endB > start && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  const lengthA = endA - start;
  const lengthB = endB - start;
  if (lengthA === 0) return lengthB;
  if (lengthB === 0) return lengthA;
  if (max === 0) return over;
  if (lengthB + 1 > row.length) {
    beforeLast = new Int32Array(lengthB * 2 + 2);
    last = new Int32Array(lengthB * 2 + 2);
    row = new Int32Array(lengthB * 2 + 2);
  }
  for (let j = 0; j <= lengthB; j++) last[j] = j;
  let leastBefore = 0;
  for (let i = 1; i <= lengthA; i++) {
    const letterA = a.charCodeAt(start + i - 1);
    const from = Math.max(1, i - max);
    const to = Math.min(lengthB, i + max);
    row[from - 1] = from === 1 ? i : over;
    let best = over;
    for (let j = from; j <= to; j++) {
      const letterB = b.charCodeAt(start + j - 1);
      let cost = (last[j - 1] ?? 0) + (letterA === letterB ? 0 : 1);
      const inserted = (row[j - 1] ?? 0) + 1;
      if (inserted < cost) cost = inserted;
      // Above the band the last row has no value.
      if (j < i + max) {
        const deleted = (last[j] ?? 0) + 1;
        if (deleted < cost) cost = deleted;
      }
      if (i > 1 && j > 1 && letterA === b.charCodeAt(start + j - 2) && a.charCodeAt(start + i - 2) === letterB) {
        const swapped = (beforeLast[j - 2] ?? 0) + 1;
        if (swapped < cost) cost = swapped;
      }
      row[j] = cost;
      if (cost < best) best = cost;
    }
    // A transposition reaches back two rows: one row beyond the bound is inconclusive while the previous one was
    // within.
    if (best > max && leastBefore > max) return over;
    leastBefore = best;
    const reused = beforeLast;
    beforeLast = last;
    last = row;
    row = reused;
  }
  return Math.min(last[lengthB] ?? over, over);
}

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
