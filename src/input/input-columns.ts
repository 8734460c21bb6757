import { columnByRole } from '../datasets/find-column.js';
import { headingKey } from '../datasets/heading-vocabulary.js';
import { type Dataset, resolveProperty } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { SameasError } from '../foundation/sameas-error.js';
import { type ColumnAlignment, alignColumns } from './align-columns.js';
import { columnsInNames } from './columns-in-names.js';
import type { RowPair } from './name-pairs.js';

/** Roles of the columns of an input table, apart from the names; positions count from 0. */
export interface InputColumns {
  readonly type: number | undefined;
  readonly properties: readonly { readonly column: number; readonly property: Property }[];
  /** Two columns of coordinates, for the only property of the dataset with coordinates. */
  readonly point: { readonly latitude: number; readonly longitude: number; readonly property: Property } | undefined;
  /** Two columns of equal length: properties as a list of `{pid, v}`. */
  readonly pairs: { readonly pid: number; readonly v: number } | undefined;
  /** Columns that the dataset may have in its names; each is queried by its heading. */
  readonly inNames: readonly { readonly column: number; readonly heading: string }[];
  /** Alignments of columns, including unused ones such as ids. */
  readonly alignments: readonly ColumnAlignment[];
  /** Columns without a role. */
  readonly ignored: readonly number[];
}

interface SoughtColumns {
  readonly query: number;
  /** Maximum entities of the dataset to examine. */
  readonly entities: number;
  /** Columns without a role in the query, whatever their values. */
  readonly except: readonly (number | undefined)[];
  /** Known pairs of rows and entities; by default found by name. */
  readonly pairs?: readonly RowPair[] | undefined;
  /** The user's choices: id or name of a property; empty: unused. */
  readonly chosen?: ReadonlyMap<number, string> | undefined;
}

/**
 * Infers the roles of columns: types, properties of the dataset, parts of names. Values decide, headings help. Throws
 * `questions-invalid` for a chosen property that does not exist. Cost: as `alignColumns` and `columnsInNames`.
 */
export function inferColumns(table: TableSample, dataset: Dataset, sought: SoughtColumns): InputColumns {
  const { query, entities, except, chosen = new Map<number, string>() } = sought;
  const { headings } = table;
  const keys = headings.map(headingKey);
  const [pid, v] = [keys.indexOf('propertiespid'), keys.indexOf('propertiesv')];
  const pairs = pid >= 0 && v >= 0 ? { pid, v } : undefined;
  const taken = new Set([query, ...except, pairs?.pid, pairs?.v, ...chosen.keys()]);
  const column = columnByRole(headings, 'type', [...taken]);
  const type = column !== undefined && mayHoldTypes(column, table, dataset) ? column : undefined;
  const others = headings.flatMap((_, column) => (taken.has(column) || column === type ? [] : [column]));
  const found = alignColumns({ ...table, query, columns: others }, dataset, {
    mostEntities: entities,
    pairs: sought.pairs,
  });
  const ofUser = propertiesChosen(chosen, headings, dataset);
  const isFree = ({ id }: Property): boolean => !ofUser.some(({ property }) => property.id === id);
  const alignments = found.filter(({ target }) => !('property' in target) || isFree(target.property));
  const properties = [
    ...ofUser,
    ...alignments.flatMap(({ column, target }) =>
      target.kind === 'property' ? [{ column, property: target.property }] : [],
    ),
  ].sort((a, b) => a.column - b.column);
  const point = pointIn(alignments);
  const used = new Set([
    query,
    type,
    pairs?.pid,
    pairs?.v,
    point?.latitude,
    point?.longitude,
    ...properties.map(({ column }) => column),
  ]);
  const rest = headings.flatMap((_, column) => (used.has(column) ? [] : [column]));
  const typeByValues =
    type === undefined && dataset.types.types.length > 1
      ? rest.find((column) => !taken.has(column) && holdsTypes(column, table, dataset))
      : type;
  const left = rest.filter((column) => column !== typeByValues);
  const inNames = columnsInNames(
    { rows: table.rows, query, columns: left.filter((column) => !taken.has(column)) },
    dataset,
    entities,
  );
  return {
    type: typeByValues,
    properties,
    point,
    pairs,
    inNames: inNames.map((column) => ({ column, heading: headings[column] ?? '' })),
    alignments,
    ignored: left.filter((column) => !inNames.includes(column)),
  };
}

function propertiesChosen(
  chosen: ReadonlyMap<number, string>,
  headings: readonly string[],
  dataset: Dataset,
): InputColumns['properties'] {
  return [...chosen].flatMap(([column, name]) => {
    if (name === '') return [];
    const property = resolveProperty(dataset, name);
    if (property === undefined)
      throw new SameasError(
        'questions-invalid',
        `The dataset has no property "${name}" to compare "${headings[column] ?? ''}" with.`,
        {
          advice: `Its properties are ${dataset.properties
            .slice(0, 30)
            .map(({ id }) => `"${id}"`)
            .join(', ')}.`,
        },
      );
    return [{ column, property }];
  });
}

/** The two columns of coordinates. */
export function pointIn(alignments: readonly ColumnAlignment[]): InputColumns['point'] {
  const half = (kind: 'latitude' | 'longitude'): ColumnAlignment | undefined =>
    alignments.find(({ target }) => target.kind === kind);
  const [latitude, longitude] = [half('latitude'), half('longitude')];
  return latitude === undefined || longitude === undefined || !('property' in latitude.target)
    ? undefined
    : { latitude: latitude.column, longitude: longitude.column, property: latitude.target.property };
}

interface TableSample {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
}

/**
 * Whether a column with such a heading has types of the dataset: others, such as classes of RDF, would exclude every
 * entity.
 */
function mayHoldTypes(column: number, { rows }: TableSample, { types }: Pick<Dataset, 'types'>): boolean {
  if (types.types.length === 0) return true;
  const values = typesIn(column, rows);
  return values.length === 0 || values.some((text) => types.resolve(text) !== undefined);
}

/** Whether nearly all values of a column are types of the dataset. */
function holdsTypes(column: number, { rows }: TableSample, { types }: Pick<Dataset, 'types'>): boolean {
  const values = typesIn(column, rows);
  return (
    values.length > 0 && values.filter((text) => types.resolve(text) !== undefined).length >= TYPE_SHARE * values.length
  );
}

function typesIn(column: number, rows: TableSample['rows']): readonly string[] {
  return rows
    .slice(0, TYPES_LOOKED_AT)
    .flatMap((cells) => textsOf(cells[column]))
    .filter((text) => text.trim() !== '');
}

const TYPES_LOOKED_AT = 1_000;
const TYPE_SHARE = 0.98;

/** The headings of the columns with properties, followed by the property's id where it differs. */
export function propertyHeadings(columns: readonly string[], { properties, point }: InputColumns): string {
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

/** Sentences on the columns aligned by values: agreement in how many pairs, with examples. */
export function alignmentNotes(columns: readonly string[], alignments: readonly ColumnAlignment[]): readonly string[] {
  return alignments.flatMap(({ column, target, compared, agreement, chance, isKey, examples }) => {
    if (compared === 0 && !isKey) return [];
    const heading = `"${columns[column] ?? ''}"`;
    const says =
      'property' in target
        ? `${heading} is compared with ${target.property.id}${target.kind === 'property' ? '' : ` (${target.kind})`}`
        : `${heading} holds ${PARTS[target.kind]}`;
    const agrees = `: equal or similar in ${percent(agreement)} of ${compared.toLocaleString('en')} clear pairs, by chance in ${percent(chance)}`;
    return [`${says}${isKey ? ', a key' : ''}${compared === 0 ? '' : agrees}${shownExamples(examples)}.`];
  });
}

/** Pairs of values in brackets after a space; empty for none. */
export function shownExamples(examples: ColumnAlignment['examples']): string {
  const shown = examples.map(([own, other]) => `"${shortened(own)}" – "${shortened(other)}"`).join(', ');
  return shown === '' ? '' : ` (${shown})`;
}

const PARTS = { id: 'ids of the dataset', alias: 'other names', description: 'descriptions' } as const;
const MAX_SHOWN = 40;

/** A share as a whole number of percent. */
export function percent(share: number): string {
  return `${String(Math.round(share * 100))} %`;
}

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN - 1)}…`;
}
