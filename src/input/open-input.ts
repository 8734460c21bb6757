import { createHash } from 'node:crypto';
import type { DataFile, FileOptions } from '../datasets/data-file.js';
import {
  GENERIC_QUERY_KEYS,
  QUERY_KEYS,
  type SoughtTable,
  columnByKey,
  columnByRole,
  columnNamed,
  columnNotFound,
} from '../datasets/find-column.js';
import { findAnswerColumns } from '../datasets/judgments/judgment-columns.js';
import { openDataContent, openDataFile } from '../datasets/open-data-file.js';
import { headingKey } from '../datasets/heading-vocabulary.js';
import type { Dataset } from '../entities/dataset.js';
import { amountOf } from '../foundation/amount-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import { type Sentence, untranslated } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { detectEncoding, isReadableEncoding } from '../formats/detect-encoding.js';
import { type RawCell, type RecordReader, textsOf } from '../formats/raw-record.js';
import { addToHash, startOf } from '../formats/read-bytes.js';
import { nameColumn } from './name-column.js';
import { LOOKED_AT, MAX_ROWS } from './name-pairs.js';
import { oneLanguageACell } from './one-language-a-cell.js';
import { namedProperty } from './align-columns.js';
import { type InputColumns, alignmentNotes, inferColumns, propertyHeadings } from './input-columns.js';
import { type Question, readInputRow } from './read-input-row.js';

/** A row of a table and its question. */
export interface InputRow extends Question {
  /** All cells of the row as text, in the order of the headings; several values are joined by a vertical bar. */
  readonly cells: readonly string[];
  /** First line in the file, 1-based; 0 if unknown. */
  readonly line: number;
  /** Its number among the rows of the table, from 1. */
  readonly place?: number;
  /** Reason that the row cannot be queried. */
  readonly problem: Sentence | undefined;
}

/** Rows in order. Those of a long table are created on access: a million of them at once would take gigabytes. */
export type InputRows = Pick<readonly InputRow[], 'length' | 'at' | 'slice'> & Iterable<InputRow>;

export interface InputTable {
  readonly file: string;
  /** SHA-256 of the file on disk. */
  readonly contentHash: string;
  readonly headings: readonly string[];
  /** Whether the headings are the table's own, not generated. */
  readonly hasHeadings: boolean;
  readonly style: TableStyle;
  readonly queryColumn: number;
  /** Roles of the other columns. */
  readonly columns: InputColumns;
  /** Columns with a fixed role: chosen by the user, ids and earlier answers. */
  readonly settled: ReadonlySet<number>;
  /** The same rows with other column roles; `chosen`: by a person, who may change the column of names. */
  readonly withColumns: (columns: InputColumns, chosen?: Pick<InputTable, 'queryColumn' | 'settled'>) => InputTable;
  /** Sentences on how the table was read. */
  readonly notes: readonly Sentence[];
  readonly rows: InputRows;
  /** Unreadable rows, with a sentence each. */
  readonly unreadable: readonly { readonly line: number; readonly message: string }[];
}

export interface InputOptions {
  /** Heading of the column of names; detected by default. */
  readonly queryColumn: string | undefined;
  /** Whether aligned columns are sent as evidence. */
  readonly withProperties: boolean;
  /** The user's choices, `HEADING=PROPERTY` each; without a property the column is unused. */
  readonly properties?: readonly string[] | undefined;
  /** Character encoding of the file; detected by default. */
  readonly encoding?: string | undefined;
  /**
   * With several possible columns of names: refuse the table, or take the most probable, else the first, for a user who
   * sees the answers at once.
   */
  readonly whenUnclear: 'refuse' | 'first';
  /** Refuses larger tables during reading; unlimited by default. */
  readonly most?: TableSize;
  /** The user's names for these options, for messages. */
  readonly called: { readonly queryColumn: string; readonly encoding: string };
}

export interface TableSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows times columns. */
  readonly cells: number;
  readonly cellCharacters: number;
}

export interface TableContent {
  readonly name: string;
  readonly content: Buffer;
  /** Its original form; absent if unchanged. */
  readonly madeFrom?: Sentence;
}

/** A table of names before its columns are inferred, which depends on the dataset. */
export interface ReadInput {
  /** The table as questions to a dataset. Throws `questions-invalid` without a recognised column of names. */
  readonly withColumnsFor: (dataset: Dataset) => InputTable;
  readonly rows: readonly (readonly RawCell[])[];
}

/**
 * Reads a table of names in any of the formats that a dataset may have; also a plain list, one name a line. Memory: the
 * whole table.
 *
 * Errors: those of opening a data file; `setting-invalid` for an unknown encoding; `table-too-large` for more than
 * `most`.
 */
export async function readInputTable(source: string | TableContent, how: InputOptions): Promise<ReadInput> {
  refuseUnknownEncoding(how);
  const file = typeof source === 'string' ? source : source.name;
  const { reader, readAs, stored, options } = await openTable(source, how);
  const { read, unreadable } = readRows(file, reader, how.most);
  const { headings, rows } = oneLanguageACell({
    headings: [...reader.columns],
    rows: read.map(({ cells }) => cells),
  });
  const isLegacy = isLegacyEncoding(options.encoding);
  const hasMark = detectEncoding(startOf(stored, 4), 'utf-8').markLength > 0;
  const hash = createHash('sha256');
  addToHash(hash, stored);
  const table: OpenedTable = {
    file,
    contentHash: hash.digest('hex'),
    headings,
    hasHeadings: options.header !== false,
    style: { delimiter: options.delimiter, needsMark: isLegacy || hasMark },
    unreadable,
    rows,
    lines: read.map(({ line }) => line),
    readAs: (typeof source === 'string' ? undefined : source.madeFrom) ?? readAs,
    isEncodingGuessed: how.encoding === undefined && isLegacy,
  };
  return { rows, withColumnsFor: (dataset) => withColumnsFor(table, dataset, how) };
}

function refuseUnknownEncoding({ encoding, called }: InputOptions): void {
  if (encoding === undefined || isReadableEncoding(encoding)) return;
  throw new SameasError(
    'setting-invalid',
    sentence('"{encoding}", which {called} names, is not an encoding that can be read.', {
      encoding,
      called: called.encoding,
    }),
    { advice: sentence('Try utf-8, utf-16le, windows-1252 or iso-8859-15.') },
  );
}

/** The rows of a table with their lines. Throws `table-too-large` for more than `most`. */
function readRows(file: string, reader: RecordReader, most: InputOptions['most']) {
  const read: { readonly cells: readonly RawCell[]; readonly line: number }[] = [];
  const unreadable: { readonly line: number; readonly message: string }[] = [];
  const refuseColumns = (): void => {
    if (most !== undefined) refuseTooMany(file, reader.columns.length, most.columns, 'columns');
  };
  refuseColumns();
  reader.read(
    (cells, line) => {
      read.push({ cells: [...cells], line });
      if (most === undefined) return;
      refuseTooLarge(file, read.length, reader.columns.length, most);
      refuseLongCell(file, cells, most.cellCharacters);
    },
    (fault) => {
      if (fault.rejected) unreadable.push({ line: fault.line, message: fault.message });
    },
  );
  // Columns may have been found while reading.
  refuseColumns();
  return { read, unreadable };
}

/** A table as it was read. */
interface OpenedTable extends Pick<
  InputTable,
  'file' | 'contentHash' | 'headings' | 'hasHeadings' | 'style' | 'unreadable'
> {
  readonly rows: readonly (readonly RawCell[])[];
  /** The line of each row. */
  readonly lines: readonly number[];
  readonly readAs: Sentence;
  readonly isEncodingGuessed: boolean;
}

function withColumnsFor(
  { rows, lines, readAs, isEncodingGuessed, ...table }: OpenedTable,
  dataset: Dataset,
  how: InputOptions,
): InputTable {
  const { file, headings } = table;
  const query = queryColumnOf({ file, headings, rows }, dataset, how);
  const chosen = chosenColumns({ file, columns: headings, code: 'questions-invalid' }, how.properties ?? []);
  const except = columnsNotQueried(headings);
  const found = inferColumns({ headings, rows: rowsLookedAt(rows, headings.length) }, dataset, {
    query,
    entities: lookedAt(how),
    except,
    chosen,
  });
  const used = how.withProperties
    ? found
    : { ...found, properties: [], point: undefined, pairs: undefined, inNames: [], alignments: [] };
  const notes = [
    ...notesOn(readAs, headings, query, used),
    ...(isEncodingGuessed
      ? [untranslated(`The encoding was guessed. If accented letters look wrong, name it with ${how.called.encoding}.`)]
      : []),
  ];
  const settled = new Set(
    how.withProperties
      ? [...except.flatMap((column) => column ?? []), ...chosen.keys()]
      : headings.map((_, column) => column),
  );
  const tableWith = (columns: InputColumns, stays: Pick<InputTable, 'queryColumn' | 'settled'>): InputTable => ({
    ...table,
    ...stays,
    columns,
    notes,
    rows: rowsOnDemand(rows.length, (i) => ({
      ...rowOf(rows[i] ?? [], lines[i] ?? 0, headings.length, stays.queryColumn, columns),
      place: i + 1,
    })),
    withColumns: (others, chosenBy = stays) => tableWith(others, chosenBy),
  });
  return tableWith(used, { queryColumn: query, settled });
}

function rowsOnDemand(length: number, rowAt: (i: number) => InputRow): InputRows {
  return {
    length,
    at: (i) => (i < 0 || i >= length ? undefined : rowAt(i)),
    slice: (from = 0, end = length) =>
      Array.from({ length: Math.max(0, Math.min(end, length) - from) }, (_, i) => rowAt(from + i)),
    *[Symbol.iterator]() {
      for (let i = 0; i < length; i++) yield rowAt(i);
    },
  };
}

function refuseTooLarge(file: string, rows: number, columns: number, most: TableSize): void {
  refuseTooMany(file, rows, most.rows, 'rows');
  refuseTooMany(file, rows * columns, most.cells, 'cells');
}

function refuseLongCell(file: string, cells: readonly RawCell[], most: number): void {
  if (cells.every((cell) => textsOf(cell).every((text) => text.length <= most))) return;
  throw new SameasError(
    'table-too-large',
    sentence('{file} has a cell of more than {n} characters.', { file, n: most.toLocaleString('en') }),
    {
      advice: sentence('Send names, one a line, or look for a quotation mark that is not closed.'),
      facts: { limit: most },
    },
  );
}

const MORE_THAN: Readonly<Record<'rows' | 'columns' | 'cells', (file: string, n: string) => Sentence>> = {
  rows: (file, n) => sentence('{file} has more than {n} rows.', { file, n }),
  columns: (file, n) => sentence('{file} has more than {n} columns.', { file, n }),
  cells: (file, n) => sentence('{file} has more than {n} cells.', { file, n }),
};

function refuseTooMany(file: string, count: number, most: number, what: keyof typeof MORE_THAN): void {
  if (count <= most) return;
  throw new SameasError('table-too-large', MORE_THAN[what](file, most.toLocaleString('en')), {
    advice: sentence('Send it in parts, or let `sameas match` match it, which takes files of any length.'),
    facts: { limit: most },
  });
}

/** With headings if there are any: a table of one column begins with a heading only if it is a known one. */
async function openTable(source: string | TableContent, { queryColumn, encoding }: InputOptions): Promise<DataFile> {
  const path = typeof source === 'string' ? source : source.name;
  const open = (how: Partial<FileOptions>): Promise<DataFile> => {
    const options = { path, encoding, ...how };
    return typeof source === 'string' ? openDataFile(options) : openDataContent(options, source.content);
  };
  if (queryColumn !== undefined && !/\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(path)) return open({ header: true });
  const opened = await open({});
  if (opened.options.header !== false) return opened;
  const [first] = opened.sample().records;
  const isHeading = first?.some((cell) =>
    [...QUERY_KEYS, ...GENERIC_QUERY_KEYS].includes(headingKey(textsOf(cell).join(' '))),
  );
  return isHeading === true ? open({ header: true }) : opened;
}

function isLegacyEncoding(encoding: string | undefined): boolean {
  return encoding !== undefined && !/^(?:utf|ascii)/.test(encoding);
}

interface ReadTable {
  readonly file: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly RawCell[])[];
}

/**
 * The column of names: the configured one; one with an unambiguous heading; else the best by heading, cells and names
 * of the dataset.
 */
function queryColumnOf(
  { file, headings, rows }: ReadTable,
  dataset: Dataset,
  { queryColumn, whenUnclear, called }: InputOptions,
): number {
  const table: SoughtTable = { file, columns: headings, code: 'questions-invalid' };
  const sure = columnNamed(table, queryColumn, called.queryColumn) ?? columnByKey(headings, QUERY_KEYS);
  if (sure !== undefined || headings.length === 1) return sure ?? 0;
  const type = columnByRole(headings, 'type', []);
  const answers = findAnswerColumns(headings)?.all ?? [];
  const columns = headings.flatMap((_, i) => (i === type || answers.includes(i) ? [] : [i]));
  const properties = new Set(columns.filter((column) => namedProperty(headings[column] ?? '', dataset) !== undefined));
  const found = nameColumn({ headings, rows, columns, properties }, dataset, lookedAt({ whenUnclear }));
  if (found === undefined || (whenUnclear === 'refuse' && !found.isClear))
    throw columnNotFound(table, { what: 'the names to ask for', heading: 'query', flag: called.queryColumn });
  return found.column;
}

/** Rows for inferring columns, in order: evenly distributed, and more with values in mostly empty columns. */
function rowsLookedAt(rows: readonly (readonly RawCell[])[], width: number): readonly (readonly RawCell[])[] {
  if (rows.length <= 2 * MAX_ROWS) return rows;
  const taken = new Set(Array.from({ length: 2 * MAX_ROWS }, (_, i) => Math.floor((i * rows.length) / (2 * MAX_ROWS))));
  for (let column = 0; column < Math.min(width, MAX_COLUMNS_FILLED); column++) {
    const hasValue = (row: number): boolean => textsOf(rows[row]?.[column]).some((text) => text.trim() !== '');
    let filled = [...taken].filter(hasValue).length;
    for (let row = 0; row < rows.length && filled < MIN_FILLED; row++)
      if (!taken.has(row) && hasValue(row)) {
        taken.add(row);
        filled++;
      }
  }
  return [...taken].sort((a, b) => a - b).flatMap((row) => (rows[row] === undefined ? [] : [rows[row]]));
}

/** Maximum headings of unused columns in a sentence. */
const HEADINGS_SHOWN = 20;
const MAX_COLUMNS_FILLED = 60;
const MIN_FILLED = 60;

/**
 * The user's choices, `HEADING=PROPERTY` each, by column position. Throws the error of `table` for an unknown heading.
 */
export function chosenColumns(table: SoughtTable, properties: readonly string[]): ReadonlyMap<number, string> {
  return new Map(
    properties.flatMap((text) => {
      const at = text.lastIndexOf('=');
      const column = columnNamed(table, at < 0 ? text : text.slice(0, at), '--property');
      return column === undefined ? [] : [[column, at < 0 ? text : text.slice(at + 1).trim()] as const];
    }),
  );
}

/** Row ids and results of an earlier run: they may be names, but not those to match. */
function columnsNotQueried(headings: readonly string[]): readonly (number | undefined)[] {
  return [columnByRole(headings, 'id', []), ...(findAnswerColumns(headings)?.all ?? [])];
}

/** Entities examined to infer columns. */
function lookedAt({ whenUnclear }: Pick<InputOptions, 'whenUnclear'>): number {
  return whenUnclear === 'first' ? LOOKED_AT.inPassing : LOOKED_AT.atLeisure;
}

function rowOf(cells: readonly RawCell[], line: number, width: number, query: number, columns: InputColumns): InputRow {
  return {
    cells: Array.from({ length: width }, (_, i) => textsOf(cells[i]).join('|')),
    line,
    ...readInputRow(cells, query, columns),
  };
}

function notesOn(
  readAs: Sentence,
  headings: readonly string[],
  query: number,
  columns: InputColumns,
): readonly Sentence[] {
  const heading = (column: number): string => `"${headings[column] ?? ''}"`;
  const { type, properties, point, inNames, ignored } = columns;
  const names = { Format: readAs, column: headings[query] ?? '' };
  const read =
    type === undefined
      ? sentence('Read as {Format}: names to match in "{column}".', names)
      : sentence('Read as {Format}: names to match in "{column}", types in "{type}".', {
          ...names,
          type: headings[type] ?? '',
        });
  const others = [
    ...(properties.length === 0 && point === undefined
      ? []
      : [`Evidence beside the name: ${propertyHeadings(headings, columns)}.`]),
    ...alignmentNotes(headings, columns.alignments),
    ...(inNames.length === 0
      ? []
      : [`Looked for within names of the list: ${inNames.map(({ column }) => heading(column)).join(', ')}.`]),
    ...(ignored.length === 0
      ? []
      : [
          `Columns that have no part in the question: ${ignored.slice(0, HEADINGS_SHOWN).map(heading).join(', ')}${ignored.length > HEADINGS_SHOWN ? ` and ${amountOf(ignored.length - HEADINGS_SHOWN, 'other')}` : ''}.`,
        ]),
  ];
  return [read, ...others.map(untranslated)];
}

export interface TableStyle {
  /** Separator of its cells; `undefined` unless delimited text. */
  readonly delimiter: string | undefined;
  /** Whether it has a byte order mark, or a legacy encoding: its program reads UTF-8 only with a mark. */
  readonly needsMark: boolean;
}
