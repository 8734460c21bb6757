import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { learnedProperties } from '../questions/describe-learned.js';
import type { LearnedFile } from '../scoring/learn.js';
import { replaceFile } from '../foundation/store/replace-file.js';
import { learnedTablePath, type LearnedTable } from './learned-table.js';

/*
 * What rows are decided by, kept beside them: matching that was interrupted goes on with the same.
 */

const shares = z.array(z.number());
const learnedSchema = z.object({
  rows: z.int(),
  columns: z.record(
    z.string(),
    z.object({ family: z.enum(['text', 'code', 'number', 'long']), right: shares, wrong: shares, pairs: z.number() }),
  ),
  traits: shares,
  recurrence: z.number(),
  claims: z.record(z.string(), z.object({ key: z.string(), first: z.number(), second: z.number() })),
});

/** What the table in the folder has taught: `nothing` where it was looked at in vain, `undefined` while it was not looked at, or was by a version that learned otherwise. */
export async function readLearnedModel(folder: string): Promise<LearnedFile | 'nothing' | undefined> {
  const text = await readFile(modelPath(folder), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const kept: unknown = JSON.parse(text);
  return kept === null ? 'nothing' : learnedSchema.safeParse(kept).data;
}

/** Keeps it, and what people are told of it. */
export async function saveLearnedModel(folder: string, learned: LearnedFile | 'nothing'): Promise<void> {
  const table: LearnedTable =
    learned === 'nothing' ? learned : { rows: learned.rows, properties: learnedProperties(learned) };
  await replaceFile(learnedTablePath(folder), JSON.stringify(table === 'nothing' ? null : table));
  await replaceFile(modelPath(folder), JSON.stringify(learned === 'nothing' ? null : learned));
}

function modelPath(folder: string): string {
  return join(folder, 'learned-model.json');
}
