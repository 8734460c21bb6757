import { z } from 'zod';
import { sentenceSchema } from '../foundation/sentence-schema.js';
import { REASONS } from '../input/row-reasons.js';
import { answeredCandidateSchema } from '../input/answered-row.js';

/*
 * What a matching run keeps on disk, each file with a schema: `run.json` is replaced as a whole, the others are lines that are only added.
 */

/** How a column agrees with a property. */
const agreementSchema = z.object({
  column: z.int().nonnegative(),
  /** Id of the property. */
  property: z.string(),
  /** Pairs of a row and an entity that were compared, and the shares of these and of shuffled pairs that agree. */
  compared: z.int().nonnegative(),
  agreement: z.number(),
  chance: z.number(),
  isKey: z.boolean(),
  examples: z.array(z.tuple([z.string(), z.string()])),
});
/** What is known of how a column agrees. */
export type ColumnAgreement = z.infer<typeof agreementSchema>;

/** What the columns of the table mean; positions count from 0. */
const columnsSchema = z.object({
  /** Where the names stand. */
  query: z.int().nonnegative(),
  type: z.int().nonnegative().optional(),
  /** Columns that are evidence, with the property that each is compared with. */
  properties: z.array(z.object({ column: z.int().nonnegative(), property: z.string() })),
  /** Two columns that give one place. */
  point: z
    .object({ latitude: z.int().nonnegative(), longitude: z.int().nonnegative(), property: z.string() })
    .optional(),
  /** Columns whose values are looked for within names. */
  inNames: z.array(z.int().nonnegative()),
  /** What speaks for the columns that were aligned by their values; absent in tables of older versions. */
  aligned: z.array(agreementSchema).optional(),
  /** Columns that stay what they are, whatever their values say; absent in tables of older versions: all. */
  settled: z.array(z.int().nonnegative()).optional(),
  /** What a look at matched rows changed before all were matched; absent until then. */
  changed: z.array(agreementSchema.extend({ isUsed: z.boolean(), agreeing: z.int().nonnegative() })).optional(),
});
export type RunColumns = Readonly<z.infer<typeof columnsSchema>>;

/** prepared: nothing is matched yet · matching: under way, also after a restart · done · cancelled: what was matched is there, the rest is not. */
const statusSchema = z.enum(['prepared', 'matching', 'done', 'cancelled']);

export const runSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string(),
  created: z.iso.datetime(),
  /** When the last row was matched. */
  matched: z.iso.datetime().optional(),
  status: statusSchema,
  headings: z.array(z.string()),
  rowCount: z.int().nonnegative(),
  notes: z.array(sentenceSchema),
  unreadable: z.array(z.object({ line: z.int(), message: z.string() })),
  contentHash: z.string(),
  style: z.object({ delimiter: z.string().optional(), needsMark: z.boolean() }),
  columns: columnsSchema,
  /** Type for the rows that state none. */
  type: z.string().optional(),
  /** Whether rows are matched with what the whole table teaches about its columns; tables of older versions have nothing of it. */
  learning: z.boolean().optional(),
  /** The dataset and its state that was asked. */
  dataset: z.string(),
  snapshot: z.string(),
});
export type RunRecord = Readonly<z.infer<typeof runSchema>>;

/** A row of the table: its cells, and the line on which it began, 0 where that is not known. */
export const rowSchema = z.object({ cells: z.array(z.string()), line: z.int().nonnegative() });
export type TableRow = z.infer<typeof rowSchema>;

/** Candidates that are kept for each row. */
export const KEPT_CANDIDATES = 5;

/** What came of a row: candidates by score descending, or why there are none; and, where the table has taught it, how probable it is that nothing in the dataset is meant, 0–1. */
export const answerSchema = z.object({
  candidates: z.array(answeredCandidateSchema),
  none: z.number().optional(),
  problem: sentenceSchema.optional(),
});
export type RowAnswer = z.infer<typeof answerSchema>;

/** What is told of an answer without looking at it again: the reason, the probability, id and name of the first candidate, and the number of candidates. A short line beside each answer, so that a long table is opened quickly. */
export const summarySchema = z.tuple([
  z.enum(REASONS),
  z.number(),
  z.string(),
  z.string(),
  /** How many candidates are kept; absent in tables of older versions. */
  z.int().nonnegative().optional(),
]);

/** What a person says of rows. match: they mean this entity · accept: each means the entity at its place in the list, whose probability is high · none: the dataset does not have what they mean; `inBulk` where no person has looked at each of them · reject: they do not mean this entity · reject-each: none means the entity at its place in the list · clear: nothing that was said of them before counts · undo: the judgment of that number does not count. */
export const judgmentSchema = z.object({
  /** Names the judgment for good; left out by older versions. */
  number: z.int().nonnegative().optional(),
  at: z.iso.datetime(),
  /** Name of the person, empty where none was given. */
  by: z.string(),
  /** The window of the browser in which it was made: undoing goes back there, and not through what others have judged. */
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
/** What a person says, before it is saved. */
export type Judgment = Omit<z.infer<typeof judgmentSchema>, 'number'>;
export type JudgmentLine = Judgment & { readonly number: number };
