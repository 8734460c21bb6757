const SAMPLE_ROWS = 300;
const MAX_ROWS_ABOVE = 10;

/**
 * Number of rows above a table, such as its title or a note on the export: leading rows of a single cell and comment
 * lines (`#`), where most rows have more cells; also rows with gaps, such as a title with a date far to the right or
 * headings of groups of columns, if common headings or figures under headings follow. A single common heading is no
 * title, and above two columns without a common heading there may be a row with a gap. `rows`: the first rows, some
 * hundreds.
 */
export function countRowsAbove(
  rows: readonly (readonly string[])[],
  isKnownHeading: (cell: string) => boolean,
): number {
  return Math.max(
    countSingleCells(rows, isKnownHeading),
    countRowsWithGaps(rows, isKnownHeading),
    countNotes(rows, isKnownHeading),
  );
}

/**
 * Rows before the headings, each of which fills at most half as many cells. A row with two common headings and no
 * repeated cell holds headings.
 */
function countRowsWithGaps(rows: readonly (readonly string[])[], isKnownHeading: (cell: string) => boolean): number {
  const beginning = rows.slice(0, MAX_ROWS_ABOVE + 1);
  const headings = beginning.findIndex((cells) => {
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    return filled.filter(isKnownHeading).length >= 2 && new Set(filled).size === filled.length;
  });
  if (headings <= 0) return 0;
  const most = countFilled(beginning[headings] ?? []) / 2;
  return beginning.slice(0, headings).every((cells) => countFilled(cells) <= most) ? headings : 0;
}

/**
 * Rows before the first one that fills as many cells as most rows, if the rows below show that it holds headings: it
 * has only distinct words, and a column of figures below. Each earlier row fills at most half as many cells and has no
 * common heading.
 */
function countNotes(rows: readonly (readonly string[])[], isKnownHeading: (cell: string) => boolean): number {
  const looked = rows.slice(0, SAMPLE_ROWS);
  const usual = median(looked.map(countFilled));
  const first = looked.findIndex((cells) => countFilled(cells) >= usual);
  if (usual < 3 || first <= 0 || first > MAX_ROWS_ABOVE) return 0;
  const above = looked.slice(0, first);
  if (above.some((cells) => countFilled(cells) > usual / 2 || cells.some((cell) => isKnownHeading(cell.trim()))))
    return 0;
  const headings = (looked[first] ?? []).map((cell) => cell.trim());
  const filled = headings.filter((cell) => cell !== '');
  if (new Set(filled).size < filled.length || !filled.every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)))
    return 0;
  const below = looked.slice(first + 1);
  const hasFigures = (column: number): boolean => {
    const cells = below.flatMap((row) => row[column]?.trim() || []);
    return cells.length >= 2 && cells.filter((cell) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell)).length > cells.length / 2;
  };
  return headings.some((cell, column) => cell !== '' && hasFigures(column)) ? first : 0;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function countSingleCells(rows: readonly (readonly string[])[], isKnownHeading: (cell: string) => boolean): number {
  const looked = rows.slice(0, SAMPLE_ROWS);
  const first = looked.findIndex((cells) => !standsAbove(cells));
  if (
    first <= 0 ||
    first > MAX_ROWS_ABOVE ||
    looked.slice(0, first).some((cells) => cells.some((cell) => isKnownHeading(cell.trim())))
  )
    return 0;
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
