import { matchedRows } from '../../agents/matched-rows.js';
import { answerSheet, writeAnswerSheet } from '../../input/answer-sheet.js';
import { type AnswerFileFormName, formLike } from '../../input/answer-file-forms.js';
import type { AnsweredRow } from '../../input/answered-row.js';
import { reconcileRows } from '../../input/reconcile-rows.js';
import { ROWS_LOOKED_AT, learnWholeFile } from '../../input/learn-whole-file.js';
import type { InputTable } from '../../input/open-input.js';
import { openSentQuestions } from '../../input/open-sent-questions.js';
import { lookAgain } from '../../input/second-look.js';
import { MAX_SENT } from '../../input/refuse-large-text.js';
import type { TableDataset } from '../../input/table-dataset.js';
import type { Ask } from '../../describe/answer.js';
import type { Reply } from '../exchange.js';
import type { SentNames, TableTask } from './table-task.js';
import { appendAll } from '../../foundation/append-all.js';

/** Names of the options in messages. */
const CALLED = { queryColumn: '“column”', encoding: '“encoding”' } as const;
const LIMIT = 5;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const CONTENT_TYPES: Readonly<Record<AnswerFileFormName, string>> = {
  csv: 'text/csv; charset=utf-8',
  tsv: 'text/tab-separated-values; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

interface AnsweredTable {
  readonly table: InputTable;
  readonly answered: readonly AnsweredRow[];
}

/**
 * Reads a table, learns from it, matches its names, and makes the answer. Throws `table-invalid`, `table-too-large` and
 * `setting-invalid`. Memory and time grow with the table: this is done on a thread that can be ended.
 */
export async function matchTable(task: TableTask, whole: TableDataset, ask: Ask): Promise<Reply> {
  const { way, isMarked } = task;
  const { table, answered } = await answerTable(task, whole, ask);
  if (way === 'xlsx')
    return {
      kind: 'file',
      bytes: writeAnswerSheet(answerSheet(table.headings, answered)),
      contentType: XLSX,
      cache: 'never',
      saveAs: 'matched.xlsx',
    };
  return asFile(table, answered, way, isMarked);
}

/** The same for tools of agents. Throws like `matchTable`. */
export async function verdictsOfTable(
  sent: SentNames,
  whole: TableDataset,
  ask: Ask,
): Promise<ReturnType<typeof matchedRows>> {
  return matchedRows((await answerTable(sent, whole, ask)).answered);
}

async function answerTable(
  { sent, type, column, encoding }: SentNames,
  whole: TableDataset,
  ask: Ask,
): Promise<AnsweredTable> {
  const { dataset } = whole;
  const content = Buffer.from(sent.content.buffer, sent.content.byteOffset, sent.content.byteLength);
  const { table: understood } = await openSentQuestions({ name: sent.name, content }, whole, {
    queryColumn: column,
    withProperties: true,
    encoding,
    whenUnclear: 'first',
    called: CALLED,
    most: MAX_SENT,
  });
  const answered: AnsweredRow[] = [];
  const options = { limit: LIMIT, type };
  const { columns } = await lookAgain(ask, understood, whole, options);
  const table = understood.withColumns(columns);
  const learned = await learnWholeFile(ask, table.rows, {
    ...options,
    rows: ROWS_LOOKED_AT.inPassing,
  });
  await reconcileRows(ask, table.rows, { ...options, dataset, learned }, (more) => {
    appendAll(answered, more);
    return Promise.resolve();
  });
  return { table, answered };
}

function asFile(
  table: InputTable,
  answered: readonly AnsweredRow[],
  way: AnswerFileFormName,
  isMarked: boolean,
): Reply {
  const { head, line } = formLike(isMarked ? { ...table.style, needsMark: true } : table.style, way);
  const text = head(table.headings) + answered.map((one) => line(table.headings, one)).join('');
  return { kind: 'text', text, contentType: CONTENT_TYPES[way], cache: 'never', saveAs: `matched.${way}` };
}
