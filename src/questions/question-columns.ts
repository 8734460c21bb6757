import { columnByRole } from '../datasets/find-column.js';
import { isCoordinateHeading } from '../entities/coordinate-headings.js';
import { headingKey } from '../datasets/heading-vocabulary.js';
import { resolveProperty, type Dataset } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';
import type { RawCell } from '../formats/raw-record.js';
import { textsOf } from '../formats/texts-of.js';
import { columnsInNames } from './columns-in-names.js';

/** What the columns of a table of questions say beside the name that is asked for; positions count from 0. */
export interface QuestionColumns {
  readonly type: number | undefined;
  readonly properties: readonly { readonly column: number; readonly property: Property }[];
  /** Two columns that give one place, for the only property of the dataset that holds places; `undefined`: there are none. */
  readonly point: { readonly latitude: number; readonly longitude: number; readonly property: Property } | undefined;
  /** Two columns of equal length: properties as a list of `{pid, v}`. */
  readonly pairs: { readonly pid: number; readonly v: number } | undefined;
  /** Columns that the list has within its names, if at all: each is asked for by its heading. */
  readonly inNames: readonly { readonly column: number; readonly heading: string }[];
  /** What has no part in the question. */
  readonly ignored: readonly number[];
}

/** The columns beside those `taken`: type, properties of the dataset by id or name, and the rest. */
export function columnsBeside(
  columns: readonly string[],
  dataset: Dataset,
  taken: readonly (number | undefined)[],
): QuestionColumns {
  const keys = columns.map(headingKey);
  const type = columnByRole(columns, 'type', taken);
  const pid = keys.indexOf('propertiespid');
  const v = keys.indexOf('propertiesv');
  const pairs = pid >= 0 && v >= 0 ? { pid, v } : undefined;
  const others = new Set([...taken, type, pairs?.pid, pairs?.v]);
  const properties: { readonly column: number; readonly property: Property }[] = [];
  const ignored: number[] = [];
  columns.forEach((heading, column) => {
    if (others.has(column)) return;
    const property = propertyFor(heading, dataset);
    if (property === undefined || properties.some((other) => other.property.id === property.id)) ignored.push(column);
    else properties.push({ column, property });
  });
  const point = pointIn(columns, dataset, ignored);
  return {
    type,
    properties,
    point,
    pairs,
    inNames: [],
    ignored: ignored.filter((column) => column !== point?.latitude && column !== point?.longitude),
  };
}

/** Of the columns that are no property of the dataset, those of a latitude and a longitude. */
function pointIn(
  columns: readonly string[],
  { properties }: Dataset,
  left: readonly number[],
): QuestionColumns['point'] {
  const find = (part: 'latitude' | 'longitude'): number | undefined =>
    left.find((column) => isCoordinateHeading(columns[column] ?? '') === part);
  const [latitude, longitude] = [find('latitude'), find('longitude')];
  const [property, another] = properties.filter(({ datatype }) => datatype === 'coordinates');
  return latitude === undefined || longitude === undefined || property === undefined || another !== undefined
    ? undefined
    : { latitude, longitude, property };
}

/** A table, or enough of its rows to see what the columns hold. */
export interface TableSample {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
}

/** What may be looked for within names. */
export interface LookedFor {
  /** The column of the names. */
  readonly query: number;
  /** Most entities of the list that are looked at. */
  readonly entities: number;
  /** Columns that are none of the question's, whatever they hold. */
  readonly except: readonly (number | undefined)[];
}

/** With those of the ignored columns that hold what names of the list have in them. Cost: as `columnsInNames`. */
export function withColumnsInNames(
  found: QuestionColumns,
  table: TableSample,
  dataset: Dataset,
  lookedFor: LookedFor,
): QuestionColumns {
  const sought = found.ignored.filter((column) => !lookedFor.except.includes(column));
  const inNames = columnsInNames(
    { rows: table.rows, query: lookedFor.query, columns: sought },
    dataset,
    lookedFor.entities,
  );
  return {
    ...found,
    inNames: inNames.map((column) => ({ column, heading: table.headings[column] ?? '' })),
    ignored: found.ignored.filter((column) => !inNames.includes(column)),
  };
}

/** Without a column of types of which the dataset knows none, such as the classes of RDF: asked for, they would exclude every entity. Cost: a look at the types of the first rows. */
export function withKnownTypes(
  found: QuestionColumns,
  { rows }: TableSample,
  { types }: Pick<Dataset, 'types'>,
): QuestionColumns {
  const { type } = found;
  if (type === undefined || types.types.length === 0) return found;
  const stated = rows
    .slice(0, TYPES_LOOKED_AT)
    .flatMap((cells) => textsOf(cells[type]))
    .filter((text) => text.trim() !== '');
  if (stated.length === 0 || stated.some((text) => types.resolve(text) !== undefined)) return found;
  return { ...found, type: undefined, ignored: [...found.ignored, type].sort((a, b) => a - b) };
}

const TYPES_LOOKED_AT = 1_000;

/** The headings of the columns that hold properties, with the property's id where they are called otherwise. */
export function propertyHeadings(columns: readonly string[], { properties, point }: QuestionColumns): string {
  const heading = (column: number): string => `"${columns[column] ?? ''}"`;
  return [
    ...properties.map(({ column, property }) =>
      columns[column] === property.id ? heading(column) : `${heading(column)} (${property.id})`,
    ),
    ...(point === undefined
      ? []
      : [`${heading(point.latitude)} with ${heading(point.longitude)} (${point.property.id})`]),
  ].join(', ');
}

/** The property that a heading names, by id or name, however it is written; `properties.` in front, as in JSON, does not count, nor does what stands before the name of a predicate of RDF. */
export function propertyFor(heading: string, dataset: Dataset): Property | undefined {
  const named = resolveProperty(dataset, heading.replace(/^propert(?:y|ies)\./i, ''));
  return named ?? (PREDICATE.test(heading) ? resolveProperty(dataset, heading.replace(/^.*[/#:]/, '')) : undefined);
}

/** The address of a predicate, or its short form. */
const PREDICATE = /^(?:https?:\/\/\S+|[a-z][\w-]*:[\p{L}_]\S*)$/u;
