import type { Dataset } from '../../entities/dataset.js';
import { describeLearned } from '../../learning/describe-learned.js';
import { EFFORT } from '../../learning/learn-file.js';
import { createRowJudge } from '../../learning/row-judge.js';
import { answerSheet, writeAnswerSheet } from '../../questions/answer-sheet.js';
import { formLike, type AnswerFileFormName } from '../../questions/answer-file-forms.js';
import type { AnsweredRow } from '../../questions/answered-row.js';
import { askQuestions, wholeFile } from '../../questions/ask-questions.js';
import { openSentQuestions, type SentQuestions } from '../../questions/open-sent-questions.js';
import type { RenderedOutcome } from '../../reconciliation/batch-executor.js';
import type { DatasetSnapshot } from '../../reconciliation/dataset-snapshot.js';
import type { ReconciliationQuery } from '../../reconciliation/reconciliation-query.js';
import type { Reply } from '../reply.js';
import { tableResultPage } from '../pages/table-page.js';

/** A table that was sent, and how it is to be read and answered. */
export interface TableTask {
  readonly sent: { readonly name: string; readonly content: Uint8Array };
  /** `read`: only read it, and give it as JSON. */
  readonly way: TableWay | 'read';
  readonly type: string | undefined;
  /** Heading of the names. */
  readonly column: string | undefined;
  readonly encoding: string | undefined;
  /** Whether a CSV file is marked as UTF-8. */
  readonly isMarked: boolean;
  readonly baseUrl: string;
}

/** What may be asked for with `as`. */
export const TABLE_WAYS = ['page', 'csv', 'tsv', 'jsonl', 'xlsx'] as const;
/** One of them. */
export type TableWay = (typeof TABLE_WAYS)[number];

/** Computes a batch, in the wire form `ANSWER_FORM`: one outcome a query, in order. */
export type AskQueries = (queries: readonly ReconciliationQuery[]) => Promise<readonly RenderedOutcome[]>;

/** What matches tables of names. */
export interface TableMatching {
  /** Rejects with the errors of `matchTable`, with `table-too-large` for what takes too much time or memory, and with what `ask` rejects with. */
  readonly match: (task: TableTask, snapshot: DatasetSnapshot, ask: AskQueries) => Promise<Reply>;
}

/** Candidates for each name. */
const LIMIT = 5;

/** What the options are called here, for messages. */
const CALLED = { queryColumn: 'the field “column”', encoding: 'the field “encoding”' } as const;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const CONTENT_TYPES: Readonly<Record<AnswerFileFormName, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/**
 * Reads a table, learns from it, asks for its names, and makes the answer. Throws `table-invalid`, `table-too-large` and `setting-invalid`. Memory and time grow with the table: this is
 * done on a thread that can be ended.
 */
export async function matchTable({ sent, way, type, column, encoding, isMarked, baseUrl }: TableTask, dataset: Dataset, ask: AskQueries): Promise<Reply> {
  const content = Buffer.from(sent.content.buffer, sent.content.byteOffset, sent.content.byteLength);
  const asked = await openSentQuestions({ name: sent.name, content }, dataset, { queryColumn: column, withProperties: true, encoding, whenUnclear: 'first', called: CALLED });
  if (way === 'read') return { kind: 'json', json: JSON.stringify({ ...asked.table, rows: asked.table.rows.map(({ cells, line }) => ({ cells, line })) }), cache: 'never' };
  const answered: AnsweredRow[] = [];
  const options = { limit: LIMIT, type };
  const learned = await wholeFile({ execute: ask }, asked.table.rows, { ...options, dataset, effort: EFFORT.inPassing, onAsked: () => undefined }).learn();
  const judge = learned === undefined ? undefined : createRowJudge(dataset, learned);
  await askQuestions({ execute: ask }, asked.table.rows, { ...options, judge }, (more) => {
    answered.push(...more);
    return Promise.resolve();
  });
  if (way === 'xlsx') return { kind: 'file', bytes: writeAnswerSheet(answerSheet(asked.table.headings, answered)), contentType: XLSX, cache: 'never', saveAs: 'matched.xlsx' };
  if (way !== 'page') return asFile(asked, answered, way, isMarked);
  return { kind: 'page', html: tableResultPage({ ...asked, answered, learned: learned === undefined ? [] : describeLearned(dataset, learned), type, column }, dataset, baseUrl).text, cache: 'never' };
}

function asFile({ table }: SentQuestions, answered: readonly AnsweredRow[], way: AnswerFileFormName, isMarked: boolean): Reply {
  const { head, line } = formLike(isMarked ? { ...table.style, needsMark: true } : table.style, way);
  const text = head(table.headings) + answered.map((one) => line(table.headings, one)).join('');
  return { kind: 'text', text, contentType: CONTENT_TYPES[way], cache: 'never', saveAs: `matched.${way}` };
}
