import { nearestWord } from '../../foundation/nearest-word.js';
import { SameasError } from '../../foundation/sameas-error.js';
import { answerSheet } from '../../questions/answer-sheet.js';
import { formLike, type AnswerFileFormName } from '../../questions/answer-file-forms.js';
import { ANSWER_FORM, type AnsweredRow } from '../../questions/answered-row.js';
import { askQuestions } from '../../questions/ask-questions.js';
import type { TableContent } from '../../questions/open-questions.js';
import { openSentQuestions, type SentQuestions } from '../../questions/open-sent-questions.js';
import type { Spreadsheets } from '../../questions/spreadsheets.js';
import type { Exchange, RouteHandler } from '../exchange.js';
import type { Reply } from '../reply.js';
import { tableFormPage, tableResultPage } from '../pages/table-page.js';
import { prefersPage } from '../prefers-page.js';
import type { AnswerBatch } from './answer-batch.js';

/** Candidates for each name. */
const LIMIT = 5;

/** What the options are called here, for messages. */
const CALLED = { queryColumn: 'the field “column”', encoding: 'the field “encoding”' } as const;

/** What may be asked for with `as`. */
const WAYS = ['page', 'csv', 'tsv', 'jsonl', 'xlsx'] as const;
type Way = (typeof WAYS)[number];

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const CONTENT_TYPES: Readonly<Record<AnswerFileFormName, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/**
 * Matches a table of names for a person without any other program, and for `curl -F file=@names.csv`: fields `names` (text) or `file`, `type`, `column`
 * (heading of the names), `encoding`, `as` and `mark`. GET gives the form to fill in. Throws `table-invalid`, `table-too-large`, `parameter-missing` and
 * `parameter-invalid`.
 */
export function createTableHandler(answerBatch: AnswerBatch, spreadsheets: Spreadsheets): RouteHandler {
  return async (exchange) => {
    const { dataset } = exchange.served().snapshot;
    if (exchange.method !== 'POST') return { kind: 'page', html: tableFormPage(dataset, exchange.baseUrl).text, cache: 'checked' };
    const { parameters } = exchange;
    const way = wayAsked(exchange);
    const type = notEmpty(parameters.get('type'));
    const column = notEmpty(parameters.get('column'));
    const encoding = notEmpty(parameters.get('encoding'));
    const asked = await openSentQuestions({ sent: tableSent(exchange), readSpreadsheet: spreadsheets.read }, dataset, { queryColumn: column, withProperties: true, encoding, whenUnclear: 'first', called: CALLED });
    const answered = await answersTo(asked, answerBatch, exchange, type);
    if (way === 'xlsx') return { kind: 'file', bytes: await spreadsheets.write(answerSheet(asked.table.headings, answered)), contentType: XLSX, cache: 'never', saveAs: 'matched.xlsx' };
    if (way !== 'page') return asFile(asked, answered, way, parameters.get('mark') === 'yes');
    return { kind: 'page', html: tableResultPage({ ...asked, answered, type, column }, dataset, exchange.baseUrl).text, cache: 'never' };
  };
}

async function answersTo({ table }: SentQuestions, answerBatch: AnswerBatch, exchange: Exchange, type: string | undefined): Promise<readonly AnsweredRow[]> {
  const answered: AnsweredRow[] = [];
  const executor = { execute: (queries: Parameters<AnswerBatch['outcomes']>[1]) => answerBatch.outcomes(exchange, queries, ANSWER_FORM) };
  await askQuestions(executor, table.rows, { limit: LIMIT, type }, (more) => {
    answered.push(...more);
    return Promise.resolve();
  });
  return answered;
}

function asFile({ table }: SentQuestions, answered: readonly AnsweredRow[], way: AnswerFileFormName, isMarked: boolean): Reply {
  const { head, line } = formLike(isMarked ? { ...table.style, needsMark: true } : table.style, way);
  const text = head(table.headings) + answered.map((one) => line(table.headings, one)).join('');
  return { kind: 'text', text, contentType: CONTENT_TYPES[way], cache: 'never', saveAs: `matched.${way}` };
}

/** A file before what stands in the field for text, which a browser sends in any case. */
function tableSent({ files, parameters }: Exchange): TableContent {
  const file = files.get('file') ?? files.get('names');
  if (file !== undefined) return { name: file.name === '' ? 'The file' : file.name, content: file.content };
  const names = parameters.get('names') ?? '';
  if (names.trim() === '') throw new SameasError('parameter-missing', 'There are no names to match.', { advice: 'Send names, one a line, or a table as the field “names”, or a file as the field “file”.' });
  return { name: 'The list of names', content: Buffer.from(names) };
}

function wayAsked({ parameters, accept }: Exchange): Way {
  const sent = parameters.get('as') ?? '';
  if (sent === '') return prefersPage(accept) ? 'page' : 'csv';
  const way = WAYS.find((one) => one === sent);
  if (way !== undefined) return way;
  const meant = nearestWord(sent, WAYS);
  throw new SameasError('parameter-invalid', `The answers cannot be had as "${sent.slice(0, 100)}".`, {
    advice: meant === undefined ? `Send as=${WAYS.join(', as=')}.` : `Did you mean as=${meant}?`,
    facts: { parameter: 'as' },
  });
}

function notEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}
