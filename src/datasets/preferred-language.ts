import type { RawCell } from '../formats/raw-record.js';
import type { DataSample } from './data-file.js';

/*
 * Which of several texts of a cell, each in a language of its own, is the one to show.
 */

/** The cell with a value in `language` (`''`: in none) in front, if there is one: then come those without a language, then English ones, then the others, each in their order. Text without languages stays. */
export function preferredFirst(cell: RawCell | undefined, language: string | undefined): RawCell | undefined {
  if (cell === undefined || typeof cell === 'string' || cell.length < 2 || language === undefined) return cell;
  const wanted = language.toLowerCase();
  const rank = (tag: string | undefined): number => {
    if (tag === undefined) return wanted === '' ? 0 : 2;
    const lower = tag.toLowerCase();
    if (lower === wanted) return 0;
    // `en-GB` stands in for `en`, and the other way round.
    return (wanted !== '' && lower.startsWith(`${wanted}-`)) || wanted.startsWith(`${lower}-`) ? 1 : lower === 'en' ? 3 : 4;
  };
  return rank(cell[0]?.language) === 0 ? cell : [...cell].sort((a, b) => rank(a.language) - rank(b.language));
}

/** The language in which most records of a sample have a text in these columns, `''` when most have one without; `undefined` when none is told. Of languages alike, none, English, else the first by its tag. */
export function commonestLanguage({ columns, records }: DataSample, wanted: readonly string[]): { readonly language: string; readonly isOnly: boolean } | undefined {
  const counts = new Map<string, number>();
  const positions = wanted.map((column) => columns.indexOf(column)).filter((at) => at >= 0);
  for (const record of records) {
    const languages = new Set<string>();
    for (const at of positions) {
      const cell = record[at];
      if (typeof cell === 'string') {
        if (cell !== '') languages.add('');
      } else for (const { language } of cell ?? []) languages.add(language ?? '');
    }
    for (const language of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (counts.size === (counts.has('') ? 1 : 0)) return undefined;
  return { language: mostCounted(counts), isOnly: counts.size === 1 };
}

/** The language with the most; of languages alike, none (`''`), English, else the first by its tag. `''` where nothing was counted. */
export function mostCounted(counts: ReadonlyMap<string, number>): string {
  const order = (language: string): number => (language === '' ? 0 : language === 'en' ? 1 : 2);
  return [...counts].sort(([a, timesA], [b, timesB]) => timesB - timesA || order(a) - order(b) || (a < b ? -1 : 1))[0]?.[0] ?? '';
}
