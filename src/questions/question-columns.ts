import { headingKey, headingRank } from '../datasets/heading-vocabulary.js';
import { resolveProperty, type Dataset } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';
import type { ErrorCode } from '../foundation/error-catalogue.js';
import { nearestWord } from '../foundation/nearest-word.js';
import { SameasError } from '../foundation/sameas-error.js';

/** What the columns of a table of questions say beside the name that is asked for; positions count from 0. */
export interface QuestionColumns {
  readonly type: number | undefined;
  readonly properties: readonly { readonly column: number; readonly property: Property }[];
  /** Two columns of equal length: properties as a list of `{pid, v}`. */
  readonly pairs: { readonly pid: number; readonly v: number } | undefined;
  /** Headings of what has no part in the question. */
  readonly ignored: readonly string[];
}

/** Headings that can only be that of the names to ask for, as keys. */
export const QUERY_KEYS: readonly string[] = ['query', 'queries', 'querytext', 'cell', 'cellvalue', 'searchtext', 'mention', 'surfaceform', 'input', 'originalvalue'];
/** Headings that may be it when nothing better is there. */
export const GENERIC_QUERY_KEYS: readonly string[] = ['value', 'string', 'text'];

/** The columns beside those `taken`: type, properties of the dataset by id or name, and the rest. */
export function columnsBeside(columns: readonly string[], dataset: Dataset, taken: readonly (number | undefined)[]): QuestionColumns {
  const keys = columns.map(headingKey);
  const type = columnByRole(columns, 'type', taken);
  const pid = keys.indexOf('propertiespid');
  const v = keys.indexOf('propertiesv');
  const pairs = pid >= 0 && v >= 0 ? { pid, v } : undefined;
  const others = new Set([...taken, type, pairs?.pid, pairs?.v]);
  const properties: { readonly column: number; readonly property: Property }[] = [];
  const ignored: string[] = [];
  columns.forEach((heading, column) => {
    if (others.has(column)) return;
    const property = propertyFor(heading, dataset);
    if (property === undefined || properties.some((other) => other.property.id === property.id)) ignored.push(heading);
    else properties.push({ column, property });
  });
  return { type, properties, pairs, ignored };
}

/** The column whose heading names this role most surely. */
export function columnByRole(columns: readonly string[], role: 'id' | 'name' | 'type', taken: readonly (number | undefined)[]): number | undefined {
  let best: { readonly column: number; readonly rank: number } | undefined;
  columns.forEach((heading, column) => {
    const rank = headingRank(heading, role);
    if (rank !== undefined && !taken.includes(column) && (best === undefined || rank < best.rank)) best = { column, rank };
  });
  return best?.column;
}

/** The first column whose heading has one of these keys; the order of the keys decides. */
export function columnByKey(columns: readonly string[], wanted: readonly string[]): number | undefined {
  const keys = columns.map(headingKey);
  return wanted.map((key) => keys.indexOf(key)).find((position) => position >= 0);
}

/** The column that the user named with `flag`; `undefined` when none was named. Throws an error of `code` when there is no such column. */
export function columnNamed(file: string, columns: readonly string[], heading: string | undefined, flag: string, code: ErrorCode): number | undefined {
  if (heading === undefined) return undefined;
  const found = columns.indexOf(heading);
  if (found >= 0) return found;
  const meant = nearestWord(heading, columns);
  throw new SameasError(code, `${file} has no column "${heading}", which ${flag} names.`, {
    advice: meant === undefined ? `Its columns are "${columns.slice(0, 20).join('", "')}".` : `Did you mean "${meant}"?`,
    facts: { file, column: heading },
  });
}

/** The error for a column that was not recognised; `heading` is one that would be. */
export function columnNotFound(file: string, columns: readonly string[], what: string, heading: string, flag: string, code: ErrorCode): SameasError {
  return new SameasError(code, `${file}: which column holds ${what} was not recognised; its columns are "${columns.slice(0, 20).join('", "')}".`, {
    advice: `Call the column "${heading}" in the first line of the file, or name it with ${flag}.`,
    facts: { file, columns },
  });
}

/** The headings of the columns that hold properties, with the property's id where they are called otherwise. */
export function propertyHeadings(columns: readonly string[], { properties }: QuestionColumns): string {
  return properties.map(({ column, property }) => (columns[column] === property.id ? `"${property.id}"` : `"${columns[column] ?? ''}" (${property.id})`)).join(', ');
}

/** The property that a heading names, by id or name, however it is written; `properties.` in front, as in JSON, does not count. */
export function propertyFor(heading: string, dataset: Dataset): Property | undefined {
  const name = heading.replace(/^propert(?:y|ies)\./i, '');
  const key = headingKey(name);
  return resolveProperty(dataset, name) ?? (key === '' ? undefined : dataset.properties.find((property) => headingKey(property.id) === key || headingKey(property.name) === key));
}
