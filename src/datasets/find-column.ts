import type { ErrorCode } from '../foundation/error-catalogue.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';
import { headingKey, headingRank, type HeadingRole } from './heading-vocabulary.js';

/*
 * Columns of tables that are not datasets: query names, and names judged by a person. They are detected by their
 * headings, or named by the user.
 */

/** Headings that can only be that of the query names, as keys. */
export const QUERY_KEYS: readonly string[] = [
  'query',
  'queries',
  'querytext',
  'cell',
  'cellvalue',
  'searchtext',
  'mention',
  'surfaceform',
  'input',
  'originalvalue',
];
/** Headings that may be it when there is no better one. */
export const GENERIC_QUERY_KEYS: readonly string[] = ['value', 'string', 'text'];

/** The column whose heading is surest for this role. */
export function columnByRole(
  columns: readonly string[],
  role: HeadingRole,
  taken: readonly (number | undefined)[],
): number | undefined {
  let best: { readonly column: number; readonly rank: number } | undefined;
  columns.forEach((heading, column) => {
    const rank = headingRank(heading, role);
    if (rank !== undefined && !taken.includes(column) && (best === undefined || rank < best.rank))
      best = { column, rank };
  });
  return best?.column;
}

/** The first column whose heading has one of these keys; the order of the keys decides. */
export function columnByKey(columns: readonly string[], wanted: readonly string[]): number | undefined {
  const keys = columns.map(headingKey);
  return wanted.map((key) => keys.indexOf(key)).find((position) => position >= 0);
}

export interface SoughtTable {
  /** For messages. */
  readonly file: string;
  readonly columns: readonly string[];
  /** Code of the error for a missing column. */
  readonly code: ErrorCode;
}

/** The column given by `flag`; `undefined` without it. Throws an error of the table's code for an unknown column. */
export function columnNamed(
  { file, columns, code }: SoughtTable,
  heading: string | undefined,
  flag: string,
): number | undefined {
  if (heading === undefined) return undefined;
  const found = columns.indexOf(heading);
  if (found >= 0) return found;
  const meant = nearestWord(heading, columns);
  throw new SameasError(code, `${file} has no column "${heading}", which ${flag} names.`, {
    advice: meant === undefined ? `Its columns are ${firstOf(columns)}.` : `Did you mean "${meant}"?`,
    facts: { file, column: heading },
  });
}

/**
 * The error for an undetected column of `what`; `heading`: an example of a detected heading, `flag`: the option that
 * names the column.
 */
export function columnNotFound(
  { file, columns, code }: SoughtTable,
  { what, heading, flag }: { readonly what: string; readonly heading: string; readonly flag: string },
): SameasError {
  return new SameasError(
    code,
    `${file}: which column holds ${what} was not recognised; its columns are ${firstOf(columns)}.`,
    {
      advice: `Call the column "${heading}" in the first line of the file, or name it with ${flag}.`,
      facts: { file, columns },
    },
  );
}

function firstOf(columns: readonly string[]): string {
  return `"${columns.slice(0, 20).join('", "')}"`;
}
