import { createHash } from 'node:crypto';
import type { DataFile } from '../datasets/data-file.js';
import { openDataFile } from '../datasets/open-data-file.js';
import { headingKey } from '../datasets/heading-vocabulary.js';
import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { encodingKnown } from '../formats/detect-encoding.js';
import type { RawCell } from '../formats/raw-record.js';
import { columnByKey, columnByRole, columnNamed, columnNotFound, columnsBeside, GENERIC_QUERY_KEYS, propertyFor, propertyHeadings, QUERY_KEYS, type QuestionColumns } from './question-columns.js';
import { readQuestion, textsOf, type Question } from './read-question.js';

/** A row of a table, and what it asks. */
export interface QuestionRow extends Question {
  /** Every cell of the row, as text, in the order of the headings; several values with a vertical bar between. */
  readonly cells: readonly string[];
  /** 1-based line of the file on which it begins, 0 where the file does not tell. */
  readonly line: number;
  /** Why nothing can be asked, as a sentence; `undefined` when something can. */
  readonly problem: string | undefined;
}

/** A table of names to ask for. */
export interface QuestionTable {
  readonly file: string;
  /** SHA-256 of the file as it is on disk. */
  readonly contentHash: string;
  readonly headings: readonly string[];
  /** How it was understood, one sentence each. */
  readonly notes: readonly string[];
  readonly rows: readonly QuestionRow[];
  /** Rows that could not be read at all, as sentences. */
  readonly unreadable: readonly { readonly line: number; readonly message: string }[];
}

/** How a table is to be read. */
export interface QuestionOptions {
  /** Heading of the column of names, in place of recognition. */
  readonly queryColumn: string | undefined;
  /** Whether columns named like properties of the dataset are sent as evidence. */
  readonly withProperties: boolean;
  /** Character encoding of the file, in place of recognition. */
  readonly encoding?: string | undefined;
}

/** A table of names that was read, but not understood: what its columns mean depends on the dataset. */
export interface UnderstoodFor {
  /** The table as questions to a dataset. Throws `questions-invalid` when the column of names is not recognised. */
  readonly understoodFor: (dataset: Dataset) => QuestionTable;
}

/**
 * Reads a table of names: CSV, TSV, JSON, JSON lines or a spreadsheet, also gzipped; also a bare list, a name on each line. Memory: the
 * whole table.
 *
 * Errors: those of opening a data file; `setting-invalid` for an encoding that nobody knows.
 */
export async function readQuestionTable(file: string, { queryColumn, withProperties, encoding }: QuestionOptions): Promise<UnderstoodFor> {
  if (encoding !== undefined && !encodingKnown(encoding)) {
    throw new SameasError('setting-invalid', `--encoding "${encoding}" is not an encoding that can be read.`, { advice: 'Try utf-8, utf-16le, windows-1252 or iso-8859-15.' });
  }
  const { reader, readAs, stored, options } = await openTable(file, queryColumn, encoding);
  const isGuessed = encoding === undefined && options.encoding?.startsWith('utf') === false;
  const read: { readonly cells: readonly RawCell[]; readonly line: number }[] = [];
  const unreadable: { readonly line: number; readonly message: string }[] = [];
  reader.read(
    (cells, line) => read.push({ cells: [...cells], line }),
    (fault) => {
      if (fault.rejected) unreadable.push({ line: fault.line, message: fault.message });
    },
  );
  const headings = [...reader.columns];
  const contentHash = createHash('sha256').update(stored).digest('hex');
  return {
    understoodFor: (dataset) => {
      const query = queryColumnOf(file, headings, dataset, queryColumn);
      const columns = columnsBeside(headings, dataset, [query]);
      const used = withProperties ? columns : { ...columns, properties: [], pairs: undefined };
      return {
        file,
        contentHash,
        headings,
        notes: [...notesOn(readAs, headings, query, used), ...(isGuessed ? ['The encoding was guessed. If accented letters look wrong, name it with --encoding.'] : [])],
        rows: read.map(({ cells, line }) => rowOf(cells, line, headings.length, query, used)),
        unreadable,
      };
    },
  };
}

/** With headings where there are any: a list of one column begins with a heading only if that says so. */
async function openTable(file: string, queryColumn: string | undefined, encoding: string | undefined): Promise<DataFile> {
  if (queryColumn !== undefined && !/\.(?:json|jsonl|ndjson)(?:\.gz)?$/i.test(file)) return openDataFile({ path: file, header: true, encoding });
  const opened = await openDataFile({ path: file, encoding });
  if (opened.options.header !== false) return opened;
  const [first] = opened.sample().records;
  const isHeading = first?.some((cell) => [...QUERY_KEYS, ...GENERIC_QUERY_KEYS].includes(headingKey(textsOf(cell).join(' '))));
  return isHeading === true ? openDataFile({ path: file, header: true, encoding }) : opened;
}

function queryColumnOf(file: string, headings: readonly string[], dataset: Dataset, named: string | undefined): number {
  const found = columnNamed(file, headings, named, '--query-column', 'questions-invalid') ?? columnByKey(headings, QUERY_KEYS) ?? columnByRole(headings, 'name', []) ?? columnByKey(headings, GENERIC_QUERY_KEYS);
  if (found !== undefined) return found;
  const { type } = columnsBeside(headings, dataset, []);
  const id = columnByRole(headings, 'id', []);
  const left = headings.flatMap((heading, i) => (i === type || i === id || propertyFor(heading, dataset) !== undefined ? [] : [i]));
  const [only] = headings.length === 1 ? [0] : left;
  if (only === undefined || left.length > 1) throw columnNotFound(file, headings, 'the names to ask for', 'query', '--query-column', 'questions-invalid');
  return only;
}

function rowOf(cells: readonly RawCell[], line: number, width: number, query: number, columns: QuestionColumns): QuestionRow {
  return { cells: Array.from({ length: width }, (_, i) => textsOf(cells[i]).join('|')), line, ...readQuestion(cells, query, columns) };
}

function notesOn(readAs: string, headings: readonly string[], query: number, columns: QuestionColumns): readonly string[] {
  const heading = (column: number): string => `"${headings[column] ?? ''}"`;
  const { type, properties, ignored } = columns;
  return [
    `Read as ${readAs}: names to ask for in ${heading(query)}${type === undefined ? '' : `, types in ${heading(type)}`}.`,
    ...(properties.length === 0 ? [] : [`Evidence beside the name: ${propertyHeadings(headings, columns)}.`]),
    ...(ignored.length === 0 ? [] : [`Columns that have no part in the question: "${ignored.join('", "')}".`]),
  ];
}
