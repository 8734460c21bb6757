import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Dataset } from '../entities/dataset.js';
import { appendAll } from '../foundation/append-all.js';
import { openActLog, type ActLog } from '../foundation/store/act-log.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { GENERAL_AGREEMENT } from '../learning/comparison-level.js';
import { learnedProperties } from '../learning/describe-learned.js';
import { evenSample } from '../learning/even-sample.js';
import { EFFORT } from '../learning/learn-file.js';
import type { LearnedFile } from '../learning/learned-file.js';
import { createRowJudge } from '../learning/row-judge.js';
import { askQuestions } from '../questions/ask-questions.js';
import { wholeFile } from '../questions/learn-whole-file.js';
import type { QuestionRow } from '../questions/open-questions.js';
import type { QuestionColumns } from '../questions/question-columns.js';
import { queryFor } from '../questions/read-question.js';
import { lookAgain, ROWS_ASKED } from '../questions/second-look.js';
import type { TableDataset } from '../questions/table-dataset.js';
import type { ReconciliationQuery } from '../reconciliation/reconciliation-query.js';
import type { ValueKind } from '../reconciliation/scoring/model/value-statistics.js';
import type { RenderedOutcome } from '../reconciliation/served-snapshot.js';
import { learnedModelPath, learnedTablePath, type LearnedTable } from './learned-table.js';
import { answerLine } from './open-answers.js';
import type { MatchedRows, RowsToMatch } from './row-matcher.js';
import { changedColumns, questionColumns, runColumns, runQuestion } from './run-columns.js';
import { KEPT_CANDIDATES, rowSchema, type RowAnswer, type RunColumns, type RunRecord } from './run-record.js';

/*
 * What rows are judged by, kept beside them: matching that was interrupted goes on with the same.
 */

const shares = z.array(z.number());
const modelSchema = z.object({
  rows: z.int(),
  properties: z.array(
    z.object({
      id: z.string(),
      kind: z.custom<ValueKind>((kind) => typeof kind === 'string' && Object.hasOwn(GENERAL_AGREEMENT, kind)),
      separator: z.string().optional(),
    }),
  ),
  leftOut: z.array(z.string()),
  model: z.object({
    right: z.array(shares),
    wrong: z.array(z.array(shares)),
    nameWeights: shares,
    noneShare: z.number(),
  }),
});

/** What the table in the folder has taught: `nothing` where it was looked at in vain, `undefined` while it was not looked at. */
async function readLearnedModel(folder: string): Promise<LearnedFile | 'nothing' | undefined> {
  const text = await readFile(learnedModelPath(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const kept = modelSchema.nullable().parse(JSON.parse(text));
  if (kept === null) return 'nothing';
  const { rows, properties, leftOut, model } = kept;
  return {
    rows,
    properties: properties.map(({ id, kind, separator }) => ({ id, form: { kind, separator } })),
    leftOut: new Set(leftOut),
    model,
  };
}

/** Keeps it, and what people are told of it. */
export async function saveLearnedModel(folder: string, learned: LearnedFile | 'nothing'): Promise<void> {
  const table: LearnedTable =
    learned === 'nothing' ? learned : { rows: learned.rows, properties: learnedProperties(learned) };
  const kept =
    learned === 'nothing'
      ? null
      : {
          ...learned,
          properties: learned.properties.map(({ id, form }) => ({ id, ...form })),
          leftOut: [...learned.leftOut],
        };
  await replaceFile(learnedTablePath(folder), JSON.stringify(table === 'nothing' ? null : table));
  await replaceFile(learnedModelPath(folder), JSON.stringify(kept));
}

/** Computes a batch in the wire form of answers. */
type Ask = (queries: readonly ReconciliationQuery[]) => Promise<readonly RenderedOutcome[]>;

/** Rows that are read from the disk at once. */
const PORTION = 1_000;
/** Rows that are handed over at once. */
const TAKEN_AT_ONCE = 500;

/**
 * Matches rows of a table that is kept, with what the whole table teaches where its record wants that: then the first call looks at a sample of all rows before it matches any, and keeps what it has learned. Done
 * on a thread. Rejects when `ask` or `take` does. Memory: the questions of all rows while it learns, and the answers to the different ones of the rows that are to be matched.
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
    const judge = learned === 'nothing' ? undefined : createRowJudge(dataset, learned);
    const rows = await questionsIn(file, record, dataset, { from, count });
    // Rows that ask the same have the same answer.
    const asked = rows.map((row) => row.problem ?? JSON.stringify(queryFor(row, options)));
    const different = [...new Map(rows.map((row, i) => [asked[i], row])).values()];
    const lines = new Map<string, string>();
    let taken = 0;
    const takeAnswered = async (): Promise<void> => {
      for (;;) {
        const few = asked.slice(taken, taken + TAKEN_AT_ONCE).map((key) => lines.get(key));
        const known = few.includes(undefined) ? few.slice(0, few.indexOf(undefined)) : few;
        if (known.length === 0) return;
        await take(known.flatMap((line) => line ?? []));
        taken += known.length;
      }
    };
    await askQuestions(executor, different, { ...options, judge }, (answered) => {
      for (const { row, candidates, none, problem } of answered) {
        const answer: RowAnswer = {
          candidates: [...candidates],
          ...(none === undefined ? {} : { none }),
          ...(problem === undefined ? {} : { problem }),
        };
        lines.set(row.problem ?? JSON.stringify(queryFor(row, options)), answerLine(answer));
      }
      return takeAnswered();
    });
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
    const changed = changedColumns(again.changes);
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
  { dataset, elsewhere }: TableDataset,
  ask: Ask,
): Promise<LearnedFile | 'nothing'> {
  const known = await readLearnedModel(folder);
  if (known !== undefined) return known;
  const rows = await questionsIn(file, record, dataset, { from: 0, count: file.count() });
  const learned =
    (await wholeFile({ execute: ask }, rows, {
      limit: KEPT_CANDIDATES,
      type: record.type,
      dataset,
      effort: EFFORT.atLeisure,
      fetch: elsewhere?.fetch,
      onAsked: () => undefined,
    }).learn()) ?? 'nothing';
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
