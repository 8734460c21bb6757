import { GrelFailure } from '../evaluation/grel-failure.js';

/**
 * Replaces several texts at once, the first one each time, and again in the result until nothing changes. With fewer
 * replacements than texts every text gets the last one. Throws `GrelFailure` for an endless cycle.
 */
export function replaceEach(text: string, searches: readonly string[], replacements: readonly string[]): string {
  const fallback = replacements.at(-1) ?? '';
  const pairs = new Map<string, string>();
  searches.forEach((search, index) => {
    if (search === '' || pairs.has(search)) return;
    pairs.set(search, replacements.length < searches.length ? fallback : (replacements[index] ?? fallback));
  });
  if (pairs.size === 0) return text;
  // Of two at the same place the one that is named first.
  const finder = new RegExp(
    [...pairs.keys()].map((search) => search.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
    'g',
  );
  let current = text;
  for (let round = 0; round <= searches.length; round += 1) {
    const next = current.replace(finder, (found) => pairs.get(found) ?? found);
    if (next === current) return current;
    current = next;
  }
  const isCircular = searches.some((search) => replacements.includes(search));
  if (!isCircular && current.replace(finder, (found) => pairs.get(found) ?? found) === current) return current;
  throw new GrelFailure(
    'java.lang.IllegalStateException: Aborting to protect against StackOverflowError - output of one loop is the input of another',
  );
}
