import type { ColumnProfile } from './profile-column.js';

/** Maximum share of cells with empty parts; above it the mark is text. */
const MAX_BAD_SPLITS = 0.1;
/** Minimum number of cells with a mark, and minimum share of repeated parts, for a separator. */
const MIN_LISTS = 3;
const MIN_COME_AGAIN = 0.5;

/** Whether `|` is a separator in the column rather than a part of its texts. */
export function barSeparates({ piped, pipedBadly }: ColumnProfile): boolean {
  return piped > 0 && pipedBadly <= piped * MAX_BAD_SPLITS;
}

/** Separator of names or types in a cell of the column; `null` for one a cell. */
export function labelSeparator(profile: ColumnProfile | undefined): string | null {
  if (profile === undefined || profile.lists > 0) return null;
  if (profile.piped > 0) return barSeparates(profile) ? '|' : null;
  // Where each line ends in a semicolon, the semicolon separates.
  if (profile.bareLines > 0) return '\n';
  if (profile.pilcrows > 0) return '¶';
  return profile.semicolons > 0 ? ';' : null;
}

/**
 * Separator of values in a cell of texts: a line break or a semicolon, where most of the parts are repeated in the
 * column, as occupations and subjects are. Prose and addresses have these marks without repeated parts. `null` for one
 * value a cell.
 */
export function textSeparator(profile: ColumnProfile): string | null {
  if (profile.piped > 0 || profile.lists > 0 || profile.marked.length < MIN_LISTS) return null;
  return ['\n', ';'].find((mark) => separates(mark, profile)) ?? null;
}

function separates(mark: string, { marked, distinct }: ColumnProfile): boolean {
  const lists = marked
    .filter((cell) => cell.trim().includes(mark))
    .map((cell) => cell.split(mark).map((part) => part.trim()));
  if (lists.length < MIN_LISTS || lists.length < marked.length / 2) return false;
  if (lists.filter((parts) => parts.slice(0, -1).includes('')).length > lists.length * MAX_BAD_SPLITS) return false;
  const cellsWith = new Map<string, number>();
  for (const parts of lists)
    for (const part of new Set(parts)) if (part !== '') cellsWith.set(part, (cellsWith.get(part) ?? 0) + 1);
  let parts = 0;
  let again = 0;
  for (const [part, cells] of cellsWith) {
    parts += cells;
    if (cells > 1 || distinct?.has(part) === true) again += cells;
  }
  return again >= parts * MIN_COME_AGAIN;
}

/** End of a sentence about a column, from the comma on; `''` for one value a cell. */
export function severalInACell(separator: string | null): string {
  if (separator === null) return '';
  return separator === '\n' ? ', several in a cell, each on a line' : `, several in a cell with "${separator}" between`;
}
