/** How many rows are looked at. */
const SAMPLE_ROWS = 300;
const MAX_ROWS_ABOVE = 10;

/**
 * How many rows stand above a table, such as its title or a note on the export: rows of a single cell and lines of comment (`#`) at the beginning, where
 * most rows have more cells. A single common heading is no title, and above two columns without a common heading there may be a row with a gap. `rows`: the first rows, some hundreds.
 */
export function countRowsAbove(rows: readonly (readonly string[])[], isKnownHeading: (cell: string) => boolean): number {
  const looked = rows.slice(0, SAMPLE_ROWS);
  const first = looked.findIndex((cells) => !standsAbove(cells));
  if (first <= 0 || first > MAX_ROWS_ABOVE || looked.slice(0, first).some((cells) => cells.some((cell) => isKnownHeading(cell.trim())))) return 0;
  const heading = looked[first] ?? [];
  if (countFilled(heading) < 3 && !heading.some((cell) => isKnownHeading(cell.trim()))) return 0;
  const wide = looked.filter((cells) => !standsAbove(cells)).length;
  return wide > looked.length / 2 ? first : 0;
}

function standsAbove(cells: readonly string[]): boolean {
  return countFilled(cells) < 2 || /^\s*#\s/.test(cells[0] ?? '');
}

function countFilled(cells: readonly string[]): number {
  return cells.reduce((count, cell) => (cell.trim() === '' ? count : count + 1), 0);
}
