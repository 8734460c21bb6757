import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { LearnedProperty } from '../input/describe-learned.js';
import { FINDINGS, type LearnedFinding } from '../input/learned-finding.js';

/*
 * What a table has taught, as people are told of it. What rows are judged by is in match-rows.ts.
 */

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

/** The rows that it was learned from, the properties, and what was learned beside them. `nothing`: the table was looked at and taught nothing. */
export type LearnedTable =
  | {
      readonly rows: number;
      readonly properties: readonly LearnedProperty[];
      readonly findings: readonly LearnedFinding[];
    }
  | 'nothing';

/** What the table in the folder has taught; `undefined` while it was not looked at. */
export async function readLearnedTable(folder: string): Promise<LearnedTable | undefined> {
  const text = await readFile(learnedTablePath(folder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (learnedSchema.nullable().parse(JSON.parse(text)) ?? 'nothing');
}

/** Where what rows are judged by is kept. */
export function learnedModelPath(folder: string): string {
  return join(folder, 'learned-model.json');
}

/** Where it is kept; `null` in the file for nothing. */
export function learnedTablePath(folder: string): string {
  return join(folder, 'learned.json');
}
