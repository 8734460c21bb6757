import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DatasetSource } from '../datasets/dataset-source.js';
import type { Dataset } from '../entities/dataset.js';
import { isJsonObject } from '../foundation/is-json-object.js';
import { SameasError } from '../foundation/sameas-error.js';
import { judgmentsPath } from './judgments.js';
import { type ActLog, openActLog } from '../foundation/store/act-log.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import type { LearnedFile } from '../scoring/learn.js';
import type { AnsweredRow } from '../input/answered-row.js';
import type { ColumnChange } from '../input/second-look.js';
import { type KeptTable, keepTable } from './keep-table.js';
import { saveLearnedModel } from './match-rows.js';
import { KEPT_CANDIDATES, type RunRecord, answerLine, runSchema } from './run-record.js';
import { changedColumns } from './run-columns.js';

/* The review folder of a table that a command has matched: `RESULT.review`, with one matching run and a note. */

/** A dataset that a later command can read again: paths are absolute. */
export type ReviewedList = Pick<DatasetSource, 'files' | 'manifestFile' | 'aliasFiles' | 'choices'>;

/** Settings by which a later command finds a dataset in a search cluster again, as texts; never the password. */
const clusterSchema = z.partialRecord(
  z.enum([
    'searchCluster',
    'searchClusterUser',
    'searchClusterPasswordFile',
    'searchClusterCaFile',
    'searchDepth',
    'dataset',
  ]),
  z.string(),
);
export type ReviewedCluster = Readonly<z.infer<typeof clusterSchema>>;

const noteSchema = z.object({
  /** Id of the run. */
  run: z.string(),
  /** Source of the dataset. */
  list: z.custom<ReviewedList>((list) => isJsonObject(list) && Array.isArray(list['files'])).optional(),
  cluster: clusterSchema.optional(),
  /** SHA-256 of the written result, and bytes of judgments in it. */
  result: z.string().optional(),
  judgedBytes: z.int().nonnegative(),
});
export type ReviewNote = Readonly<z.infer<typeof noteSchema>>;

const NOTE = 'review.json';

/** The folder for the review of a result. */
export function reviewFolderOf(result: string): string {
  return `${result}.review`;
}

/** The note of the folder; `undefined` for none or an unreadable one. */
export async function readReviewNote(folder: string): Promise<ReviewNote | undefined> {
  const text = await readFile(join(folder, NOTE), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Notes that the result is written, with the current judgments. */
export async function noteResult(folder: string, note: ReviewNote, result: string): Promise<void> {
  await saveNote(folder, { ...note, result: await hashOf(result), judgedBytes: await judgedBytes(folder, note) });
}

/** Whether the result is unchanged since it was last written. */
export async function isAsWritten(note: ReviewNote, result: string): Promise<boolean> {
  return existsSync(result) && (await hashOf(result)) === note.result;
}

/** Bytes of judgments. */
export async function judgedBytes(folder: string, { run }: ReviewNote): Promise<number> {
  return (await stat(judgmentsPath(join(folder, run))).catch(() => undefined))?.size ?? 0;
}

/** Throws `file-exists` where the folder holds judgments that may not be lost, or is no review at all. */
export async function refuseToLoseReview(folder: string, mayReplace: boolean): Promise<void> {
  if (!existsSync(folder)) return;
  const note = await readReviewNote(folder);
  if (note !== undefined && (mayReplace || (await judgedBytes(folder, note)) === 0)) return;
  throw new SameasError(
    'file-exists',
    note === undefined
      ? `There is a folder ${folder} already, which is no review.`
      : `The folder ${folder} holds the judgments of an earlier review.`,
    {
      advice:
        note === undefined
          ? 'Name another path after --out, or add --no-review.'
          : 'Name another path after --out, or add --replace to lose them.',
      facts: { file: folder },
    },
  );
}

interface TableToReview extends Pick<KeptTable, 'table' | 'type'> {
  readonly dataset: Dataset;
  readonly snapshot: string;
  readonly changes: readonly ColumnChange[];
  /** `undefined`: rows are decided without a learned model. */
  readonly learned: LearnedFile | 'nothing' | undefined;
  readonly list: ReviewedList | undefined;
  readonly cluster: ReviewedCluster | undefined;
  /** Rows answered by an interrupted command. */
  readonly rowsThere: number;
}

export interface ReviewToFill {
  readonly append: (answered: readonly AnsweredRow[]) => Promise<void>;
  /** Once all rows are answered and the result is written. */
  readonly finish: (result: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Makes the folder for a review, or continues that of an interrupted command. Rejects with errors of the file system.
 */
export async function openReviewToFill(folder: string, whole: TableToReview): Promise<ReviewToFill> {
  const { table, rowsThere } = whole;
  const earlier = rowsThere === 0 ? undefined : await unfinished(folder, table.contentHash);
  if (earlier === undefined) await rm(folder, { recursive: true, force: true });
  const note = earlier?.note ?? {
    ...{ run: randomBytes(16).toString('hex'), list: whole.list, cluster: whole.cluster },
    judgedBytes: 0,
  };
  const place = join(folder, note.run);
  const record = earlier?.record ?? (await keep(folder, note, whole));
  const answers: ActLog = await openActLog(join(place, 'answers.jsonl'), () => undefined);
  let at = rowsThere;
  return {
    append: async (answered) => {
      // Rows that an earlier command kept without a note are answered again; nothing can be kept after a gap.
      const known = Math.max(0, answers.count() - at);
      if (answers.count() >= at) await answers.append(answered.slice(known).map(lineOf));
      at += answered.length;
    },
    finish: async (result) => {
      // The service that opens the review matches missing rows.
      const isWhole = answers.count() === record.rowCount;
      await saveRecord(place, {
        ...record,
        status: isWhole ? 'done' : 'matching',
        ...(isWhole && { matched: new Date().toISOString() }),
      });
      await noteResult(folder, note, result);
    },
    close: () => answers.close(),
  };
}

function lineOf({ candidates, none, problem }: AnsweredRow): string {
  return answerLine({
    candidates: candidates.slice(0, KEPT_CANDIDATES),
    ...(none === undefined ? {} : { none }),
    ...(problem === undefined ? {} : { problem }),
  });
}

async function unfinished(
  folder: string,
  contentHash: string,
): Promise<{ readonly note: ReviewNote; readonly record: RunRecord } | undefined> {
  const note = await readReviewNote(folder);
  if (note === undefined || note.result !== undefined) return undefined;
  const text = await readFile(join(folder, note.run, 'run.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const record = runSchema.parse(JSON.parse(text));
  return record.contentHash === contentHash ? { note, record } : undefined;
}

async function keep(folder: string, note: ReviewNote, whole: TableToReview): Promise<RunRecord> {
  const { table, type, dataset, snapshot, changes, learned } = whole;
  const place = join(folder, note.run);
  const kept = await keepTable({ id: note.run, folder: place, table, type }, dataset);
  const record: RunRecord = {
    ...kept,
    status: 'matching',
    snapshot,
    learning: learned !== undefined,
    columns: { ...kept.columns, changed: changedColumns(changes) },
  };
  await saveRecord(place, record);
  if (learned !== undefined) await saveLearnedModel(place, learned);
  await saveNote(folder, note);
  return record;
}

function saveRecord(place: string, record: RunRecord): Promise<void> {
  return replaceFile(join(place, 'run.json'), JSON.stringify(record));
}

function saveNote(folder: string, note: ReviewNote): Promise<void> {
  return replaceFile(join(folder, NOTE), JSON.stringify(note));
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, 'latin1')) hash.update(String(piece), 'latin1');
  return hash.digest('hex');
}
