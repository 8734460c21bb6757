import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Dataset, VALUE_FAMILIES } from '../entities/dataset.js';
import { learnedFindings, learnedProperties } from '../input/describe-learned.js';
import { appendAll } from '../foundation/append-all.js';
import { type ActLog, openActLog } from '../foundation/store/act-log.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { evenSample } from '../foundation/even-sample.js';
import { BATCH, reconcileRows } from '../input/reconcile-rows.js';
import { ROWS_LOOKED_AT, learnWholeFile } from '../input/learn-whole-file.js';
import type { InputRow } from '../input/open-input.js';
import type { LearnedFile } from '../scoring/learn.js';
import type { Ask } from '../describe/answer.js';
import type { InputColumns } from '../input/input-columns.js';
import { ROWS_ASKED, lookAgain } from '../input/second-look.js';
import type { TableDataset } from '../input/table-dataset.js';
import {
  KEPT_CANDIDATES,
  type LearnedTable,
  type RowAnswer,
  type RunColumns,
  type RunRecord,
  answerLine,
  learnedModelPath,
  learnedTablePath,
  rowSchema,
} from './run-record.js';
import { Judgments, judgmentsPath } from './judgments.js';
import type { RowsToMatch, TakeRows } from './matching-turns.js';
import { changedColumns, inputColumns, runColumns, runQuestion } from './run-columns.js';

/* The learned model, kept with the run: interrupted matching continues with the same. */

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
  neighbours: z.array(z.object({ property: z.string(), copied: z.number() })),
  judgedNats: z.number().optional(),
});

/**
 * The model in the folder: `nothing` where the table taught nothing, `undefined` before learning, or of a version that
 * learned differently.
 */
async function readLearnedModel(folder: string): Promise<LearnedFile | 'nothing' | undefined> {
  const text = await readFile(learnedModelPath(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const kept: unknown = JSON.parse(text);
  return kept === null ? 'nothing' : learnedSchema.safeParse(kept).data;
}

/** Saves the model, and its summary for people. */
export async function saveLearnedModel(folder: string, learned: LearnedFile | 'nothing'): Promise<void> {
  const table: LearnedTable =
    learned === 'nothing'
      ? learned
      : { rows: learned.rows, properties: learnedProperties(learned), findings: learnedFindings(learned) };
  await replaceFile(learnedTablePath(folder), JSON.stringify(table === 'nothing' ? null : table));
  await replaceFile(learnedModelPath(folder), JSON.stringify(learned === 'nothing' ? null : learned));
}

/** Rows read from the disk at once. */
const PORTION = 1_000;

/**
 * Matches rows of a kept table, if its record says so with a model of the whole table: the first call learns it from a
 * sample of all rows before it matches any, and saves it. Done on a thread. Rejects when `ask` or `take` does. Memory:
 * the queries of all rows while it learns.
 */
export async function matchRows(
  { record, folder, from, count }: RowsToMatch,
  whole: TableDataset,
  ask: Ask,
  take: TakeRows,
): Promise<void> {
  const { dataset } = whole;
  const file = await openActLog(join(folder, 'rows.jsonl'), () => undefined, { readOnly: {} });
  try {
    const learned =
      record.learning === true ? await learnedFrom({ file, record, folder }, whole, ask, take) : 'nothing';
    const start = from - (from % BATCH);
    const end = from + count;
    // Whole batches, so that a row has the same neighbours wherever matching was interrupted.
    const rows = await questionsIn(file, record, dataset, {
      from: start,
      count: Math.ceil(end / BATCH) * BATCH - start,
    });
    let left = count;
    const deciding = {
      ...{ limit: KEPT_CANDIDATES, type: record.type, dataset, from: from - start },
      learned: learned === 'nothing' ? undefined : learned,
    };
    await reconcileRows(ask, rows, deciding, async (answered) => {
      const lines = answered.slice(0, left).map(({ candidates, none, problem }) => {
        const answer: RowAnswer = {
          candidates: [...candidates],
          ...(none === undefined ? {} : { none }),
          ...(problem === undefined ? {} : { problem }),
        };
        return answerLine(answer);
      });
      left -= lines.length;
      if (lines.length > 0) await take(lines);
    });
  } finally {
    await file.close();
  }
}

/** The columns of a kept table, inferred from some matched rows. Done on a thread. Rejects when `ask` does. */
export async function lookAtColumns(
  { record, folder }: Pick<RowsToMatch, 'record' | 'folder'>,
  whole: TableDataset,
  ask: Ask,
): Promise<RunColumns> {
  const { headings, columns } = record;
  const settled = new Set(columns.settled ?? headings.map((_, column) => column));
  const file = await openActLog(join(folder, 'rows.jsonl'), () => undefined, { readOnly: {} });
  try {
    const rows: InputRow[] = [];
    for (const from of evenSample(file.count(), ROWS_ASKED))
      appendAll(rows, await questionsIn(file, record, whole.dataset, { from, count: 1 }));
    const before = inputColumns(record, whole.dataset);
    const table = { headings, queryColumn: columns.query, columns: before, settled, rows };
    const again = await lookAgain(ask, table, whole, { type: record.type });
    const changed = changedColumns(again.changes);
    return { ...columns, ...(changed.length === 0 ? {} : changedParts(again.columns)), changed };
  } finally {
    await file.close();
  }
}

function changedParts(columns: InputColumns): Pick<RunColumns, 'properties' | 'point' | 'inNames'> {
  const { properties, point, inNames } = runColumns(-1, columns);
  return { properties, inNames, ...(point === undefined ? {} : { point }) };
}

async function learnedFrom(
  { file, record, folder }: { readonly file: ActLog; readonly record: RunRecord; readonly folder: string },
  { dataset }: TableDataset,
  ask: Ask,
  take: TakeRows,
): Promise<LearnedFile | 'nothing'> {
  const known = await readLearnedModel(folder);
  if (known !== undefined) return known;
  const rows = await questionsIn(file, record, dataset, { from: 0, count: file.count() });
  const learned =
    (await learnWholeFile(ask, rows, {
      limit: KEPT_CANDIDATES,
      type: record.type,
      rows: ROWS_LOOKED_AT.atLeisure,
      judged: await judgedOneByOne(folder),
      onLooked: (looked, of) => take({ looked, of }),
    })) ?? 'nothing';
  await saveLearnedModel(folder, learned);
  return learned;
}

/** Rows judged one by one: number → id of the entity, `null` for none. */
async function judgedOneByOne(folder: string): Promise<ReadonlyMap<number, string | null>> {
  const judgments = await Judgments.open(judgmentsPath(folder), { readOnly: {} });
  try {
    return new Map(
      [...judgments.rows()].flatMap((row) => {
        const { decision } = judgments.of(row);
        return decision === undefined || decision.inBulk
          ? []
          : [[row, decision.kind === 'none' ? null : decision.id] as const];
      }),
    );
  } finally {
    await judgments.close();
  }
}

async function questionsIn(
  file: ActLog,
  record: RunRecord,
  dataset: Dataset,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<readonly InputRow[]> {
  const questions: InputRow[] = [];
  const end = Math.min(file.count(), from + count);
  for (let start = from; start < end; start += PORTION) {
    for (const line of await file.read(start, Math.min(PORTION, end - start)))
      questions.push(runQuestion(record, rowSchema.parse(JSON.parse(line)), dataset));
  }
  return questions;
}
