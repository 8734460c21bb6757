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
