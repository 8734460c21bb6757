import type { RawCell } from '../formats/raw-record.js';
import type { DataSample } from './data-file.js';

/**
 * Texts in `language` (`''`: without one) first, followed by regional forms of it; then those without a language,
 * English ones, and the others, each in order. Tags are BCP 47, compared without case.
 */
export function inPreferredOrder<T extends { readonly language?: string }>(
  texts: readonly T[],
  language: string,
): readonly T[] {
  const wanted = language.toLowerCase();
  const rank = (tag: string | undefined): number => {
    if (tag === undefined) return wanted === '' ? 0 : 2;
    const lower = tag.toLowerCase();
    if (lower === wanted) return 0;
    // `en-GB` stands in for `en`, and the reverse.
    return (wanted !== '' && lower.startsWith(`${wanted}-`)) || wanted.startsWith(`${lower}-`)
      ? 1
      : lower === 'en'
        ? 3
        : 4;
  };
  const [first] = texts;
  return texts.length < 2 || rank(first?.language) === 0
    ? texts
    : [...texts].sort((a, b) => rank(a.language) - rank(b.language));
}

/** A cell with its values `inPreferredOrder`; unchanged for text without languages or without a requested language. */
export function preferredFirst(cell: RawCell | undefined, language: string | undefined): RawCell | undefined {
  return cell === undefined || typeof cell === 'string' || language === undefined
    ? cell
    : inPreferredOrder(cell, language);
}

/**
 * The language in which most records of a sample have a text in these columns, `''` when most have one without;
 * `undefined` when there are no languages. Ties: none, English, else the first by its tag.
 */
export function commonestLanguage(
  { columns, records }: DataSample,
  wanted: readonly string[],
): { readonly language: string; readonly isOnly: boolean } | undefined {
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

/** The most frequent language; ties: none (`''`), English, else the first by its tag. `''` without any. */
export function mostCounted(counts: ReadonlyMap<string, number>): string {
  const order = (language: string): number => (language === '' ? 0 : language === 'en' ? 1 : 2);
  return (
    [...counts].sort(
      ([a, timesA], [b, timesB]) => timesB - timesA || order(a) - order(b) || (a < b ? -1 : 1),
    )[0]?.[0] ?? ''
  );
}
