import { z } from 'zod';
import { sentenceSchema } from '../foundation/sentence-schema.js';
import { REASONS, type RowSummary, summariseAnswer } from '../input/row-summary.js';
import { answeredCandidateSchema } from '../input/answered-row.js';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ActLog, type LogOptions, openActLog } from '../foundation/store/act-log.js';
import { FINDINGS, type LearnedFinding, type LearnedProperty } from '../input/describe-learned.js';

/*
 * Files of a matching run, each with a schema: `run.json` is replaced as a whole, the others are lines that are only
 * added.
 */

const agreementSchema = z.object({
  column: z.int().nonnegative(),
  property: z.string(),
  /** Compared pairs of a row and an entity, and the shares of these and of shuffled pairs that agree. */
  compared: z.int().nonnegative(),
  agreement: z.number(),
  chance: z.number(),
  isKey: z.boolean(),
  examples: z.array(z.tuple([z.string(), z.string()])),
});
export type ColumnAgreement = z.infer<typeof agreementSchema>;

/** Meanings of the table's columns; positions count from 0. */
const columnsSchema = z.object({
  /** Column of the names. */
  query: z.int().nonnegative(),
  type: z.int().nonnegative().optional(),
  /** Columns that are evidence, each with its property. */
  properties: z.array(z.object({ column: z.int().nonnegative(), property: z.string() })),
  /** Two columns that give one place. */
  point: z
    .object({ latitude: z.int().nonnegative(), longitude: z.int().nonnegative(), property: z.string() })
    .optional(),
  /** Columns whose values are searched within names. */
  inNames: z.array(z.int().nonnegative()),
  /** Agreement of columns aligned by their values; absent in tables of older versions. */
  aligned: z.array(agreementSchema).optional(),
  /** Columns that are never inferred again; absent in tables of older versions: all. */
  settled: z.array(z.int().nonnegative()).optional(),
  /** Changes made by some matched rows before all were matched; absent until then. */
  changed: z.array(agreementSchema.extend({ isUsed: z.boolean(), agreeing: z.int().nonnegative() })).optional(),
});
export type RunColumns = Readonly<z.infer<typeof columnsSchema>>;

/** prepared: nothing is matched yet · matching: also after a restart · done · cancelled: only a part is matched. */
const statusSchema = z.enum(['prepared', 'matching', 'done', 'cancelled']);

export const runSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string(),
  created: z.iso.datetime(),
  /** Time of the last matched row. */
  matched: z.iso.datetime().optional(),
  status: statusSchema,
  headings: z.array(z.string()),
  rowCount: z.int().nonnegative(),
  notes: z.array(sentenceSchema),
  unreadable: z.array(z.object({ line: z.int(), message: z.string() })),
  contentHash: z.string(),
  style: z.object({ delimiter: z.string().optional(), needsMark: z.boolean() }),
  columns: columnsSchema,
  /** Type for the rows without one. */
  type: z.string().optional(),
  /** Whether a model is learned from the whole table; absent in tables of older versions. */
  learning: z.boolean().optional(),
  /** The dataset and its snapshot. */
  dataset: z.string(),
  snapshot: z.string(),
});
export type RunRecord = Readonly<z.infer<typeof runSchema>>;

/** A row of the table: its cells, and the line on which it began, 0 where that is unknown. */
export const rowSchema = z.object({ cells: z.array(z.string()), line: z.int().nonnegative() });
export type TableRow = z.infer<typeof rowSchema>;

/** Candidates kept for each row. */
export const KEPT_CANDIDATES = 5;

/**
 * Result of a row: candidates by score descending, or the reason for none; and, from a learned model, the probability
 * that nothing in the dataset is meant, 0–1.
 */
const answerSchema = z.object({
  candidates: z.array(answeredCandidateSchema),
  none: z.number().optional(),
  problem: sentenceSchema.optional(),
});
export type RowAnswer = z.infer<typeof answerSchema>;

/**
 * Parts of an answer that need no second look: reason, probability, id and name of the first candidate, and the number
 * of candidates. A short line before each answer, so that a long table opens quickly.
 */
const summarySchema = z.tuple([
  z.enum(REASONS),
  z.number(),
  z.string(),
  z.string(),
  /** Number of candidates; absent in tables of older versions. */
  z.int().nonnegative().optional(),
]);

/**
 * Judgment of a person on rows. match: they mean this entity · accept: each means the entity at its place in the list,
 * whose probability is high · none: the dataset lacks what they mean; `inBulk` where no person has looked at each of
 * them · reject: they do not mean this entity · reject-each: none means the entity at its place in the list · clear:
 * earlier judgments on them do not count · undo: the judgment of that number does not count.
 */
export const judgmentSchema = z.object({
  /** Permanent name of the judgment; absent in older versions. */
  number: z.int().nonnegative().optional(),
  at: z.iso.datetime(),
  /** Name of the person; may be empty. */
  by: z.string(),
  /** The window of the browser: undo goes back there, and not through judgments of others. */
  tab: z.string(),
  /** Ascending. */
  rows: z.array(z.int().nonnegative()),
  judgment: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('match'), id: z.string(), name: z.string() }),
    z.object({ kind: z.literal('accept'), entities: z.array(z.object({ id: z.string(), name: z.string() })) }),
    z.object({ kind: z.literal('none'), inBulk: z.literal(true).optional() }),
    z.object({ kind: z.literal('reject'), id: z.string() }),
    z.object({ kind: z.literal('reject-each'), ids: z.array(z.string()) }),
    z.object({ kind: z.literal('clear') }),
    z.object({ kind: z.literal('undo'), number: z.int().nonnegative() }),
  ]),
});
/** A judgment before it is saved. */
export type Judgment = Omit<z.infer<typeof judgmentSchema>, 'number'>;
export type JudgmentLine = Judgment & { readonly number: number };

/** Answers of a run, one a row, with their parts in memory. */
interface OpenedAnswers {
  readonly answers: ActLog;
  readonly summaries: RowSummary[];
}

/** Between the summary and the answer of a line; JSON has none. */
const TAB = '\t';

/**
 * Opens the answers below the folder. A line has its summary before the answer, so that a long table opens quickly.
 * Lines of an older version get one. `added` receives each line. Cost: reading the file and parsing the summaries.
 */
export async function openAnswers(
  folder: string,
  how: LogOptions = {},
  added: () => void = () => undefined,
): Promise<OpenedAnswers> {
  const path = join(folder, 'answers.jsonl');
  const summaries: RowSummary[] = [];
  let older = 0;
  const answers = await openActLog(
    path,
    (line) => {
      const head = line(TAB);
      if (head.startsWith('[')) summaries.push(readSummary(head));
      else {
        summaries.push(summariseAnswer(answerSchema.parse(JSON.parse(head))));
        older++;
      }
      added();
    },
    how,
  );
  if (older > 0 && how.readOnly === undefined) {
    // Failed writes are repeated when the run is opened again.
    const lines = await answers.read(0, older);
    const withSummaries = lines.map((line) => answerLine(answerSchema.parse(JSON.parse(line))));
    await answers.replace(older, withSummaries).then(
      () => rm(join(folder, 'summaries.jsonl'), { force: true }),
      () => undefined,
    );
  }
  return { answers, summaries };
}

/** An answer as a line of the file. */
export function answerLine(answer: RowAnswer): string {
  const { reason, probability, topId, topName, candidates } = summariseAnswer(answer);
  return `${JSON.stringify([reason, probability, topId, topName, candidates])}${TAB}${JSON.stringify(answer)}`;
}

/** The answer in a line. */
export function readAnswer(line: string): RowAnswer {
  return answerSchema.parse(JSON.parse(line.slice(line.indexOf(TAB) + 1)));
}

function readSummary(line: string): RowSummary {
  const [reason, probability, topId, topName, candidates] = summarySchema.parse(JSON.parse(line));
  return { reason, probability, topId, topName, candidates: candidates ?? (topId === '' ? 0 : 1) };
}

/* Summary for people of the model that a table has taught; match-rows.ts has the model itself. */

const learnedSchema = z.object({
  rows: z.int(),
  properties: z.array(
    z.object({
      id: z.string(),
      right: z.number(),
      wrong: z.number(),
      similar: z.number().optional(),
      isLeftOut: z.boolean(),
      against: z.enum(['rules out', 'speaks strongly', 'speaks a little', 'says nothing']),
      for: z.enum(['nearly proves', 'supports', 'says little']),
    }),
  ),
  findings: z
    .array(z.object({ kind: z.enum(FINDINGS), share: z.number().optional(), property: z.string().optional() }))
    .default([]),
});

/** Sampled rows, properties, and other learned facts. `nothing`: the table taught nothing. */
export type LearnedTable =
  | {
      readonly rows: number;
      readonly properties: readonly LearnedProperty[];
      readonly findings: readonly LearnedFinding[];
    }
  | 'nothing';

/** The summary in the folder; `undefined` before learning. */
export async function readLearnedTable(folder: string): Promise<LearnedTable | undefined> {
  const text = await readFile(learnedTablePath(folder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (learnedSchema.nullable().parse(JSON.parse(text)) ?? 'nothing');
}

/** File of the learned model. */
export function learnedModelPath(folder: string): string {
  return join(folder, 'learned-model.json');
}

/** File of the summary; `null` in it for nothing. */
export function learnedTablePath(folder: string): string {
  return join(folder, 'learned.json');
}
