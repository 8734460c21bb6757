import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { VALUE_FAMILIES, type Dataset } from '../entities/dataset.js';
import { learnedProperties } from '../questions/describe-learned.js';
import { appendAll } from '../foundation/append-all.js';
import { openActLog, type ActLog } from '../foundation/store/act-log.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { evenSample } from '../foundation/even-sample.js';
import { askQuestions } from '../questions/ask-questions.js';
import { learnWholeFile, ROWS_LOOKED_AT } from '../questions/learn-whole-file.js';
import type { QuestionRow } from '../questions/open-questions.js';
import type { LearnedFile } from '../scoring/learn.js';
import type { Ask } from '../describe/answer.js';
import type { QuestionColumns } from '../questions/question-columns.js';
import { queryFor } from '../questions/read-question.js';
import { lookAgain, ROWS_ASKED } from '../questions/second-look.js';
import type { TableDataset } from '../questions/table-dataset.js';
import { learnedModelPath, learnedTablePath, type LearnedTable } from './learned-table.js';
import { answerLine } from './open-answers.js';
import type { MatchedRows, RowsToMatch } from './row-matcher.js';
import { changedColumns, questionColumns, runColumns, runQuestion } from './run-columns.js';
import { KEPT_CANDIDATES, rowSchema, type RowAnswer, type RunColumns, type RunRecord } from './run-record.js';

/*
 * What rows are decided by, kept beside them: matching that was interrupted goes on with the same.
 */

const shares = z.array(z.number());
const learnedSchema = z.object({
  rows: z.int(),
  columns: z.record(
    z.string(),
    z.object({ family: z.enum(VALUE_FAMILIES), right: shares, wrong: shares, pairs: z.number() }),
  ),
  traits: shares,
  recurrence: z.number(),
  claims: z.record(z.string(), z.object({ key: z.string(), first: z.number(), second: z.number() })),
});

/** What the table in the folder has taught: `nothing` where it was looked at in vain, `undefined` while it was not looked at, or was by a version that learned otherwise. */
async function readLearnedModel(folder: string): Promise<LearnedFile | 'nothing' | undefined> {
  const text = await readFile(learnedModelPath(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const kept: unknown = JSON.parse(text);
  return kept === null ? 'nothing' : learnedSchema.safeParse(kept).data;
}

/** Keeps it, and what people are told of it. */
export async function saveLearnedModel(folder: string, learned: LearnedFile | 'nothing'): Promise<void> {
  const table: LearnedTable =
    learned === 'nothing' ? learned : { rows: learned.rows, properties: learnedProperties(learned) };
  await replaceFile(learnedTablePath(folder), JSON.stringify(table === 'nothing' ? null : table));
  await replaceFile(learnedModelPath(folder), JSON.stringify(learned === 'nothing' ? null : learned));
}

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
    const learned = record.learning === true ? await learnedFrom({ file, record, folder }, whole, ask) : 'nothing';
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
    const deciding = { ...options, dataset, learned: learned === 'nothing' ? undefined : learned };
    await askQuestions(ask, different, deciding, (answered) => {
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
    const again = await lookAgain(ask, table, whole, { type: record.type });
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
  { dataset }: TableDataset,
  ask: Ask,
): Promise<LearnedFile | 'nothing'> {
  const known = await readLearnedModel(folder);
  if (known !== undefined) return known;
  const rows = await questionsIn(file, record, dataset, { from: 0, count: file.count() });
  const learned =
    (await learnWholeFile(ask, rows, {
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
