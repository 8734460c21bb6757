import { resolveProperty, type Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { sentence } from '../foundation/message.js';
import type { ColumnAlignment } from '../input/align-columns.js';
import type { ColumnChange } from '../input/second-look.js';
import type { InputColumns } from '../input/input-columns.js';
import type { InputRow } from '../input/open-input.js';
import { readInputRow } from '../input/read-input-row.js';
import type { ColumnAgreement, RunColumns, RunRecord, TableRow } from './run-record.js';

/** Characters of an example value. */
const MAX_EXAMPLE = 60;

/** Meanings of a table's columns for its record. */
export function runColumns(query: number, columns: InputColumns): RunColumns {
  const { type, properties, point, inNames, alignments } = columns;
  return {
    query,
    ...(type === undefined ? {} : { type }),
    properties: properties.map(({ column, property }) => ({ column, property: property.id })),
    ...(point === undefined ? {} : { point: { ...point, property: point.property.id } }),
    inNames: inNames.map(({ column }) => column),
    aligned: alignments.flatMap(({ target, ...rest }) =>
      'property' in target ? [columnAgreement(rest, target.property.id)] : [],
    ),
  };
}

/** Agreement of a column with a property, for the record. */
function columnAgreement(
  {
    column,
    compared,
    agreement: share,
    chance,
    isKey,
    examples,
  }: Omit<ColumnAlignment, 'target' | 'agreeing' | 'probability'>,
  property: string,
): ColumnAgreement {
  return {
    column,
    property,
    compared,
    agreement: share,
    chance,
    isKey,
    examples: examples.map(([own, other]): [string, string] => [
      own.slice(0, MAX_EXAMPLE),
      other.slice(0, MAX_EXAMPLE),
    ]),
  };
}

/** Changes of the second inference of columns, for the record. */
export function changedColumns(changes: readonly ColumnChange[]): NonNullable<RunColumns['changed']> {
  return changes.map(({ property, isUsed, agreeing, ...rest }) => ({
    ...columnAgreement(rest, property.id),
    isUsed,
    agreeing,
  }));
}

/** The columns of a record with the properties of the dataset; removed properties are left out. */
export function inputColumns(
  { columns, headings }: { readonly columns: RunColumns; readonly headings: readonly string[] },
  dataset: Dataset,
): InputColumns {
  const { type, properties, point, inNames } = columns;
  const place = point === undefined ? undefined : resolveProperty(dataset, point.property);
  return {
    type,
    point: point === undefined || place === undefined ? undefined : { ...point, property: place },
    properties: properties.flatMap(({ column, property: id }) => {
      const property = resolveProperty(dataset, id);
      return property === undefined ? [] : [{ column, property }];
    }),
    pairs: undefined,
    inNames: inNames.map((column) => ({ column, heading: headings[column] ?? '' })),
    alignments: [],
    ignored: [],
  };
}

/** The query of a row by the meanings of its columns. */
export function runQuestion(record: RunRecord, { cells, line }: TableRow, dataset: Dataset): InputRow {
  return { cells, line, ...readInputRow(cells, record.columns.query, inputColumns(record, dataset)) };
}

/** Meaning of a column in forms: `name`, `type`, `property:ID`, `within`, `latitude`, `longitude`; empty: not used. */
export function columnPart({ query, type, properties, inNames, point }: RunColumns, column: number): string {
  const property = properties.find((one) => one.column === column)?.property;
  if (column === query) return 'name';
  if (column === type) return 'type';
  if (property !== undefined) return `property:${property}`;
  if (inNames.includes(column)) return 'within';
  return column === point?.latitude ? 'latitude' : column === point?.longitude ? 'longitude' : '';
}

/** The columns by their parts in a person's choice. Throws `parameter-invalid` unless one column holds the names. */
export function columnsChosen(
  { columns: before, headings }: { readonly columns: RunColumns; readonly headings: readonly string[] },
  partOf: (column: number) => string,
  dataset: Pick<Dataset, 'properties'>,
): RunColumns {
  const { aligned, settled } = before;
  const parts = headings.map((_, column) => ({ column, part: partOf(column) }));
  const called = (part: string): readonly number[] =>
    parts.filter((one) => one.part === part).map(({ column }) => column);
  const [query, ...others] = called('name');
  if (query === undefined || others.length > 0)
    throw new SameasError(
      'parameter-invalid',
      query === undefined ? sentence('No column holds the names.') : sentence('Several columns hold the names.'),
      { advice: sentence('Choose “Names to match” for one column.') },
    );
  const [type] = called('type');
  const properties = parts.flatMap(({ column, part }) =>
    part.startsWith('property:') ? [{ column, property: part.slice('property:'.length) }] : [],
  );
  const [latitude] = called('latitude');
  const [longitude] = called('longitude');
  const place = dataset.properties.find(({ datatype }) => datatype === 'coordinates');
  const point =
    latitude === undefined || longitude === undefined || place === undefined
      ? undefined
      : { latitude, longitude, property: place.id };
  return {
    query,
    ...(type === undefined ? {} : { type }),
    properties,
    ...(point === undefined ? {} : { point }),
    inNames: [...called('within')],
    ...(aligned === undefined ? {} : { aligned }),
    // Columns chosen by the user stay as they are.
    settled: [
      ...new Set([
        ...(settled ?? []),
        ...parts.flatMap(({ column, part }) => (part === columnPart(before, column) ? [] : [column])),
      ]),
    ],
  };
}
