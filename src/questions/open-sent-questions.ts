import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { isGzipped } from '../formats/read-bytes.js';
import { recogniseRdf } from '../formats/rdf/rdf-syntax.js';
import { mayBeSpreadsheet } from '../formats/spreadsheets/may-be-spreadsheet.js';
import { textSource } from '../formats/text-source.js';
import { readQuestionTable, type QuestionOptions, type QuestionTable, type TableContent } from './open-questions.js';

/*
 * Tables that are sent to a service are read on the thread that answers everybody, so only those that take a moment are: text, of some length.
 * `sameas reconcile` reads all others.
 */

/** Longest table that is read, in bytes. */
export const MAX_SENT_BYTES = 2 * 1024 * 1024;
/** Most rows that are asked for. */
export const MAX_SENT_ROWS = 20_000;

/** A table that was sent. */
export interface SentQuestions {
  readonly table: QuestionTable;
  /** Its text, by which the same can be asked again. Cost: decoding it once more. */
  readonly text: () => string;
}

/** Errors: `table-too-large`; `table-invalid` for what is no table of text, and for whatever `readQuestionTable` would complain of. */
export async function openSentQuestions(sent: TableContent, dataset: Dataset, options: QuestionOptions): Promise<SentQuestions> {
  const { name, content } = sent;
  if (content.length > MAX_SENT_BYTES) throw tooLarge(name, `longer than ${String(MAX_SENT_BYTES / 1024 / 1024)} MB`);
  refuseWhatIsNoText(name, content);
  const table = await readQuestionTable(sent, options)
    .then(({ understoodFor }) => understoodFor(dataset))
    .catch((thrown: unknown) => {
      throw thrown instanceof SameasError && thrown.kind === 'bad-data' ? invalid(thrown.message, thrown.advice, thrown) : thrown;
    });
  if (table.rows.length > MAX_SENT_ROWS) throw tooLarge(name, `of more than ${MAX_SENT_ROWS.toLocaleString('en')} rows`);
  return { table, text: () => [...textSource(name, content, options.encoding).chunks(() => undefined)].join('') };
}

function refuseWhatIsNoText(name: string, content: Buffer): void {
  if (mayBeSpreadsheet(content)) throw invalid(`${name} is a spreadsheet or an archive, and only text is matched here.`, 'Copy the cells of the spreadsheet, with their headings, and paste them; or save it as CSV.');
  if (isGzipped(content)) throw invalid(`${name} is gzipped, and only text is matched here.`, 'Unpack it first.');
  if (recogniseRdf(name, textSource(name, content).head) !== undefined) throw invalid(`${name} is RDF, and not a table of names.`, 'Send a table or a list of names, one a line.');
}

function tooLarge(name: string, what: string): SameasError {
  return new SameasError('table-too-large', `${name} is ${what}.`, { advice: 'Send it in parts, or let `sameas reconcile` match it, which takes files of any length.' });
}

function invalid(message: string, advice: string | undefined, cause?: SameasError): SameasError {
  return new SameasError('table-invalid', message, { ...(advice === undefined ? {} : { advice }), ...(cause === undefined ? {} : { cause }) });
}
