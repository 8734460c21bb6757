import type { Dataset } from '../entities/dataset.js';
import { SameasError } from '../foundation/sameas-error.js';
import { isGzipped } from '../formats/read-bytes.js';
import { recogniseRdf } from '../formats/rdf/rdf-syntax.js';
import { mayBeSpreadsheet } from '../formats/spreadsheets/may-be-spreadsheet.js';
import { textSource } from '../formats/text-source.js';
import { readQuestionTable, type QuestionOptions, type QuestionTable, type TableContent } from './open-questions.js';
import { refuseLargeText, refuseTooLong } from './refuse-large-text.js';
import type { SentTableSize } from './sent-table-limits.js';

/*
 * Tables that are sent to a service may be anybody's: they are read on a thread that can be ended, and only when they are of some length. `sameas reconcile` reads all
 * others.
 */

/** A table that was sent. */
interface SentQuestions {
  readonly table: QuestionTable;
}

/** How it is to be read, and how large it may be. */
type SentOptions = QuestionOptions & { readonly most: SentTableSize };

/** Errors: `table-too-large`; `table-invalid` for what is neither a table of text nor a spreadsheet, and for whatever `readQuestionTable` would complain of. */
export async function openSentQuestions(sent: TableContent, dataset: Dataset, options: SentOptions): Promise<SentQuestions> {
  const { name, content } = sent;
  refuseTooLong(name, content.length, options.most);
  if (!mayBeSpreadsheet(content)) return openSentText(sent, dataset, options);
  // What reads spreadsheets is large, and most tables are text.
  const { spreadsheetAsText } = await import('./spreadsheet-as-text.js');
  const { text, readAs } = await spreadsheetAsText(sent).catch(asInvalidTable);
  const bytes = Buffer.from(text);
  refuseTooLong(`What stands in ${name}`, bytes.length, options.most);
  return openSentText({ name, content: bytes, madeFrom: readAs }, dataset, { ...options, encoding: undefined });
}

async function openSentText(sent: TableContent, dataset: Dataset, options: SentOptions): Promise<SentQuestions> {
  const { name, content } = sent;
  refuseWhatIsNoText(name, content);
  refuseLargeText(name, content, options.most);
  const table = await readQuestionTable(sent, options)
    .then(({ understoodFor }) => understoodFor(dataset))
    .catch(asInvalidTable);
  return { table };
}

/** What is wrong with a file is, here, wrong with a request. */
function asInvalidTable(thrown: unknown): never {
  throw thrown instanceof SameasError && thrown.kind === 'bad-data' ? invalid(thrown.message, thrown.advice, thrown) : thrown;
}

function refuseWhatIsNoText(name: string, content: Buffer): void {
  if (isGzipped(content)) throw invalid(`${name} is gzipped, which is not unpacked here.`, 'Unpack it first.');
  if (recogniseRdf(name, textSource(name, content).head) !== undefined) throw invalid(`${name} is RDF, and not a table of names.`, 'Send a table or a list of names, one a line.');
}

function invalid(message: string, advice: string | undefined, cause?: SameasError): SameasError {
  return new SameasError('table-invalid', message, { ...(advice === undefined ? {} : { advice }), ...(cause === undefined ? {} : { cause }) });
}
