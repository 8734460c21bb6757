import { columnByRole } from '../datasets/find-column.js';
import { headingKey } from '../datasets/heading-vocabulary.js';
import { type Dataset, resolveProperty } from '../entities/dataset.js';
import type { Property } from '../entities/property.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { plainLetters } from '../foundation/plain-letters.js';
import { SameasError } from '../foundation/sameas-error.js';
import { type ColumnAlignment, alignColumns } from './align-columns.js';
import { MAX_ROWS, type RowPair, namesLookedAt } from './name-pairs.js';

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

/** A longer text is a description. */
const MAX_WORDS = 5;
const MAX_CHARACTERS = 80;
/** Minimum share of the distinct values of a column with only words of names. */
const MIN_SHARE = 0.3;
/** Minimum share of rows with a value that occurs in a name together with a word of the row's name. */
const MIN_TOGETHER = 0.1;
/** The same if this many rows or more all have one value, which may be any frequent word of names. */
const MIN_TOGETHER_OF_ONE = 0.5;
const MANY_ROWS = 10;
/** Articles and prepositions occur in many names. */
const LITTLE = /^[a-z]{1,3}$/;
const WORD = /\p{L}{2,}|(?<!\d)\d{4}(?!\d)/gu;

/** The columns of a table that may hold parts of names. */
interface SoughtInNames {
  readonly rows: readonly (readonly RawCell[])[];
  readonly query: number;
  readonly columns: readonly number[];
}

/**
 * Those of `columns` whose values occur in names of the dataset together with other words: states, for "Springfield,
 * Illinois"; makers, for "Hoyle Casino". Words of some names are not enough: in some rows one name must have them
 * together with a word of the row's name. A whole name is an alias or another entity. Cost: as `namesLookedAt`.
 */
function columnsInNames(
  { rows, query, columns }: SoughtInNames,
  dataset: Pick<Dataset, 'entities'>,
  mostEntities: number,
): readonly number[] {
  const first = rows.slice(0, MAX_ROWS);
  const asked = first.map((cells) => wordsOf(plainLetters(textsOf(cells[query]).join(' '))));
  const sought = columns.map((column) => ({
    column,
    values: first.flatMap((cells, row) =>
      valuesOf(cells[column]).map((words) => ({ text: words.join(' '), words, asked: asked[row] ?? [] })),
    ),
  }));
  const texts = namesByValue(sought.flatMap(({ values }) => values));
  if (texts.size === 0) return [];
  const { known, wholeNames, together } = lookInNames(texts, dataset, mostEntities);
  const isPart = ({ text, words }: RowValue): boolean =>
    text !== '' && words.every((word) => known.has(word)) && !wholeNames.has(text);
  const lookedAt = Math.min(1, mostEntities / Math.max(1, dataset.entities.size));
  return sought.flatMap(({ column, values }) => {
    const distinct = [...new Map(values.map((value) => [value.text, value])).values()];
    const parts = distinct.filter(isPart).length;
    const inOneName = values.filter(
      (value) => isPart(value) && value.asked.some((word) => together.get(value.text)?.has(word) === true),
    ).length;
    const least = distinct.length === 1 && values.length >= MANY_ROWS ? MIN_TOGETHER_OF_ONE : MIN_TOGETHER;
    return parts > 0 &&
      parts >= distinct.length * MIN_SHARE &&
      inOneName > 0 &&
      inOneName >= values.length * least * lookedAt
      ? [column]
      : [];
  });
}

/** The words of a row's value and of its name. */
interface RowValue {
  readonly text: string;
  readonly words: readonly string[];
  readonly asked: readonly string[];
}

/** A value and the words of all names in its rows. */
interface ValueWithNames {
  readonly words: readonly string[];
  readonly asked: ReadonlySet<string>;
}

function namesByValue(values: readonly RowValue[]): ReadonlyMap<string, ValueWithNames> {
  const texts = new Map<string, { readonly words: readonly string[]; readonly asked: Set<string> }>();
  for (const { text, words, asked } of values) {
    if (text === '') continue;
    const one = texts.get(text) ?? { words, asked: new Set<string>() };
    texts.set(text, one);
    for (const word of asked) if (!LITTLE.test(word) && !words.includes(word)) one.asked.add(word);
  }
  return texts;
}

/**
 * Statistics of names with at least two words: words of the values, values as whole names, and values together with
 * words of their rows' names.
 */
function lookInNames(
  texts: ReadonlyMap<string, ValueWithNames>,
  dataset: Pick<Dataset, 'entities'>,
  mostEntities: number,
): {
  readonly known: ReadonlySet<string>;
  readonly wholeNames: ReadonlySet<string>;
  readonly together: ReadonlyMap<string, ReadonlySet<string>>;
} {
  const words = new Set([...texts.values()].flatMap((value) => value.words));
  const byFirstWord = new Map<string, string[]>();
  for (const [text, value] of texts) {
    const [word = ''] = value.words;
    byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), text]);
  }
  const known = new Set<string>();
  const wholeNames = new Set<string>();
  const together = new Map([...texts.keys()].map((text) => [text, new Set<string>()]));
  for (const plain of namesLookedAt(dataset, mostEntities)) {
    const name = wordsOf(plain);
    if (name.length < 2) continue;
    const whole = name.join(' ');
    if (texts.has(whole)) wholeNames.add(whole);
    for (const word of name) {
      if (words.has(word)) known.add(word);
      for (const text of byFirstWord.get(word) ?? []) {
        const value = texts.get(text);
        if (value?.words.every((part) => name.includes(part)) === true)
          for (const other of name) if (value.asked.has(other)) together.get(text)?.add(other);
      }
    }
  }
  return { known, wholeNames, together };
}

/** The values of a cell as words, without those that cannot be parts of names. */
function valuesOf(cell: RawCell | undefined): readonly (readonly string[])[] {
  return textsOf(cell)
    .filter((value) => value.trim() !== '')
    .map((value) => {
      const words = value.length > MAX_CHARACTERS ? [] : wordsOf(plainLetters(value));
      return words.length > MAX_WORDS ? [] : words;
    });
}

function wordsOf(plain: string): readonly string[] {
  return plain.match(WORD) ?? [];
}
