import { inPreferredOrder, mostCounted } from '../datasets/preferred-language.js';
import type { RawCell, RawValue } from '../formats/raw-record.js';

interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
}

/**
 * The table with one language in each column. If cells have texts in several languages, the column keeps its most
 * frequent language, and the other texts move to a new column at the end, because a name in two languages would be
 * queried as one long name. Other tables are unchanged. Cost: a look at each cell.
 */
export function oneLanguageACell(table: Table): Table {
  const mixed = table.headings.flatMap((heading, column) => {
    const language = mainLanguage(table.rows, column);
    return language === undefined ? [] : [{ column, heading: `${heading} (other languages)`, language }];
  });
  if (mixed.length === 0) return table;
  const rows = table.rows.map((row) => {
    const cells = Array.from(table.headings, (_, column): RawCell => row[column] ?? '');
    for (const { column, language } of mixed) {
      const [own, others] = parted(cells[column] ?? '', language);
      cells[column] = own;
      cells.push(others);
    }
    return cells;
  });
  return { headings: [...table.headings, ...mixed.map(({ heading }) => heading)], rows };
}

/** The main language of a column with several; `undefined` for another. */
function mainLanguage(rows: Table['rows'], column: number): string | undefined {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const cell = row[column];
    if (cell === undefined || typeof cell === 'string') continue;
    for (const language of new Set(cell.map((value) => value.language ?? '')))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return counts.size < 2 ? undefined : mostCounted(counts);
}

/** The values in the language, or in the next best one without any, and different values in other languages. */
function parted(cell: RawCell, language: string): readonly [RawCell, RawCell] {
  if (typeof cell === 'string') return [cell, ''];
  const ordered = inPreferredOrder(cell, language);
  const best = ordered[0]?.language;
  const own = ordered.filter((value) => value.language === best);
  const texts = new Set(own.map(({ text }) => text));
  const others = ordered.filter(({ text }: RawValue) => !texts.has(text));
  return [own, others.length === 0 ? '' : others];
}
