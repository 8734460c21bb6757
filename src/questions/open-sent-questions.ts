import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { isGzipped } from '../formats/read-bytes.js';
import { recogniseRdf } from '../formats/rdf/rdf-syntax.js';
import { mayBeSpreadsheet } from '../formats/spreadsheets/may-be-spreadsheet.js';
import { textSource } from '../formats/text-source.js';
import { readQuestionTable, type QuestionOptions, type QuestionTable, type TableContent, type TableSize } from './open-questions.js';

/*
 * Tables that are sent to a service may be anybody's: they are read on a thread that can be ended, and only when they are of some length. `sameas reconcile` reads all
 * others.
 */

/** Longest table that is read, in bytes. */
export const MAX_SENT_BYTES = 2 * 1024 * 1024;
/** Most rows that are asked for. */
export const MAX_SENT_ROWS = 20_000;

/** A short file can make many cells, for each of its rows has one in every column. */
const MOST: TableSize = { rows: MAX_SENT_ROWS, columns: 1_000, cells: 2_000_000 };

/** A table that was sent. */
export interface SentQuestions {
  readonly table: QuestionTable;
  /** Its text – of a spreadsheet, the CSV that was made of it –, by which the same can be asked again. Cost: decoding it once more. */
  readonly text: () => string;
}

/** Errors: `table-too-large`; `table-invalid` for what is neither a table of text nor a spreadsheet, and for whatever `readQuestionTable` would complain of. */
export async function openSentQuestions(sent: TableContent, dataset: Dataset, options: QuestionOptions): Promise<SentQuestions> {
  const { name, content } = sent;
  refuseTooLong(name, content.length);
  if (!mayBeSpreadsheet(content)) return openSentText(sent, dataset, options);
  // What reads spreadsheets is large, and most tables are text.
  const { spreadsheetAsText } = await import('./spreadsheet-as-text.js');
  const { text, readAs } = await spreadsheetAsText(sent).catch(asInvalidTable);
  const bytes = Buffer.from(text);
  refuseTooLong(`What stands in ${name}`, bytes.length);
  const { table } = await openSentText({ name, content: bytes, madeFrom: readAs }, dataset, { ...options, encoding: undefined });
  return { table, text: () => text };
}

async function openSentText(sent: TableContent, dataset: Dataset, options: QuestionOptions): Promise<SentQuestions> {
  const { name, content } = sent;
  refuseWhatIsNoText(name, content);
  refuseManyColumns(name, content);
  const table = await readQuestionTable(sent, { ...options, most: MOST })
    .then(({ understoodFor }) => understoodFor(dataset))
    .catch(asInvalidTable);
  return { table, text: () => [...textSource(name, content, options.encoding).chunks(() => undefined)].join('') };
}

/** What is wrong with a file is, here, wrong with a request. */
function asInvalidTable(thrown: unknown): never {
  throw thrown instanceof SameasError && thrown.kind === 'bad-data' ? invalid(thrown.message, thrown.advice, thrown) : thrown;
}

function refuseTooLong(name: string, bytes: number): void {
  if (bytes <= MAX_SENT_BYTES) return;
  throw new SameasError('table-too-large', `${name} is longer than ${String(MAX_SENT_BYTES / 1024 / 1024)} MB.`, { advice: 'Send it in parts, or let `sameas reconcile` match it, which takes files of any length.' });
}

/** By the first line, before anything is parsed. */
function refuseManyColumns(name: string, content: Buffer): void {
  const line = firstLine(content);
  for (const delimiter of [',', '\t', ';', '|']) {
    let count = 0;
    for (let at = line.indexOf(delimiter); at >= 0; at = line.indexOf(delimiter, at + 1)) {
      count += 1;
      if (count >= MOST.columns) throw new SameasError('table-too-large', `${name} is of more than ${MOST.columns.toLocaleString('en')} columns.`, { advice: 'Send the column of the names, and those that tell more of them.', facts: { limit: MOST.columns } });
    }
  }
}

function firstLine(content: Buffer): Buffer {
  const ends = [content.indexOf('\n'), content.indexOf('\r')].filter((at) => at >= 0);
  return content.subarray(0, ends.length === 0 ? content.length : Math.min(...ends));
}

function refuseWhatIsNoText(name: string, content: Buffer): void {
  if (isGzipped(content)) throw invalid(`${name} is gzipped, which is not unpacked here.`, 'Unpack it first.');
  if (recogniseRdf(name, textSource(name, content).head) !== undefined) throw invalid(`${name} is RDF, and not a table of names.`, 'Send a table or a list of names, one a line.');
}

function invalid(message: string, advice: string | undefined, cause?: SameasError): SameasError {
  return new SameasError('table-invalid', message, { ...(advice === undefined ? {} : { advice }), ...(cause === undefined ? {} : { cause }) });
}
