/**
 * The most similar word of `known`, for "did you mean …?"; `undefined` without one. Case, hyphens and underscores are
 * ignored; at most a third of the letters may differ, and none in words of up to three. Ties go to the earlier word.
 */
export function nearestWord(typed: string, known: readonly string[]): string | undefined {
  const wanted = plain(typed);
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const word of known) {
    const distance = editDistance(wanted, plain(word));
    if (distance <= allowed(Math.max(wanted.length, word.length)) && (best === undefined || distance < best.distance))
      best = { word, distance };
  }
  return best?.word;
}

/** A changed letter makes a short word another one. */
function allowed(letters: number): number {
  return letters > 3 ? Math.floor(letters / 3) : 0;
}

function plain(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}

/** Edit distance with transpositions of neighbours. Cost: length of a × length of b. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replace);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
