export interface DetectedHeader {
  readonly header: boolean;
  readonly reason: string;
}

const SURELY_DATA: readonly RegExp[] = [/^https?:\/\/\S+$/i, /^\S+@\S+\.\S+$/, /^-?\d+[.,]\d+$/];

/**
 * Whether the first row holds headings. Known headings decide (`isKnownHeading`; above a single column more words are
 * headings, unless such a word is below), a single one only if no cell is surely data; otherwise a first row that
 * resembles the rows below it (a number over numbers, a code of the same shape, a repeated value) is data.
 */
export function detectHeader(
  rows: readonly (readonly string[])[],
  isKnownHeading: (cell: string, place?: 'alone' | number) => boolean,
): DetectedHeader {
  const first = (rows[0] ?? []).map((cell) => cell.trim());
  const rest = rows.slice(1);
  const columns = first.map((_, column) =>
    rest.map((row) => (row[column] ?? '').trim()).filter((value) => value !== ''),
  );
  const isHeading = (cell: string): boolean =>
    isKnownHeading(cell) ||
    (first.length === 1 &&
      isKnownHeading(cell, 'alone') &&
      columns[0]?.some((below) => isKnownHeading(below, 'alone')) !== true);
  const known = first.filter(isHeading);
  const isSure = known.length > 1 || !first.some((cell, column) => isSurelyData(cell, columns[column] ?? []));
  if (known[0] !== undefined && isSure && new Set(first).size === first.length)
    return { header: true, reason: `"${known[0]}" is a common heading` };
  if (areNumbered(first)) return { header: true, reason: 'its cells are numbered, as programs number columns' };
  if (rest.length === 0)
    return { header: false, reason: 'there is a single row, and none of its cells is a common heading' };
  for (const [column, cell] of first.entries()) {
    const below = columns[column] ?? [];
    if (cell.length > 0 && below.length > 0 && looksLikeData(cell, below)) {
      return { header: false, reason: `the first row holds "${cell}", which looks like the cells below it` };
    }
  }
  if (first.length === 1)
    return { header: false, reason: 'the only column begins with a cell that is not a common heading' };
  return { header: true, reason: 'the first row looks different from the rows below it' };
}

/** `V1`, `V2`, `V3`; `Column 0`, `Column 1`: one word with consecutive numbers. */
function areNumbered(cells: readonly string[]): boolean {
  const parts = cells.map((cell) => /^(\p{L}+[ _.-]?)(\d+)$/u.exec(cell));
  const [first] = parts;
  return (
    cells.length > 1 &&
    first?.[1] !== undefined &&
    parts.every((part, i) => part?.[1] === first[1] && Number(part?.[2]) === Number(first[2]) + i) &&
    Number(first[2]) <= 1
  );
}

/**
 * Data over cells of the same kind: a URL, a mail address, a decimal number. A word such as "AD" may be a heading by
 * chance.
 */
function isSurelyData(cell: string, below: readonly string[]): boolean {
  return SURELY_DATA.some(
    (pattern) => pattern.test(cell) && below.filter((value) => pattern.test(value)).length > below.length / 2,
  );
}

function looksLikeData(cell: string, below: readonly string[]): boolean {
  if (below.includes(cell) || isSurelyData(cell, below)) return true;
  const shape = shapeOf(cell);
  // Words have the same shapes in headings and data, so digits decide.
  if (!shape.includes('9')) return false;
  return below.filter((value) => shapeOf(value) === shape).length > below.length / 2;
}

/** Runs of letters and of digits as one sign each: `DE-12` is `a-9`. */
function shapeOf(text: string): string {
  return text.replace(/\p{L}+/gu, 'a').replace(/\p{N}+/gu, '9');
}

/**
 * Names of the `width` columns of a table: their headings; `Column 3` for a third one without; a repeated heading gets
 * ` (2)`.
 */
export function nameColumns(headings: readonly string[], width: number): string[] {
  const names = new Set<string>();
  const free = new Map<string, number>();
  for (let i = 0; i < width; i++) {
    const heading = (headings[i] ?? '').replace(/\s+/g, ' ').trim();
    const name = heading === '' ? `Column ${i + 1}` : heading;
    let unique = name;
    let n = free.get(name) ?? 2;
    for (; names.has(unique); n++) unique = `${name} (${n})`;
    free.set(name, n);
    names.add(unique);
  }
  return [...names];
}

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
