import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { isGzipped } from '../formats/read-bytes.js';
import { recogniseRdf } from '../formats/rdf/rdf-syntax.js';
import { mayBeSpreadsheet } from '../formats/spreadsheets/may-be-spreadsheet.js';
import { textSource } from '../formats/text-source.js';
import { readQuestionTable, type QuestionOptions, type QuestionTable, type TableContent } from './open-questions.js';
import type { Spreadsheets } from './spreadsheets.js';

/*
 * Tables that are sent to a service are read on the thread that answers everybody, so only those that take a moment are: text, of some length. Spreadsheets are
 * made into such text elsewhere. `sameas reconcile` reads all others.
 */

/** Longest table that is read, in bytes. */
export const MAX_SENT_BYTES = 2 * 1024 * 1024;
/** Most rows that are asked for. */
export const MAX_SENT_ROWS = 20_000;

/** A table that was sent. */
export interface SentQuestions {
  readonly table: QuestionTable;
  /** Its text – of a spreadsheet, the CSV that was made of it –, by which the same can be asked again. Cost: decoding it once more. */
  readonly text: () => string;
}

/** What was sent, and how it is read if it is a spreadsheet. */
export interface SentTable {
  readonly sent: TableContent;
  readonly readSpreadsheet: Spreadsheets['read'];
}

/** Errors: `table-too-large`; `table-invalid` for what is neither a table of text nor a spreadsheet, and for whatever `readQuestionTable` would complain of; those of `readSpreadsheet`. */
export async function openSentQuestions({ sent, readSpreadsheet }: SentTable, dataset: Dataset, options: QuestionOptions): Promise<SentQuestions> {
  const { name, content } = sent;
  refuseTooLong(name, content.length);
  if (!mayBeSpreadsheet(content)) return openSentText(sent, dataset, options);
  const { text, readAs } = await readSpreadsheet(sent).catch(asInvalidTable);
  const bytes = Buffer.from(text);
  refuseTooLong(`What stands in ${name}`, bytes.length);
  const { table } = await openSentText({ name, content: bytes, madeFrom: readAs }, dataset, { ...options, encoding: undefined });
  return { table, text: () => text };
}

async function openSentText(sent: TableContent, dataset: Dataset, options: QuestionOptions): Promise<SentQuestions> {
  const { name, content } = sent;
  refuseWhatIsNoText(name, content);
  const table = await readQuestionTable(sent, options)
    .then(({ understoodFor }) => understoodFor(dataset))
    .catch(asInvalidTable);
  if (table.rows.length > MAX_SENT_ROWS) throw tooLarge(name, `of more than ${MAX_SENT_ROWS.toLocaleString('en')} rows`);
  return { table, text: () => [...textSource(name, content, options.encoding).chunks(() => undefined)].join('') };
}

/** What is wrong with a file is, here, wrong with a request. */
function asInvalidTable(thrown: unknown): never {
  throw thrown instanceof SameasError && thrown.kind === 'bad-data' ? invalid(thrown.message, thrown.advice, thrown) : thrown;
}

function refuseTooLong(name: string, bytes: number): void {
  if (bytes > MAX_SENT_BYTES) throw tooLarge(name, `longer than ${String(MAX_SENT_BYTES / 1024 / 1024)} MB`);
}

function refuseWhatIsNoText(name: string, content: Buffer): void {
  if (isGzipped(content)) throw invalid(`${name} is gzipped, which is not unpacked here.`, 'Unpack it first.');
  if (recogniseRdf(name, textSource(name, content).head) !== undefined) throw invalid(`${name} is RDF, and not a table of names.`, 'Send a table or a list of names, one a line.');
}

function tooLarge(name: string, what: string): SameasError {
  return new SameasError('table-too-large', `${name} is ${what}.`, { advice: 'Send it in parts, or let `sameas reconcile` match it, which takes files of any length.' });
}

function invalid(message: string, advice: string | undefined, cause?: SameasError): SameasError {
  return new SameasError('table-invalid', message, { ...(advice === undefined ? {} : { advice }), ...(cause === undefined ? {} : { cause }) });
}
