const LONGEST = 64;
const ROW = LONGEST + 2;
const rows = new Uint8Array(ROW * 3);

/**
 * Optimal string alignment distance (insertion, deletion, substitution, swap of neighbours: one edit each) when it is
 * `most` or less, else `most + 1`. Only the band around the diagonal is computed. Words beyond 64 code units count as
 * far apart unless equal. Not reentrant, never suspended.
 */
export function boundedEditDistance(a: string, b: string, most: number): number {
  if (a === b) return 0;
  const far = most + 1;
  if (Math.abs(a.length - b.length) > most || a.length > LONGEST || b.length > LONGEST) return far;
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
  if (lengthA === 0) return lengthB > most ? far : lengthB;
  if (lengthB === 0) return lengthA > most ? far : lengthA;

  let before = 0; // offsets into `rows`
  let current = ROW;
  let beforeLast = ROW * 2;
  for (let j = 0; j <= lengthB; j++) rows[before + j] = Math.min(j, far);
  for (let i = 1; i <= lengthA; i++) {
    const low = Math.max(1, i - most);
    const high = Math.min(lengthB, i + most);
    rows[current + low - 1] = low === 1 ? Math.min(i, far) : far;
    let best = far;
    const codeA = a.charCodeAt(start + i - 1);
    for (let j = low; j <= high; j++) {
      const codeB = b.charCodeAt(start + j - 1);
      let cost = (rows[before + j - 1] ?? 0) + (codeA === codeB ? 0 : 1);
      const deletion = j <= i - 1 + most ? (rows[before + j] ?? 0) + 1 : far;
      if (deletion < cost) cost = deletion;
      const insertion = (rows[current + j - 1] ?? 0) + 1;
      if (insertion < cost) cost = insertion;
      if (i > 1 && j > 1 && codeA === b.charCodeAt(start + j - 2) && a.charCodeAt(start + i - 2) === codeB) {
        const swap = (rows[beforeLast + j - 2] ?? 0) + 1;
        if (swap < cost) cost = swap;
      }
      if (cost > far) cost = far;
      rows[current + j] = cost;
      if (cost < best) best = cost;
    }
    // A swap reaches back two rows, so one row beyond the bound proves nothing when the row before was within it.
    if (best > most && i > 1 && leastOf(before, low - 1, high, far) > most) return far;
    const free = beforeLast;
    beforeLast = before;
    before = current;
    current = free;
  }
  return Math.min(rows[before + lengthB] ?? far, far);
}

function leastOf(offset: number, from: number, to: number, far: number): number {
  let least = far;
  for (let j = Math.max(0, from); j <= to; j++) least = Math.min(least, rows[offset + j] ?? far);
  return least;
}
