import { join } from 'node:path';
import type { Dataset } from '../entities/dataset.js';
import { evenSample } from '../foundation/even-sample.js';
import { askQuestions } from '../questions/ask-questions.js';
import { learnWholeFile, ROWS_LOOKED_AT } from '../questions/learn-whole-file.js';
import type { QuestionRow } from '../questions/open-questions.js';
import type { LearnedFile } from '../scoring/learn.js';
import type { RenderedOutcome } from '../describe/served-snapshot.js';
import type { ReconciliationQuery } from '../scoring/query.js';
import { readLearnedModel, saveLearnedModel } from './learned-model.js';
import type { QuestionColumns } from '../questions/question-columns.js';
import { lookAgain, ROWS_ASKED } from '../questions/second-look.js';
import type { TableDataset } from '../questions/table-dataset.js';
import { appendAll } from '../foundation/append-all.js';
import { openActLog, type ActLog } from '../foundation/store/act-log.js';
import type { MatchedRows, RowsToMatch } from './row-matcher.js';
import { answerLine } from './open-answers.js';
import { KEPT_CANDIDATES, rowSchema, type RowAnswer, type RunColumns, type RunRecord } from './run-record.js';
import { columnAgreement, questionColumns, runColumns, runQuestion } from './run-columns.js';

/** Computes a batch in the wire form of answers. */
type Ask = (queries: readonly ReconciliationQuery[]) => Promise<readonly RenderedOutcome[]>;

/** Rows that are read from the disk at once. */
const PORTION = 1_000;

/**
 * Matches rows of a table that is kept, with what the whole table teaches where its record wants that: then the first call looks at a sample of all rows before it matches any, and keeps what it has learned. Done
 * on a thread. Rejects when `ask` or `take` does. Memory: the questions of all rows while it learns.
 */
export async function matchRows(
  { record, folder, from, count }: RowsToMatch,
  whole: TableDataset,
  ask: Ask,
  take: (matched: MatchedRows) => Promise<void>,
): Promise<void> {
  const { dataset } = whole;
  const file = await openActLog(join(folder, 'rows.jsonl'), () => undefined, { readOnly: {} });
  try {
    const options = { limit: KEPT_CANDIDATES, type: record.type };
    const executor = { execute: ask };
    const learned = record.learning === true ? await learnedFrom({ file, record, folder }, whole, ask) : 'nothing';
    await askQuestions(
      executor,
      await questionsIn(file, record, dataset, { from, count }),
      { ...options, dataset, learned: learned === 'nothing' ? undefined : learned },
      (answered) => {
        const answers = answered.map(({ candidates, none, problem }): RowAnswer => ({
          candidates: [...candidates],
          ...(none === undefined ? {} : { none }),
          ...(problem === undefined ? {} : { problem }),
        }));
        return take(answers.map(answerLine));
      },
    );
  } finally {
    await file.close();
  }
}

/** The columns of a kept table after a look at some of its rows that are matched. Done on a thread. Rejects when `ask` does. */
export async function lookAtColumns(
  { record, folder }: Pick<RowsToMatch, 'record' | 'folder'>,
  whole: TableDataset,
  ask: Ask,
): Promise<RunColumns> {
  const { headings, columns } = record;
  const settled = new Set(columns.settled ?? headings.map((_, column) => column));
  const file = await openActLog(join(folder, 'rows.jsonl'), () => undefined, { readOnly: {} });
  try {
    const rows: QuestionRow[] = [];
    for (const from of evenSample(file.count(), ROWS_ASKED))
      appendAll(rows, await questionsIn(file, record, whole.dataset, { from, count: 1 }));
    const before = questionColumns(record, whole.dataset);
    const table = { headings, queryColumn: columns.query, columns: before, settled, rows };
    const again = await lookAgain({ execute: ask }, table, whole, { type: record.type });
    const changed = again.changes.map(({ property, isUsed, agreeing, ...told }) => ({
      ...columnAgreement(told, property.id),
      isUsed,
      agreeing,
    }));
    return { ...columns, ...(changed.length === 0 ? {} : changedParts(again.columns)), changed };
  } finally {
    await file.close();
  }
}

function changedParts(columns: QuestionColumns): Pick<RunColumns, 'properties' | 'point' | 'inNames'> {
  const { properties, point, inNames } = runColumns(-1, columns);
  return { properties, inNames, ...(point === undefined ? {} : { point }) };
}

async function learnedFrom(
  { file, record, folder }: { readonly file: ActLog; readonly record: RunRecord; readonly folder: string },
  { dataset }: TableDataset,
  ask: Ask,
): Promise<LearnedFile | 'nothing'> {
  const known = await readLearnedModel(folder);
  if (known !== undefined) return known;
  const rows = await questionsIn(file, record, dataset, { from: 0, count: file.count() });
  const learned =
    (await learnWholeFile({ execute: ask }, rows, {
      limit: KEPT_CANDIDATES,
      type: record.type,
      dataset,
      rows: ROWS_LOOKED_AT.atLeisure,
      onAsked: () => undefined,
    })) ?? 'nothing';
  await saveLearnedModel(folder, learned);
  return learned;
}

async function questionsIn(
  file: ActLog,
  record: RunRecord,
  dataset: Dataset,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<readonly QuestionRow[]> {
  const questions: QuestionRow[] = [];
  const end = Math.min(file.count(), from + count);
  for (let start = from; start < end; start += PORTION) {
    for (const line of await file.read(start, Math.min(PORTION, end - start)))
      questions.push(runQuestion(record, rowSchema.parse(JSON.parse(line)), dataset));
  }
  return questions;
}
