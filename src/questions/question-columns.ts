import { columnByRole } from '../datasets/find-column.js';
import { headingKey } from '../datasets/heading-vocabulary.js';
import { resolveProperty, type Dataset } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';

/** What the columns of a table of questions say beside the name that is asked for; positions count from 0. */
export interface QuestionColumns {
  readonly type: number | undefined;
  readonly properties: readonly { readonly column: number; readonly property: Property }[];
  /** Two columns of equal length: properties as a list of `{pid, v}`. */
  readonly pairs: { readonly pid: number; readonly v: number } | undefined;
  /** Headings of what has no part in the question. */
  readonly ignored: readonly string[];
}

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
