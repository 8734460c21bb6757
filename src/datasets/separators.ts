import type { ColumnProfile } from './profile-column.js';

/** Share of cells that may split into empty parts before the mark is taken for text. */
const MAX_BAD_SPLITS = 0.1;
/** Cells with a mark from which on it can be told whether it separates, and the share of their parts that must come again. */
const MIN_LISTS = 3;
const MIN_COME_AGAIN = 0.5;

/** Whether `|` separates in the column; it may be a part of texts, too. */
export function barSeparates({ piped, pipedBadly }: ColumnProfile): boolean {
  return piped > 0 && pipedBadly <= piped * MAX_BAD_SPLITS;
}

/** What stands between several names, or types, in a cell of the column; `null` where each cell is one. */
export function labelSeparator(profile: ColumnProfile | undefined): string | null {
  if (profile === undefined || profile.lists > 0) return null;
  if (profile.piped > 0) return barSeparates(profile) ? '|' : null;
  // Where each line ends in a semicolon, that is what separates.
  if (profile.bareLines > 0) return '\n';
  if (profile.pilcrows > 0) return '¶';
  return profile.semicolons > 0 ? ';' : null;
}

/**
 * What stands between several values in a cell of texts: a line break or a semicolon, where most of the parts come again in the column, as occupations and
 * subjects do. Prose and addresses have such marks, too, and their parts do not come again. `null` where each cell is one value.
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

/** For a sentence about a column; begins with a comma, `''` for one value a cell. */
export function severalInACell(separator: string | null): string {
  if (separator === null) return '';
  return separator === '\n' ? ', several in a cell, each on a line' : `, several in a cell with "${separator}" between`;
}
