import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FINDINGS, type LearnedFinding, type LearnedProperty } from '../input/describe-learned.js';

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
