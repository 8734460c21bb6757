import type { Dataset } from '../entities/dataset.js';
import { isPacked, mayBeSpreadsheet } from '../formats/first-bytes.js';
import { unpackWithin } from '../formats/read-bytes.js';
import { type RawCell, textsOf } from '../formats/raw-record.js';
import { largestOf } from '../foundation/largest-of.js';
import { SameasError } from '../foundation/sameas-error.js';
import type { Sentence } from '../foundation/sentence.js';
import { sentence } from '../foundation/message.js';
import { type InputOptions, type InputTable, type ReadInput, type TableContent, readInputTable } from './open-input.js';
import { type SentTableSize, refuseLargeText, refuseTooLong } from './refuse-large-text.js';
import type { TableDataset } from './table-dataset.js';

/** A table with inferred columns, and the dataset used for it. */
interface InferredTable {
  readonly table: InputTable;
  readonly named: Dataset;
}

const MAX_VALUES = 30;
const MAX_COLUMNS = 20;
/** A longer text is not a name. */
const MAX_CHARACTERS = 80;

/**
 * The table as questions to the dataset. In a search cluster, the column of names is found by names similar to the
 * first values of each column.
 */
export async function inferTableColumns(
  { withColumnsFor, rows }: ReadInput,
  whole: TableDataset,
): Promise<InferredTable> {
  const { queryColumn } = withColumnsFor(await entitiesLike(whole, rows, undefined));
  const named = await entitiesLike(whole, rows, queryColumn);
  return { table: withColumnsFor(named), named };
}

/**
 * The dataset for inferring columns: in a search cluster, restricted to entities with names similar to the first values
 * of each column, alone and together with the row's name if its column is known; and to these ids.
 */
export async function entitiesLike(
  { dataset, cluster }: TableDataset,
  rows: TableRows,
  queryColumn: number | undefined,
  ids: readonly string[] = [],
): Promise<Dataset> {
  if (cluster === undefined) return dataset;
  const { columns, texts, values } = firstTexts(rows);
  const together =
    queryColumn === undefined
      ? []
      : columns
          .filter((column) => column !== queryColumn && columns.length > 1)
          .flatMap((column) => distinct(texts.map((cells) => `${cells[queryColumn] ?? ''} ${cells[column] ?? ''}`)));
  return cluster.namedLike([...values, ...together], ids);
}

type TableRows = readonly (readonly RawCell[])[];

/** The cells of the first rows, and the values of their columns; none for a single column, which holds the names. */
function firstTexts(rows: TableRows): {
  readonly columns: readonly number[];
  readonly texts: readonly (readonly string[])[];
  readonly values: readonly string[];
} {
  const texts = rows
    .slice(0, 2 * MAX_VALUES)
    .map((cells) => cells.slice(0, MAX_COLUMNS).map((cell) => textsOf(cell).join(' ').trim()));
  const widest = largestOf(
    texts.map((cells) => cells.length),
    0,
  );
  const columns = Array.from({ length: widest }, (_, column) => column);
  const values =
    columns.length < 2 ? [] : columns.flatMap((column) => distinct(texts.map((cells) => cells[column] ?? '')));
  return { columns, texts, values };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text.trim() !== '' && text.length <= MAX_CHARACTERS))].slice(0, MAX_VALUES);
}

/*
 * Uploaded tables are untrusted: longer ones are read on a thread that can be ended. `sameas match` reads all others.
 */

/** Options and limits. */
type SentOptions = InputOptions & { readonly most: SentTableSize };

/**
 * Opens a table in any format of a dataset, also packed, except databases and columnar files. Errors:
 * `table-too-large`; `table-invalid` for other content, and for all errors of `readInputTable`.
 */
export async function openSentQuestions(
  sent: TableContent,
  dataset: TableDataset,
  options: SentOptions,
): Promise<InferredTable> {
  const { name, content } = sent;
  refuseTooLong(name, content.length, options.most);
  if (isPacked(content))
    return openSentQuestions({ ...sent, content: await unpacked(sent, options.most) }, dataset, options);
  if (!mayBeSpreadsheet(content)) return openSentText(sent, dataset, options);
  // The spreadsheet reader is large, and most tables are text.
  const { spreadsheetAsText } = await import('./spreadsheet-as-text.js');
  const { text, readAs } = await spreadsheetAsText(sent).catch(asInvalidTable);
  const bytes = Buffer.from(text);
  refuseTooLong(`What stands in ${name}`, bytes.length, options.most);
  return openSentText({ name, content: bytes, madeFrom: readAs }, dataset, { ...options, encoding: undefined });
}

async function unpacked({ name, content }: TableContent, most: SentTableSize): Promise<Buffer> {
  const bytes = await unpackWithin(content, most.bytes).catch((thrown: unknown) => {
    if (thrown instanceof RangeError)
      throw new SameasError(
        'table-too-large',
        sentence('{file} holds more than {n} MB once it is unpacked.', {
          file: name,
          n: String(Math.round((most.bytes / 1024 / 1024) * 10) / 10),
        }),
        {
          advice: sentence('Send it in parts, or let `sameas match` match it, which takes files of any length.'),
          cause: thrown,
        },
      );
    throw new SameasError(
      'table-invalid',
      sentence('{file} is packed, but its content is incomplete or damaged.', { file: name }),
      {
        advice: sentence('Copy or download the file again.'),
        cause: thrown,
      },
    );
  });
  if (isPacked(bytes)) throw invalid(sentence('{file} is packed twice.', { file: name }), sentence('Unpack it first.'));
  return bytes;
}

async function openSentText(sent: TableContent, dataset: TableDataset, options: SentOptions): Promise<InferredTable> {
  const { name, content } = sent;
  refuseDatabases(name, content);
  refuseLargeText(name, content, options.most);
  return readInputTable(sent, options)
    .then((read) => inferTableColumns(read, dataset))
    .catch(asInvalidTable);
}

/** Converts errors of files into errors of requests. */
function asInvalidTable(thrown: unknown): never {
  throw thrown instanceof SameasError && thrown.kind === 'bad-data'
    ? invalid(thrown.sentences.message, thrown.sentences.advice, thrown)
    : thrown;
}

/** Their content may be much larger than the file. */
function refuseDatabases(name: string, content: Buffer): void {
  const what = DATABASES.find(({ begins }) => content.toString('latin1', 0, begins.length) === begins)?.what;
  if (what !== undefined)
    throw invalid(
      sentence('{file} is {What}, which is not read here.', { file: name, What: what }),
      sentence('Save the table as CSV and send that, or let `sameas match` match it.'),
    );
}

const DATABASES = [
  { begins: 'SQLite format 3\0', what: sentence('an SQLite database') },
  { begins: 'PAR1', what: sentence('a Parquet file') },
] as const;

function invalid(message: Sentence, advice: Sentence | undefined, cause?: SameasError): SameasError {
  return new SameasError('table-invalid', message, {
    advice,
    ...(cause === undefined ? {} : { cause }),
  });
}
